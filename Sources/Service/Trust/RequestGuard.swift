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
    static let pagesOpenToVisits: Set<String> = ["/", "/c", "/r", "/install", "/sample"]

    /// The port that the Host must name.
    let port: UInt16
    /// The tokens to compare with.
    let tokens: ServiceTokens

    /// The cookie that carries a session.
    ///
    /// Browsers share cookies between the ports of a host, so the port is in the name.
    var cookieName: String { "leftoff_\(port)" }

    /// Judges a request.
    ///
    /// - Parameter request: What it says about itself.
    /// - Returns: Access, or the problem to answer with.
    func verdict(on request: RequestFacts) -> Verdict {
        guard let host = request.host else { return .refuse(Problem(.badRequest, "the Host field is missing")) }
        guard isOurs(host: host) else {
            return .refuse(Problem(.misdirectedRequest, "this service answers only to its own loopback names"))
        }
        if let origin = request.origin, origin != "http://\(host)" {
            return .refuse(Problem(.forbidden, "requests from other origins are refused"))
        }
        guard isFromHere(request) || isVisit(request) else {
            return .refuse(Problem(.forbidden, "requests that another site starts are refused"))
        }
        var access = Access.none
        if let authorization = request.authorization {
            guard let granted = bearerAccess(authorization) else {
                return .refuse(.unauthorized("the token in the Authorization field is not valid"))
            }
            access = granted
        }
        return .pass(max(access, cookieAccess(request.cookies)))
    }

    private func isOurs(host: String) -> Bool {
        let host = host.lowercased()
        // A browser leaves the port out where it is the scheme's own.
        return ["127.0.0.1", "localhost", "[::1]"].contains { host == "\($0):\(port)" || port == 80 && host == $0 }
    }

    /// Whether our own page or the person (address bar, bookmark, another program) started the request.
    ///
    /// A client that is no browser sends no such field.
    private func isFromHere(_ request: RequestFacts) -> Bool {
        request.fetchSite.map { ["same-origin", "none"].contains($0) } ?? true
    }

    private func isVisit(_ request: RequestFacts) -> Bool {
        (request.method == .get || request.method == .head) && request.fetchMode == "navigate"
            && request.fetchDestination == "document" && Self.pagesOpenToVisits.contains(request.path)
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
