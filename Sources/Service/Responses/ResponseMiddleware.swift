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
            response = errorResponse(problem(for: error, request: request, context: context), to: request)
        }
        response.protect(path: request.uri.path)
        return response
    }

    private func problem(for error: any Error, request: Request, context: ServiceContext) -> Problem {
        if let error = error as? HTTPError, error.status == .notFound {
            return routes.methodProblem(request.method, at: request.uri.path)
                ?? Problem(.notFound, "no resource has this path")
        }
        if let problem = Problem(describing: error) { return problem }
        context.logger.error("request failed", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
        // Only clients with a token reach a store, so they may see its errors, which describe the remedy in one line.
        return Problem(.internalServerError, "\(error)")
    }

    /// Returns the response to a request that failed: a page for people, problem details for programs.
    private func errorResponse(_ problem: Problem, to request: Request) -> Response {
        // The native host has no pages, and does not spend its start on hashing the embedded files.
        guard routes.isPage(request.uri.path), let signIn = WebAsset.embedded["web/signin.html"],
            let template = WebAsset.embedded["web/problem.html"]
        else { return problem.response }
        return problem.page(signIn: signIn, template: template)
    }
}
