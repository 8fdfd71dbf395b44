import HTTPTypes

/// Decides whether a request may go on, and what its bearer may do.
///
/// It is pure: the same facts give the same verdict.
///
/// Any page in the browser can send requests to loopback, by its own name (DNS rebinding) or by ours. So the Host must
/// be one of ours exactly, a request that a foreign page started is refused unless it is a plain visit to a page that
/// holds no secret, and whatever reads or changes something needs a token.
struct RequestGuard: Sendable {
    /// What is to become of a request.
    enum Verdict: Sendable {
        /// It goes on with this much access.
        case pass(Access)
        /// It is refused.
        case refuse(Problem)
    }

    /// The pages that a person may open from anywhere by a link or a bookmarklet.
    static let pagesOpenToVisits: Set<String> = ["/", "/c", "/r", "/install", "/sample", "/queue", "/settings"]
    /// The addresses of the web page's views, apart from the start page's.
    static let views = ["/queue", "/settings", "/places/:id"]

    /// The port that the Host must name.
    let port: UInt16
    /// The tokens to compare with.
    let tokens: ServiceTokens

    /// The cookie that carries a session.
    ///
    /// Browsers share cookies between the ports of a host, so the port is in the name.
    var cookieName: String { "leftoff_\(port)" }

    /// The value of Set-Cookie that begins a session.
    var sessionCookie: String { "\(cookieName)=\(tokens.full.text); HttpOnly; SameSite=Strict; Path=/" }

    /// Judges a request.
    ///
    /// - Parameter request: What it says about itself.
    /// - Returns: Access, or the problem to answer with.
    func verdict(on request: RequestFacts) -> Verdict {
        guard let host = request.host else { return .refuse(Problem(.badRequest, "the Host field is missing")) }
        // RFC 9112, section 3.2. What else might lie in between could take the other one.
        guard !request.hasSeveralHosts else { return .refuse(Problem(.badRequest, "there are several Host fields")) }
        guard isOurs(host: host) else {
            return .refuse(Problem(.misdirectedRequest, "this service answers only to its own loopback names"))
        }
        // Two slashes could be taken for a host, or for one. Of an address in full only the path comes here: see TargetHandler.
        guard let target = request.target, target.hasPrefix("/"), !target.hasPrefix("//") else {
            return .refuse(Problem(.badRequest, "the request's path must begin with exactly one slash"))
        }
        let isFromExtension = request.origin.map(Self.isExtension) ?? false
        if let origin = request.origin, origin != "http://\(host)", !isFromExtension {
            return .refuse(Problem(.forbidden, "requests from other origins are refused"))
        }
        guard isFromExtension || isFromHere(request) || isVisit(request) else {
            return .refuse(Problem(.forbidden, "requests that another site starts are refused"))
        }
        var access = Access.none
        if let authorization = request.authorization {
            guard let granted = bearerAccess(authorization) else {
                return .refuse(.unauthorized("the token in the Authorization field is not valid"))
            }
            access = granted
        }
        // Whatever extension of the browser asks, its cookies are not its own.
        return .pass(isFromExtension ? access : max(access, cookieAccess(request.cookies)))
    }

    private func isOurs(host: String) -> Bool {
        let host = host.lowercased()
        // A browser leaves the port out where it is the scheme's own.
        return ["127.0.0.1", "localhost", "[::1]"].contains { host == "\($0):\(port)" || port == 80 && host == $0 }
    }

    /// Whether a browser extension asks: the letters a to p that stand for a key in Chromium, a UUID in Firefox.
    ///
    /// Pages cannot have such an origin. It gives nothing by itself: an extension needs a token or a pairing code.
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

    /// Whether our own page or the person (address bar, bookmark, another program) started the request.
    ///
    /// A client that is no browser sends no such field.
    private func isFromHere(_ request: RequestFacts) -> Bool {
        request.fetchSite.map { ["same-origin", "none"].contains($0) } ?? true
    }

    private func isVisit(_ request: RequestFacts) -> Bool {
        (request.method == .get || request.method == .head) && request.fetchMode == "navigate"
            && request.fetchDestination == "document"
            && (Self.pagesOpenToVisits.contains(request.path) || Self.isPlace(request.path))
    }

    private static func isPlace(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[1] == "places" && !parts[2].isEmpty
    }

    private func bearerAccess(_ authorization: String) -> Access? {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        if tokens.full.matches(parts[1]) { return .full }
        return tokens.capture.matches(parts[1]) ? .capture : nil
    }

    private func cookieAccess(_ fields: [String]) -> Access {
        let prefix = cookieName + "="
        for pair in fields.flatMap({ $0.split(separator: ";") }) {
            let pair = pair.drop { $0 == " " }
            if pair.hasPrefix(prefix), tokens.full.matches(pair.dropFirst(prefix.count)) { return .full }
        }
        return .none
    }
}
