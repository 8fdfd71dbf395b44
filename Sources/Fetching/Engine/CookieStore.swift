import CLibCurl
import Glibc
import Synchronization

/// The cookies of one engine, which libcurl stores, sends and expires.
///
/// libcurl itself accepts at most 50 cookies of a response and none for a public suffix, and sends at most 150 cookies
/// or 8 KiB in a request. This store limits the number of cookies of a domain. It belongs to the engine's thread.
final class CookieStore {
    /// The maximum number of cookies of a domain, as in browsers.
    private static let maximumPerDomain = 180

    /// The maximum number of cookies that libcurl accepts from one response.
    private static let maximumPerResponse = 50

    /// The beginning of the line of a cookie that scripts may not read.
    private static let httpOnlyMark = "#HttpOnly_"

    /// The number of new cookies after which the cookies of each domain are counted.
    ///
    /// Counting means listing all of them.
    private static let countingInterval = 1_000

    private var newCount = 0

    /// The lines that libcurl does not have yet, by the ``key(_:)`` of their domain.
    ///
    /// libcurl compares each new cookie with those it has: 20,000 lines at once would take 6 s. It gets those of a
    /// domain when they may be sent to a host, and a host can change no others.
    private(set) var unloaded: [String: [String]] = [:]

    let share: OpaquePointer
    private let easy: OpaquePointer

    /// Creates a store that contains cookies; nil if memory is exhausted.
    ///
    /// - Parameter lines: Lines of Netscape's cookie file; other lines are ignored.
    init?(lines: [String]) {
        guard let share = clibcurl_share_create() else { return nil }
        guard let easy = clibcurl_easy_create() else {
            clibcurl_share_destroy(share)
            return nil
        }
        self.share = share
        self.easy = easy
        _ = clibcurl_set_share(easy, share)
        _ = clibcurl_set_text(easy, CLIBCURL_COOKIEFILE, "")
        let now = Int64(time(nil))
        for line in lines where Self.isCookie(line) && !Self.hasExpired(line, now: now) {
            unloaded[Self.domain(of: line), default: []].append(line)
        }
    }

    deinit {
        clibcurl_easy_destroy(easy)
        clibcurl_share_destroy(share)
    }

    /// The cookies that have not expired, as lines of Netscape's cookie file.
    var lines: [String] {
        Self.lines(of: easy) + unloaded.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// Passes the cookies of a host and of its parent domains to libcurl.
    ///
    /// Call this before each request to the host.
    ///
    /// - Parameter hostname: The host in the form of `WebURL.hostname`.
    func load(for hostname: String) {
        // A longer name exists in no network (RFC 1035, section 2.3.4).
        guard !unloaded.isEmpty, hostname.utf8.count <= 255 else { return }
        var domain = Self.key(hostname[...])[...]
        while true {
            for line in unloaded.removeValue(forKey: String(domain))?.suffix(Self.maximumPerDomain) ?? [] {
                _ = clibcurl_set_text(easy, CLIBCURL_COOKIELIST, line)
            }
            guard let dot = domain.utf8.firstIndex(of: 0x2E) else { return }
            domain = domain[domain.utf8.index(after: dot)...]
        }
    }

    /// Returns the cookies of a handle that have not expired, as lines of Netscape's cookie file.
    static func lines(of easy: OpaquePointer) -> [String] {
        guard let list = clibcurl_cookies(easy) else { return [] }
        defer { clibcurl_list_destroy(list) }
        var lines: [String] = []
        var rest: OpaquePointer? = list
        while let element = rest {
            lines.append(String(cString: clibcurl_list_text(element)))
            rest = clibcurl_list_rest(element)
        }
        return lines
    }

    /// Records that a response has set cookies, and from time to time removes the oldest cookies of domains that have
    /// too many.
    ///
    /// - Parameter count: The number of Set-Cookie fields.
    func recordNew(_ count: Int) {
        newCount += min(count, Self.maximumPerResponse)
        guard newCount >= Self.countingInterval else { return }
        newCount = 0
        let lines = Self.lines(of: easy)
        var kept: [String] = []
        var counts: [Substring: Int] = [:]
        // The newest cookies are at the end.
        for line in lines.reversed() {
            let domain = line.prefix { $0 != "\t" }
            counts[domain, default: 0] += 1
            if counts[domain, default: 0] <= Self.maximumPerDomain { kept.append(line) }
        }
        guard kept.count < lines.count else { return }
        _ = clibcurl_set_text(easy, CLIBCURL_COOKIELIST, "ALL")
        for line in kept.reversed() { _ = clibcurl_set_text(easy, CLIBCURL_COOKIELIST, line) }
    }

    /// Returns a host or a domain in lower case, without a dot at its start or end and without the brackets of IPv6.
    private static func key(_ host: Substring) -> String {
        var host = host.drop { $0 == "." || $0 == "[" }
        while let last = host.last, last == "." || last == "]" { host.removeLast() }
        return host.lowercased()
    }

    /// Returns the ``key(_:)`` of a cookie's domain, which is its first field.
    private static func domain(of line: String) -> String {
        let domain = Substring(line.utf8.prefix { $0 != 0x09 })
        return key(domain.hasPrefix(httpOnlyMark) ? domain.dropFirst(httpOnlyMark.count) : domain)
    }

    /// Returns true if the time in a cookie's fifth field, in seconds since 1970, is in the past; 0 means no time.
    private static func hasExpired(_ line: String, now: Int64) -> Bool {
        let fields = line.utf8.split(separator: 0x09, maxSplits: 5, omittingEmptySubsequences: false)
        guard fields.count > 4, let expiry = Int64(Substring(fields[4])), expiry > 0 else { return false }
        return expiry < now
    }

    /// Returns false for a comment, and for libcurl's commands such as `ALL` and `Set-Cookie:`.
    private static func isCookie(_ line: String) -> Bool {
        line.utf8.count(where: { $0 == 0x09 }) >= 5 && (!line.hasPrefix("#") || line.hasPrefix(httpOnlyMark))
    }
}

/// The cookies of one chain of redirects (RFC 6265): those that its responses set, for its further requests.
///
/// Sites that require cookies redirect to the same address until one comes back. libcurl stores the cookies while a hop
/// runs, and applies the rules about domains, paths and secure connections. Nothing is kept beyond the chain.
final class ChainCookies: Sendable {
    private let lines = Mutex<[String]>([])

    /// Creates an empty store.
    init() {}

    /// The cookies as lines of Netscape's cookie file.
    var current: [String] {
        get { lines.withLock { $0 } }
        set { lines.withLock { $0 = newValue } }
    }
}
