import HTTPTypes
import Hummingbird
import Logging

/// A middleware that logs each response: method, path without the query, status and duration.
struct AccessLogMiddleware: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard logger.logLevel <= .info else { return try await next(request, context) }
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let milliseconds = start.duration(to: .now) / .milliseconds(1)
        logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(request.uri.path)",
                "status": "\(response.status.code)", "ms": "\((milliseconds * 10).rounded() / 10)",
            ])
        return response
    }
}
