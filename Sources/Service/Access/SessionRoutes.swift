import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax

/// `/api/sessions` and `/api/tickets`: the browsers that are signed in, and addresses that one of them may open.
struct SessionRoutes: Sendable {
    let port: BoundPort
    let sessions: SessionRegistry

    /// The maximum size of a request's body, in bytes; a path has at most 2048, a claim and a secret 43 each.
    static let bodyLimit = 16 * 1024

    private struct Claim: Decodable {
        var claim: String
        var secret: String
    }

    private struct TicketRequest: Decodable {
        var path: String
    }

    private struct Document: Encodable {
        let id: String
        let browser: String
        let createdAt: String
        let usedAt: String
        let endsAt: String
        let current: Bool

        init(_ session: Session, currentID: String?) {
            id = session.id
            browser = session.browser
            createdAt = RFC3339.string(session.createdAt)
            usedAt = RFC3339.string(session.usedAt)
            endsAt = RFC3339.string(session.endsAt)
            current = session.id == currentID
        }
    }

    /// The routes.
    ///
    /// Registering a secret requires no access: the claim is the secret.
    var routes: [Route] {
        [
            .post("/api/sessions", access: .none, claim), .get("/api/sessions", list),
            .delete("/api/sessions", endOthers), .get("/api/sessions/current", showCurrent),
            .delete("/api/sessions/current") { request, context in
                try await end(context.sessionID, request, context)
            },
            .delete("/api/sessions/{id}") { request, context in
                try await end(context.parameters.require("id"), request, context)
            },
            .post("/api/tickets", issueTicket),
        ]
    }

    @Sendable
    private func claim(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let order = try await request.decoded(
            Claim.self, limit: Self.bodyLimit, expected: "an object with the strings \"claim\" and \"secret\"")
        guard let secret = Token(stored: order.secret) else {
            throw Problem(.unprocessableContent, "\"secret\" must have \(Token.length) characters of URL-safe Base64")
        }
        let isClaimed = try await Blocking.run { [sessions, cookies = context.cookies] in
            try sessions.claim(order.claim, secret: secret, cookies: cookies)
        }
        guard isClaimed else {
            throw Problem.unauthorized(
                "the claim is not valid: it was used, is older than two minutes, or has no cookie")
        }
        return Response(status: .noContent)
    }

    @Sendable
    private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let documents = sessions.table().sessions.map { Document($0, currentID: context.sessionID) }
        return try .json(["sessions": documents])
    }

    @Sendable
    private func showCurrent(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let id = context.sessionID, let session = sessions.session(id: id) else {
            throw Problem.unauthorized("the request belongs to no session of a browser")
        }
        return try .json(Document(session, currentID: id))
    }

    @Sendable
    private func endOthers(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters([])
        try await Blocking.run { [sessions] in try sessions.end { $0.id != context.sessionID } }
        return Response(status: .noContent)
    }

    private func end(_ id: String?, _ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let id, sessions.session(id: id) != nil else { throw Problem(.notFound, "no session has this id") }
        try await Blocking.run { [sessions] in try sessions.end { $0.id == id } }
        var fields = HTTPFields()
        if id == context.sessionID { fields[.setCookie] = SessionCookie(port: port.number).deletion }
        return Response(status: .noContent, headers: fields)
    }

    @Sendable
    private func issueTicket(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let order = try await request.decoded(
            TicketRequest.self, limit: Self.bodyLimit, expected: "an object with the string \"path\"")
        guard let path = ServicePath(order.path), Self.isTicketed(path.text) else {
            throw Problem(.unprocessableContent, "\"path\" must be the path of a copy or of the export")
        }
        guard let id = context.sessionID else {
            throw Problem(.forbidden, "only a session needs tickets: send the token with the request itself")
        }
        return try .json(["address": sessions.issueTicket(for: path.text, sessionID: id)], status: .created)
    }

    /// Returns true for a path that a browser opens by navigation although it shows private data.
    private static func isTicketed(_ path: String) -> Bool {
        let names = path.prefix { $0 != "?" }
        return (names == "/api/export" || names.hasPrefix("/copies/")) && !path.contains("#")
    }
}
