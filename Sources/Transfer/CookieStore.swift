import CLibCurl

/// The cookies of one engine, which libcurl keeps, matches and ages.
///
/// libcurl bounds what a server can do with them: 50 of a response, 150 or 8 KiB in a request, none for a whole public
/// suffix. How many a host may have in all is bounded here. It belongs to the engine's thread.
final class CookieStore {
    /// How many cookies a domain may have; browsers keep as many.
    private static let maximumPerDomain = 180

    /// How many cookies libcurl takes of one response.
    private static let maximumPerResponse = 50

    /// How many new cookies may come before they are counted: to count them costs as much as to list them.
    private static let tolerance = 1_000

    private var newCount = 0

    let share: OpaquePointer
    private let easy: OpaquePointer

    /// Makes a store with cookies, or nil when memory is short.
    ///
    /// - Parameter lines: Lines of Netscape's cookie file. Those that are none are left out.
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
    var lines: [String] {
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

    /// Notes that a response has set cookies, and drops the oldest of a domain that has too many.
    ///
    /// - Parameter count: How many fields set one.
    func noteNew(_ count: Int) {
        newCount += min(count, Self.maximumPerResponse)
        guard newCount >= Self.tolerance else { return }
        newCount = 0
        let lines = lines
        var kept: [String] = []
        var counts: [Substring: Int] = [:]
        // The newest come last.
        for line in lines.reversed() {
            let domain = line.prefix { $0 != "\t" }
            counts[domain, default: 0] += 1
            if counts[domain, default: 0] <= Self.maximumPerDomain { kept.append(line) }
        }
        guard kept.count < lines.count else { return }
        _ = clibcurl_set_text(easy, CLIBCURL_COOKIELIST, "ALL")
        for line in kept.reversed() { _ = clibcurl_set_text(easy, CLIBCURL_COOKIELIST, line) }
    }

    /// Tells a cookie's line from a comment and from libcurl's commands such as `ALL` and `Set-Cookie:`.
    private static func isCookie(_ line: String) -> Bool {
        line.utf8.count(where: { $0 == 0x09 }) >= 5 && (!line.hasPrefix("#") || line.hasPrefix("#HttpOnly_"))
    }
}
