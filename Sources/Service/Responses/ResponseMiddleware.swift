import HTTPTypes
import Hummingbird
import Logging

/// The outermost middleware, which converts errors to problem details and adds the security headers to every response.
struct ResponseMiddleware: RouterMiddleware {
    let routes: RouteTable

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = problem(for: error, request: request, context: context).response
        }
        protect(&response, path: request.uri.path)
        return response
    }

    private func problem(for error: any Error, request: Request, context: ServiceContext) -> Problem {
        if let error = error as? HTTPError, error.status == .notFound {
            let allowed = routes.methods(at: request.uri.path)
            if allowed.isEmpty || allowed.contains(request.method.rawValue) {
                return Problem(.notFound, "no resource has this path")
            }
            var problem = Problem(.methodNotAllowed, "this path does not support \(request.method.rawValue)")
            problem.fields[.allow] = allowed.joined(separator: ", ")
            return problem
        }
        if let problem = Problem(describing: error) { return problem }
        context.logger.error("request failed", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
        // Only clients with a token reach a store, so they may see its errors, which describe the remedy in one line.
        return Problem(.internalServerError, "\(error)")
    }

    private func protect(_ response: inout Response, path: String) {
        response.headers[.contentSecurityPolicy] = ResponsePolicy.contentSecurityPolicy
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.frameOptions] = "DENY"
        response.headers[.referrerPolicy] = "no-referrer"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        response.headers[.permissionsPolicy] = "camera=(), geolocation=(), microphone=()"
        switch ResponsePolicy(path: path) {
        case .strict: response.headers[.crossOriginOpenerPolicy] = "same-origin"
        // The page that opened the helper waits for its message. A separate browsing context group would disconnect
        // them.
        case .keepsOpener: response.headers[.crossOriginOpenerPolicy] = "unsafe-none"
        }
        // Responses are private unless they are marked otherwise.
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    }
}
