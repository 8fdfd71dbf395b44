import CLibCurl
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

    /// The number of new cookies after which the cookies of each domain are counted.
    ///
    /// Counting means listing all of them.
    private static let countingInterval = 1_000

    private var newCount = 0

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
        for line in lines where Self.isCookie(line) { _ = clibcurl_set_text(easy, CLIBCURL_COOKIELIST, line) }
    }

    deinit {
        clibcurl_easy_destroy(easy)
        clibcurl_share_destroy(share)
    }

    /// The cookies that have not expired, as lines of Netscape's cookie file.
    var lines: [String] { Self.lines(of: easy) }

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
        let lines = lines
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

    /// Returns false for a comment, and for libcurl's commands such as `ALL` and `Set-Cookie:`.
    private static func isCookie(_ line: String) -> Bool {
        line.utf8.count(where: { $0 == 0x09 }) >= 5 && (!line.hasPrefix("#") || line.hasPrefix("#HttpOnly_"))
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
