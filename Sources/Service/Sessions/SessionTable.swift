import FoundationEssentials

/// The sessions, sign-ins and tickets at one moment, with which the guard examines a request.
struct SessionTable: Sendable {
    /// A sign-in whose page has not registered its secret yet.
    struct SignIn: Sendable {
        /// The value of the cookie that the response sets.
        let cookie: Token
        /// The secret that only the page of the response receives.
        let claim: Token
        let browser: String
        let endsAt: ContinuousClock.Instant
        /// The origin of the code, without which the sign-in ends.
        let issuer: Issuer
        /// The session of the same browser, which ends with this sign-in; nil if it has none.
        let replacedID: String?
    }

    /// A permission to open one address by navigation, which cannot carry a header field.
    struct Ticket: Sendable {
        /// The id of the session that requested the ticket, which is valid only with the cookie of the session.
        let sessionID: String
        /// The request target up to the secret.
        let address: String
        let secret: Token
        let endsAt: ContinuousClock.Instant
    }

    /// The relation of a request to the sessions.
    enum Standing: Sendable, Equatable {
        /// The request has no cookie of a session.
        case none
        /// The request has the cookie of a sign-in or of a session, but not the secret of the session. Programs on
        /// other ports can have the cookie too, so it opens only pages without private data.
        case cookie(id: String?)
        /// The request has the cookie of a session and another secret.
        case wrongSecret(id: String)
        /// The request has the cookie and the secret of a session.
        case session(id: String)
        /// The request has the cookie of a session and a ticket for its address.
        case ticket(id: String)

        /// The id of the session; nil without one.
        var id: String? {
            switch self {
            case .none: nil
            case .cookie(let id): id
            case .wrongSecret(let id), .session(let id), .ticket(let id): id
            }
        }
    }

    var sessions: [Session] = []
    var signIns: [SignIn] = []
    var tickets: [Ticket] = []
    var now = Date(timeIntervalSince1970: 0)
    /// The time by the clock of the ends of sign-ins and tickets.
    var steadyNow = ContinuousClock.now
    /// The generation of the tokens with which the sessions are valid.
    var tokenGeneration = 0

    /// Returns true if the origin of a code or a sign-in still has access.
    func hasAccess(_ issuer: Issuer) -> Bool { issuer.hasAccess(tokenGeneration: tokenGeneration, sessions: sessions) }

    /// Returns the relation of a request to the sessions.
    ///
    /// - Parameters:
    ///   - cookies: The values of the cookies that have the name of the session cookie. Other ports can add some.
    ///   - secret: The value of the field `Leftoff-Session`; nil if there is none.
    ///   - target: The request target if a ticket may be used; nil for other methods than GET.
    /// - Returns: The strongest relation.
    func standing(cookies: [Substring], secret: String?, target: String?) -> Standing {
        guard !cookies.isEmpty else { return .none }
        var standing = Standing.none
        // All sessions are compared, so that the duration does not depend on the one that matches.
        for session in sessions where !session.hasEnded(at: now) {
            guard Self.isOne(of: cookies, session.cookie) else { continue }
            if let secret, session.secret.matches(secret) {
                standing = .session(id: session.id)
            } else if case .session = standing {
                continue
            } else if let target, hasTicket(for: target, sessionID: session.id) {
                standing = .ticket(id: session.id)
            } else {
                standing = secret == nil ? .cookie(id: session.id) : .wrongSecret(id: session.id)
            }
        }
        let isSigningIn = signIns.contains {
            $0.endsAt > steadyNow && hasAccess($0.issuer) && Self.isOne(of: cookies, $0.cookie)
        }
        return standing == .none && isSigningIn ? .cookie(id: nil) : standing
    }

    private func hasTicket(for target: String, sessionID: String) -> Bool {
        tickets.contains { ticket in
            ticket.sessionID == sessionID && ticket.endsAt > steadyNow && target.hasPrefix(ticket.address)
                && ticket.secret.matches(target.dropFirst(ticket.address.count))
        }
    }

    /// Returns true if one of the values is a token.
    static func isOne(of values: [Substring], _ token: Token) -> Bool {
        // Each value is compared.
        values.count { token.matches($0) } > 0
    }
}
