import HTTPTypes
import Hummingbird

/// A middleware that passes every request to the ``RequestGuard``, which allows or refuses it.
struct GuardMiddleware: RouterMiddleware {
    let port: BoundPort
    let tokens: RotatingTokens
    let routes: RouteTable

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let metadata = RequestMetadata(head: request.head, path: request.uri.path)
        let (tokens, generation) = tokens.newest
        switch RequestGuard(port: port.number, tokens: tokens, routes: routes).verdict(on: metadata) {
        // A method that the path never supports needs no token to be refused.
        case .refuse(let problem) where problem.status == .unauthorized:
            throw routes.methodProblem(request.method, at: request.uri.path) ?? problem
        case .refuse(let problem): throw problem
        case .pass(let access):
            var context = context
            context.access = access
            context.tokenGeneration = generation
            return try await next(request, context)
        }
    }
}
