package import FoundationEssentials
import RecordIDs

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
    package static let idleLifetime: TimeInterval = 7 * 86_400
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
    func isOver(at now: Date) -> Bool { now >= endsAt }

    /// Returns true if the session has ended.
    ///
    /// A session that began in the future has ended too: a clock that is set back does not extend it. One that was only
    /// used in the future, which a clock leaves that was ahead for a moment, ends by its beginning.
    func hasEnded(at now: Date) -> Bool {
        isOver(at: now) || createdAt > now.addingTimeInterval(Self.clockTolerance)
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
