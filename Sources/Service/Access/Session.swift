package import FoundationEssentials
import Syntax

/// A browser that is signed in.
///
/// The browser proves it with two secrets. The cookie travels by itself, to every port of this host. The second secret
/// lies in the storage of the page, which browsers separate by port, and travels in the field `Leftoff-Session`.
package struct Session: Sendable {
    /// The time after which a session ends, in seconds: 30 days.
    ///
    /// A longer one would keep a stolen profile of a browser useful for longer, a shorter one asks for signing in more
    /// often.
    package static let lifetime: TimeInterval = 30 * 86_400
    /// The time without use after which a session ends, in seconds: 7 days.
    static let idleLifetime: TimeInterval = 7 * 86_400
    /// The maximum number of sessions; the least recently used ones end first.
    package static let limit = 64

    /// The public identifier, with which the session is listed and ended.
    package let id: String
    /// The value of the cookie.
    let cookie: Token
    /// The secret in the storage of the page.
    let secret: Token
    /// The name of the browser, for lists.
    package let browser: String
    /// The time of signing in.
    package let createdAt: Date
    /// The time of the last use, which is at most an hour out of date.
    package var usedAt: Date

    /// Creates a session that begins now.
    init(cookie: Token, secret: Token, browser: String, at now: Date) {
        self.init(
            id: RecordID.random(), cookie: cookie, secret: secret, browser: browser, createdAt: now, usedAt: now)
    }

    /// Creates a session from its parts.
    init(id: String, cookie: Token, secret: Token, browser: String, createdAt: Date, usedAt: Date) {
        self.id = id
        self.cookie = cookie
        self.secret = secret
        self.browser = browser
        self.createdAt = createdAt
        self.usedAt = usedAt
    }

    /// The time at which the session ends if it is not used again.
    package var endsAt: Date {
        min(createdAt.addingTimeInterval(Self.lifetime), usedAt.addingTimeInterval(Self.idleLifetime))
    }

    /// The difference by which clocks may be wrong, in seconds.
    private static let clockTolerance: TimeInterval = 3_600

    /// Returns true if the time of the session is over.
    func isExpired(at now: Date) -> Bool { now >= endsAt }

    /// Returns true if the session has ended.
    ///
    /// A session that began in the future has ended too: a clock that is set back does not extend it. One that was only
    /// used in the future, which a clock leaves that was ahead for a moment, ends by its beginning.
    func hasEnded(at now: Date) -> Bool {
        isExpired(at: now) || createdAt > now.addingTimeInterval(Self.clockTolerance)
    }
}

/// The name of a browser in a `User-Agent` field (RFC 9110, section 10.1.5).
enum BrowserName {
    /// The tokens of browsers, in the order in which they decide: most browsers also contain the tokens of others.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Vivaldi/", "Vivaldi"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
        ("Chrome/", "Chrome or Chromium"), ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iOS"), ("iPad", "iPadOS"), ("Windows", "Windows"), ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    /// Returns one of a few known names, so that no text of the request is stored.
    static func of(userAgent: String?) -> String {
        guard let text = userAgent?.prefix(512) else { return "Unknown browser" }
        guard let browser = browsers.first(where: { text.contains($0.0) })?.1 else { return "Unknown browser" }
        return systems.first { text.contains($0.0) }.map { "\(browser) on \($0.1)" } ?? browser
    }
}

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

    /// The sessions that the cookie and the secret of a request belong to.
    enum Credentials: Sendable, Equatable {
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
    var monotonicNow = ContinuousClock.now
    /// The generation of the tokens with which the sessions are valid.
    var tokenGeneration = 0

    /// Returns true if the origin of a code or a sign-in still has access.
    func hasAccess(_ issuer: Issuer) -> Bool { issuer.hasAccess(tokenGeneration: tokenGeneration, sessions: sessions) }

    /// Returns the credentials of a request for sessions.
    ///
    /// - Parameters:
    ///   - cookies: The values of the cookies that have the name of the session cookie. Other ports can add some.
    ///   - secret: The value of the field `Leftoff-Session`; nil if there is none.
    ///   - target: The request target if a ticket may be used; nil for other methods than GET.
    /// - Returns: The strongest credentials.
    func credentials(cookies: [Substring], secret: String?, target: String?) -> Credentials {
        guard !cookies.isEmpty else { return .none }
        var credentials = Credentials.none
        // All sessions are compared, so that the duration does not depend on the one that matches.
        for session in sessions where !session.hasEnded(at: now) {
            guard Self.isOne(of: cookies, session.cookie) else { continue }
            if let secret, session.secret.matches(secret) {
                credentials = .session(id: session.id)
            } else if case .session = credentials {
                continue
            } else if let target, hasTicket(for: target, sessionID: session.id) {
                credentials = .ticket(id: session.id)
            } else {
                credentials = secret == nil ? .cookie(id: session.id) : .wrongSecret(id: session.id)
            }
        }
        let isSigningIn = signIns.contains {
            $0.endsAt > monotonicNow && hasAccess($0.issuer) && Self.isOne(of: cookies, $0.cookie)
        }
        return credentials == .none && isSigningIn ? .cookie(id: nil) : credentials
    }

    private func hasTicket(for target: String, sessionID: String) -> Bool {
        tickets.contains { ticket in
            ticket.sessionID == sessionID && ticket.endsAt > monotonicNow && target.hasPrefix(ticket.address)
                && ticket.secret.matches(target.dropFirst(ticket.address.count))
        }
    }

    /// Returns true if one of the values is a token.
    static func isOne(of values: [Substring], _ token: Token) -> Bool {
        // Each value is compared.
        values.count { token.matches($0) } > 0
    }
}

/// The origin of a one-time code, a pairing code or a sign-in, which is valid only as long as its origin has access.
struct Issuer: Sendable {
    /// The generation of the tokens at the time of issuing; see ``RotatingTokens/generation``.
    let tokenGeneration: Int
    /// The id of the session that issued it; nil for a client with a token, and for the service itself.
    var sessionID: String?

    /// Returns true if the tokens have not been replaced since, and the session has not ended.
    ///
    /// - Parameters:
    ///   - tokenGeneration: The newest generation of the tokens.
    ///   - sessions: The sessions that have not ended.
    /// - Returns: True if the origin still has access.
    func hasAccess(tokenGeneration: Int, sessions: [Session]) -> Bool {
        self.tokenGeneration == tokenGeneration
            && (sessionID.map { id in sessions.contains { $0.id == id } } ?? true)
    }
}

/// The cookie that identifies a session.
///
/// Browsers share cookies between the ports of a host, so the port is part of the name, and the cookie alone gives
/// access to nothing private.
struct SessionCookie: Sendable {
    /// The port of the service.
    let port: UInt16

    /// The attributes of the cookie (RFC 6265, section 4.1.2).
    private static let attributes = "HttpOnly; SameSite=Strict; Path=/"

    /// The cookie's name.
    private var name: String { "leftoff_\(port)" }

    /// The value of the Set-Cookie field that deletes the cookie.
    var deletion: String { "\(name)=; Max-Age=0; \(Self.attributes)" }

    /// Returns the value of the Set-Cookie field that sets the cookie.
    ///
    /// - Parameter token: The value, which must not be one of the service's tokens.
    /// - Returns: The value of the field.
    func field(_ token: Token) -> String {
        "\(name)=\(token.text); Max-Age=\(Int(Session.lifetime)); \(Self.attributes)"
    }

    /// Returns the values of the cookie in Cookie fields.
    ///
    /// There can be several, because other ports can set cookies of the same name with other paths.
    func values(in fields: [String]) -> [Substring] {
        let prefix = name + "="
        return fields.flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(prefix) ? pair.dropFirst(prefix.count) : nil
        }
    }
}
