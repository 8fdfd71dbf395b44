import Hummingbird

/// Puts every request before the guard.
struct GuardMiddleware: RouterMiddleware {
    let port: BoundPort
    let tokens: ServiceTokens

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let facts = RequestFacts(head: request.head, path: request.uri.path)
        switch RequestGuard(port: port.number, tokens: tokens).verdict(on: facts) {
        case .refuse(let problem): throw problem
        case .pass(let access):
            var context = context
            context.access = access
            return try await next(request, context)
        }
    }
}
