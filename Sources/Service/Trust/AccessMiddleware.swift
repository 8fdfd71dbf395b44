import Hummingbird

/// Lets only those pass who may do as much as the routes behind it need.
struct AccessMiddleware: RouterMiddleware {
    let needed: Access

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard context.access >= needed else {
            if context.access == .none { throw Problem.unauthorized("a token is needed: see /") }
            throw Problem(.forbidden, "the capture token may only add snapshots")
        }
        return try await next(request, context)
    }
}
