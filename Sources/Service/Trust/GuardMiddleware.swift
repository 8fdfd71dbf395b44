import HTTPTypes
import Hummingbird

/// Puts every request before the guard.
struct GuardMiddleware: RouterMiddleware {
    let port: BoundPort
    let tokens: TokenKeeper

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        // What else might lie in between could take another coding for the end of the body (RFC 9112, section 6.1).
        if let coding = request.headers[.transferEncoding], coding.lowercased() != "chunked" {
            throw Problem(.notImplemented, "this transfer coding is not known here")
        }
        let facts = RequestFacts(head: request.head, path: request.uri.path)
        let (tokens, generation) = tokens.newest
        switch RequestGuard(port: port.number, tokens: tokens).verdict(on: facts) {
        case .refuse(let problem): throw problem
        case .pass(let access):
            var context = context
            context.access = access
            context.tokenGeneration = generation
            return try await next(request, context)
        }
    }
}
