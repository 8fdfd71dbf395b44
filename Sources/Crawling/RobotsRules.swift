package import WHATWGURL

/// The rules of a robots.txt for one crawler (RFC 9309).
package struct RobotsRules: Sendable, Hashable {
    private struct Rule: Sendable, Hashable {
        let pattern: RobotsPattern
        let isAllowed: Bool
    }

    /// Rules that allow everything.
    package static let allowAll = RobotsRules(rules: [], crawlDelay: nil)

    /// Rules that allow nothing, for a server that failed to send the file (section 2.3.1.4).
    package static let disallowAll = RobotsRules(
        rules: [Rule(pattern: RobotsPattern("/"), isAllowed: false)], crawlDelay: nil)

    /// The maximum number of bytes that are read of a file; section 2.5 requires at least 500 KiB.
    package static let maximumByteCount = 512 * 1_024

    /// The maximum delay that is obeyed.
    ///
    /// A longer delay would stop a crawl rather than slow it down.
    package static let maximumCrawlDelay: Duration = .seconds(30)

    /// The delay between two requests, from the `Crawl-delay` field; nil if there is none.
    ///
    /// The field is not part of the standard, but is widely used.
    package let crawlDelay: Duration?

    private let rules: [Rule]

    private init(rules: [Rule], crawlDelay: Duration?) {
        self.rules = rules
        self.crawlDelay = crawlDelay
    }

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - isCut: True for the beginning of a longer file, whose last line is ignored.
    ///   - token: The crawler's product token, for example `Leftoff`.
    package init(_ bytes: [UInt8], isCut: Bool = false, token: String) {
        var own = Group()
        var general = Group()
        var agents: [String] = []
        var isInRules = false
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        var lines = content.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
        if isCut { lines.removeLast() }
        for line in lines {
            guard let (key, value) = Self.record(line) else { continue }
            switch key {
            case "user-agent":
                if isInRules { agents = [] }
                isInRules = false
                agents.append(value == "*" ? "*" : Self.productToken(value))
            case "allow", "disallow", "crawl-delay":
                isInRules = true
                if agents.contains(token.lowercased()) { own.add(key, value) }
                if agents.contains("*") { general.add(key, value) }
                // A group without rules still takes precedence over the general group for its crawler.
                continue
            default:
                continue
            }
            if agents.contains(token.lowercased()) { own.isNamed = true }
        }
        let group = own.isNamed ? own : general
        rules = group.rules
        crawlDelay = group.crawlDelay
    }

    /// Returns true if a URL may be fetched (section 2.2.2).
    ///
    /// The longest matching pattern takes precedence. The URL is allowed if no pattern matches, or if one of the
    /// longest ones allows it.
    ///
    /// - Parameter url: A URL of the same origin.
    /// - Returns: False if the longest matching pattern disallows it.
    package func allows(_ url: WebURL) -> Bool {
        guard !rules.isEmpty, url.path != "/robots.txt" else { return true }
        let target = RobotsPattern.normalized((url.path + (url.query.map { "?" + $0 } ?? "")).utf8)
        var longest = -1
        var isAllowed = true
        for rule in rules where rule.pattern.byteCount >= longest && rule.pattern.matches(target) {
            if rule.pattern.byteCount > longest {
                longest = rule.pattern.byteCount
                isAllowed = rule.isAllowed
            } else if rule.isAllowed {
                isAllowed = true
            }
        }
        return isAllowed
    }

    // MARK: Reading

    private struct Group {
        var isNamed = false
        var rules: [Rule] = []
        var crawlDelay: Duration?

        mutating func add(_ key: String, _ value: String) {
            if key == "crawl-delay" {
                // If there are several, the longest delay is used. A malformed one is ignored.
                guard let seconds = Double(value), seconds > 0 else { return }
                let delay = min(.seconds(min(seconds, 1e6)), RobotsRules.maximumCrawlDelay)
                crawlDelay = max(crawlDelay ?? .zero, delay)
            } else if !value.isEmpty {
                rules.append(Rule(pattern: RobotsPattern(value), isAllowed: key == "allow"))
            }
        }
    }

    /// Returns a line's key in lower case and its value without its comment.
    private static func record(_ line: ArraySlice<UInt8>) -> (String, String)? {
        let content = line.prefix { $0 != UInt8(ascii: "#") }
        guard let colon = content.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let key = String(decoding: trimmed(content[..<colon]), as: UTF8.self).lowercased()
        return (key, String(decoding: trimmed(content[(colon + 1)...]), as: UTF8.self))
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return bytes
    }

    /// Returns the product token of a value such as `Leftoff/1.0`, in lower case (section 2.2.1).
    private static func productToken(_ value: String) -> String {
        let token = value.utf8.prefix { byte in
            (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F
        }
        return String(decoding: Array(token), as: UTF8.self).lowercased()
    }
}
