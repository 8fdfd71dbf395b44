import HTTPTypes
import Hummingbird
import Logging

/// The outermost layer: turns errors into problem details and gives every answer its protective fields.
struct ResponseMiddleware: RouterMiddleware {
    let routes: RouteCatalogue

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
                return Problem(.notFound, "there is nothing at this address")
            }
            var problem = Problem(.methodNotAllowed, "this address does not take \(request.method.rawValue)")
            problem.fields[.allow] = allowed.joined(separator: ", ")
            return problem
        }
        if let problem = Problem(describing: error) { return problem }
        context.logger.error("an answer failed", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
        // Only those who may use a store meet its errors, which say in one line what a person can do about them.
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
        // The page that opened the helper waits for its message: a separate group of windows would cut the two apart.
        case .keepsOpener: response.headers[.crossOriginOpenerPolicy] = "unsafe-none"
        }
        // Whatever does not say otherwise is private.
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    }
}
