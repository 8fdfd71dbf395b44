import HTTPTypes
import Hummingbird
import Logging

/// A guard that decides if a request is allowed, and how much access it has.
///
/// It is pure: the same metadata always gives the same decision.
///
/// Any web page can send requests to the loopback interface, under its own host name (DNS rebinding) or under the
/// service's. Therefore the Host field must be exactly one of the service's names. A request from another site is
/// refused, unless it only visits a page without secrets. Everything that reads or changes data requires a token.
struct RequestGuard: Sendable {
    /// The access of a request, and the session that has given it.
    struct Permit: Sendable, Equatable {
        /// The access.
        var access = Access.none
        /// The credentials of the request for sessions.
        var credentials = SessionTable.Credentials.none
        /// The values of the session cookie.
        var cookies: [Substring] = []
        /// True if the cookie is the full token, which earlier versions stored in browsers.
        var hasOldCookie = false
    }

    /// A decision.
    enum Decision: Sendable {
        /// The request is allowed and has this access.
        case pass(Permit)
        /// The request is refused.
        case refuse(Problem)
    }

    /// The port that the Host must contain.
    let port: UInt16
    /// The valid tokens.
    let tokens: ServiceTokens
    /// The routes, some of which other sites may open as pages.
    let routes: RouteTable
    /// The sessions of browsers.
    var sessions = SessionTable()
    /// True if the name `localhost` leads to this service.
    var servesLocalhost = true

    /// Decides on a request.
    ///
    /// - Parameter request: The metadata of the request.
    /// - Returns: The access, or the problem to respond with.
    func decision(on request: RequestMetadata) -> Decision {
        guard let host = request.host else { return .refuse(Problem(.badRequest, "the Host field is missing")) }
        // RFC 9112, section 3.2. A proxy could use the other field.
        guard !request.hasSeveralHosts else {
            return .refuse(Problem(.badRequest, "the request has several Host fields"))
        }
        if !servesLocalhost, host.lowercased().hasPrefix("localhost") {
            return .refuse(
                Problem(
                    .misdirectedRequest,
                    "another program listens on the same port of [::1], so localhost may lead to it: use 127.0.0.1"))
        }
        guard isOwn(host: host) else {
            return .refuse(Problem(.misdirectedRequest, "the Host field must be a loopback name of this service"))
        }
        // A target with two slashes could be parsed as a host. Targets in absolute form arrive here as a path; see
        // ``AbsoluteTargetHandler``.
        guard let target = request.target, target.hasPrefix("/"), !target.hasPrefix("//") else {
            return .refuse(Problem(.badRequest, "the request's path must begin with exactly one slash"))
        }
        let isFromExtension = request.origin.map(Self.isExtension) ?? false
        let isLocalForm = isLocalForm(request)
        if let origin = request.origin, origin != "http://\(host)", !isFromExtension, !isLocalForm {
            return .refuse(Problem(.forbidden, "requests from other origins are refused"))
        }
        guard isFromExtension || isLocalForm || isFromSameSite(request) || isNavigation(request) else {
            return .refuse(Problem(.forbidden, "requests from other sites are refused"))
        }
        // An extension must not use the cookies of the browser's user.
        var permit = isFromExtension ? Permit() : cookiePermit(request)
        if let authorization = request.authorization {
            guard let granted = bearerAccess(authorization) else {
                return .refuse(.unauthorized("the token in the Authorization field is not valid"))
            }
            permit.access = max(permit.access, granted)
        }
        return .pass(permit)
    }

    private func isOwn(host: String) -> Bool {
        let host = host.lowercased()
        // A browser omits the default port of the scheme.
        return ["127.0.0.1", "localhost", "[::1]"].contains { host == "\($0):\(port)" || port == 80 && host == $0 }
    }

    /// Returns true for the origin of a browser extension: 32 letters from a to p in Chromium, a UUID in Firefox.
    ///
    /// Web pages cannot have such an origin. The origin grants no access by itself: an extension needs a token or a
    /// pairing code.
    private static func isExtension(_ origin: String) -> Bool {
        if origin.hasPrefix("chrome-extension://") {
            let id = origin.utf8.dropFirst("chrome-extension://".utf8.count)
            return id.count == 32 && id.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "p")).contains($0) }
        }
        guard origin.hasPrefix("moz-extension://") else { return false }
        let groups = origin.dropFirst("moz-extension://".count)
            .split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) } }
    }

    /// Returns true if the service's own page or the user (address bar, bookmark, another program) started the request.
    ///
    /// Requests without Sec-Fetch-Site count as started by the user, because only browsers send that field.
    private func isFromSameSite(_ request: RequestMetadata) -> Bool {
        request.fetchSite.map { ["same-origin", "none"].contains($0) } ?? true
    }

    private func isNavigation(_ request: RequestMetadata) -> Bool {
        (request.method == .get || request.method == .head) && request.fetchMode == "navigate"
            && request.fetchDestination == "document"
            && routes.allowsNavigation(to: request.path)
    }

    /// Returns true for a form that a document without an origin submits as a navigation of its tab.
    ///
    /// A local file has the origin `null`. Other sites can create documents with that origin too, so it grants nothing.
    private func isLocalForm(_ request: RequestMetadata) -> Bool {
        request.method == .post && request.origin == "null" && routes.acceptsForeignForm(at: request.path)
            && (request.fetchMode ?? "navigate") == "navigate"
            && (request.fetchDestination ?? "document") == "document"
    }

    private func bearerAccess(_ authorization: String) -> Access? {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        if tokens.full.matches(parts[1]) { return .full }
        return tokens.capture.matches(parts[1]) ? .capture : nil
    }

    /// Returns the access that the cookie gives together with the secret of its session or with a ticket.
    private func cookiePermit(_ request: RequestMetadata) -> Permit {
        let cookies = SessionCookie(port: port).values(in: request.cookies)
        let takesTicket = request.method == .get && routes.acceptsTicket(at: request.path)
        let credentials = sessions.credentials(
            cookies: cookies, secret: request.sessionSecret, target: takesTicket ? request.target : nil)
        let access: Access =
            switch credentials {
            case .session, .ticket: .full
            case .none, .cookie, .wrongSecret: .none
            }
        return Permit(
            access: access, credentials: credentials, cookies: cookies,
            hasOldCookie: SessionTable.isOne(of: cookies, tokens.full))
    }
}

/// The parts of a request on which the guard's decision depends.
struct RequestMetadata: Sendable {
    var method: HTTPRequest.Method = .get
    /// The path without the query.
    var path = "/"
    /// The request target as it was sent, with the query; nil if there is none.
    var target: String? = "/"
    /// The Host field.
    var host: String?
    /// True if there are several Host fields.
    var hasSeveralHosts = false
    var origin: String?
    var fetchSite: String?
    var fetchMode: String?
    var fetchDestination: String?
    var authorization: String?
    /// The Cookie fields; a browser may send several in HTTP/2, and a proxy may split them.
    var cookies: [String] = []
    /// The Leftoff-Session field, which contains the secret of a session.
    var sessionSecret: String?
}

extension RequestMetadata {
    /// Creates the metadata of a request.
    init(head: HTTPRequest, path: String) {
        let fields = head.headerFields
        self.init()
        method = head.method
        self.path = path
        target = head.path
        host = head.authority
        // The HTTP library has turned the first Host field into the authority.
        hasSeveralHosts = fields.contains(.hostField)
        origin = fields[.origin]
        fetchSite = fields[.secFetchSite]
        fetchMode = fields[.secFetchMode]
        fetchDestination = fields[.secFetchDestination]
        authorization = fields[.authorization]
        cookies = fields[values: .cookie]
        sessionSecret = fields[.leftoffSession]
    }
}

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
        let requestGuard = RequestGuard(
            port: port.number, tokens: tokens, routes: routes, sessions: sessions.table(),
            servesLocalhost: port.servesLocalhost)
        switch requestGuard.decision(on: metadata) {
        // A method that the path never supports needs no token to be refused.
        case .refuse(let problem) where problem.status == .unauthorized:
            throw routes.methodProblem(request.method, at: request.uri.path) ?? problem
        case .refuse(let problem): throw problem
        case .pass(let permit):
            var context = context
            context.access = permit.access
            context.credentials = permit.credentials
            context.cookies = permit.cookies
            context.tokenGeneration = generation
            switch permit.credentials {
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

/// The access that a request has.
enum Access: Int, Comparable {
    /// Access to the assets and `/healthz`, which are open to every local program.
    case none
    /// Permission to add snapshots.
    case capture
    /// Access to everything.
    case full

    static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }

    /// Throws a problem (401 or 403) if this access is less than a route requires.
    func require(_ required: Access) throws(Problem) {
        guard self < required else { return }
        guard self != .none else {
            throw .unauthorized("a token is required: send \"Authorization: Bearer TOKEN\", or sign in on the web page")
        }
        throw Problem(.forbidden, "the capture token may only add places")
    }
}
