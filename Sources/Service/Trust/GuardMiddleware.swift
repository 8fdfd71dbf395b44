import HTTPTypes
import Hummingbird
import Logging

/// A middleware that passes every request to the ``RequestGuard``, which allows or refuses it.
struct GuardMiddleware: RouterMiddleware {
    let port: BoundPort
    let tokens: RotatingTokens
    let sessions: SessionRegistry
    let routes: RouteTable
    let logger: Logger

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let metadata = RequestMetadata(head: request.head, path: request.uri.path)
        let (tokens, generation) = tokens.newest
        let guardian = RequestGuard(
            port: port.number, tokens: tokens, routes: routes, sessions: sessions.table(),
            servesLocalhost: port.servesLocalhost)
        switch guardian.verdict(on: metadata) {
        // A method that the path never supports needs no token to be refused.
        case .refuse(let problem) where problem.status == .unauthorized:
            throw routes.methodProblem(request.method, at: request.uri.path) ?? problem
        case .refuse(let problem): throw problem
        case .pass(let permit):
            var context = context
            context.access = permit.access
            context.standing = permit.standing
            context.cookies = permit.cookies
            context.tokenGeneration = generation
            switch permit.standing {
            case .session(let id): await sessions.recordUse(id: id)
            case .wrongSecret(let id) where sessions.shouldWarnOfWrongSecret():
                logger.warning(
                    "a request had the cookie of a session, but not its secret: another program may have the cookie",
                    metadata: ["session": "\(id)"])
            case .none, .cookie, .wrongSecret, .ticket: break
            }
            guard permit.hasOldCookie else { return try await next(request, context) }
            return try await replacingOldCookie { try await next(request, context) }
        }
    }

    /// Deletes the cookie of an earlier version, which was the full token, from the browser.
    private func replacingOldCookie(_ respond: () async throws -> Response) async throws -> Response {
        if sessions.shouldWarnOfOldCookie() { logger.warning("\(Self.oldCookieText)") }
        let deletion = SessionCookie(port: port.number).deletion
        do {
            var response = try await respond()
            if response.headers[.setCookie] == nil { response.headers[.setCookie] = deletion }
            return response
        } catch var problem as Problem {
            if problem.status == .unauthorized {
                problem.detail = Self.oldCookieText
                problem.explainsSignIn = false
            }
            problem.fields[.setCookie] = deletion
            throw problem
        }
    }

    private static let oldCookieText =
        "an earlier version of Leftoff stored the full token as a cookie in this browser, which sends cookies to every "
        + "port of this computer: leftoff token rotate makes that token useless, and leftoff page signs the browser in "
        + "again"
}
