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
        // A proxy might end such a body at another byte (RFC 9112, section 6.1).
        if let coding = request.headers[.transferEncoding], coding.lowercased() != "chunked" {
            throw Problem(.notImplemented, "this transfer coding is not supported")
        }
        let metadata = RequestMetadata(head: request.head, path: request.uri.path)
        let (tokens, generation) = tokens.newest
        switch RequestGuard(port: port.number, tokens: tokens, routes: routes).verdict(on: metadata) {
        case .refuse(let problem): throw problem
        case .pass(let access):
            var context = context
            context.access = access
            context.tokenGeneration = generation
            return try await next(request, context)
        }
    }
}
