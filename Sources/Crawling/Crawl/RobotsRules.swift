import Syntax
package import WHATWGURL

/// The rules of a robots.txt for one crawler (RFC 9309).
package struct RobotsRules: Sendable, Hashable {
    private struct Rule: Sendable, Hashable {
        let pattern: RobotsPattern
        let isAllowed: Bool
    }

    /// Rules that allow everything.
    static let allowAll = RobotsRules(rules: [], crawlDelay: nil)

    /// Rules that allow nothing, for a server that failed to send the file (section 2.3.1.4).
    static let disallowAll = RobotsRules(
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

    /// The maximum number of bytes that are examined to decide on one URL.
    ///
    /// A file of the maximum size may have 50,000 patterns with stars, and a URL may be 2 MiB long, so that their
    /// product must be bounded: this takes about a tenth of a second. 1,000 such patterns and a URL of 60,000 bytes
    /// stay below it.
    private static let maximumStepCount = 1 << 26

    /// The rules in order of precedence: longest first, and of the same length, those that allow first.
    private let rules: [Rule]

    private init(rules: [Rule], crawlDelay: Duration?) {
        self.rules = rules.sorted { first, second in
            first.pattern.byteCount != second.pattern.byteCount
                ? first.pattern.byteCount > second.pattern.byteCount : first.isAllowed && !second.isAllowed
        }
        self.crawlDelay = crawlDelay
    }

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - isCut: True for the beginning of a longer file, whose last line is ignored.
    ///   - token: The crawler's product token, for example `Leftoff`.
    package init(_ bytes: [UInt8], isCut: Bool = false, token: String) {
        let token = token.lowercased()
        var own = Group()
        var general = Group()
        // The agents of the current group, as far as they matter. A list of them would make the time quadratic.
        var isOwn = false
        var isGeneral = false
        var isInRules = false
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        var lines = content.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
        if isCut { lines.removeLast() }
        for line in lines {
            guard let (key, value) = Self.record(line) else { continue }
            switch key {
            case "user-agent":
                if isInRules { (isOwn, isGeneral, isInRules) = (false, false, false) }
                let name = Self.productToken(value)
                if name == "*" { isGeneral = true }
                if name == token {
                    isOwn = true
                    // A group without rules still takes precedence over the general group for its crawler.
                    own.isNamed = true
                }
            case "allow", "disallow", "crawl-delay":
                // Only the standard's rules end the list of agents (sections 2.2.1 and 2.2.4).
                if key != "crawl-delay" { isInRules = true }
                if isOwn { own.add(key, value) }
                if isGeneral { general.add(key, value) }
            default:
                continue
            }
        }
        let group = own.isNamed ? own : general
        self.init(rules: group.rules, crawlDelay: group.crawlDelay)
    }

    /// Returns true if a URL may be fetched (section 2.2.2).
    ///
    /// The longest matching pattern takes precedence. The URL is allowed if no pattern matches, or if one of the
    /// longest ones allows it. If the rules are too many and the URL is too long to compare them, it is not allowed.
    ///
    /// - Parameters:
    ///   - url: A URL of the same origin.
    ///   - steps: A count to which the number of bytes that were examined is added.
    /// - Returns: False if the longest matching pattern disallows it.
    package func allows(_ url: WebURL, steps: inout Int) -> Bool {
        guard !rules.isEmpty, url.path != "/robots.txt" else { return true }
        let target = RobotsPattern.normalized((url.path + (url.query.map { "?" + $0 } ?? "")).utf8)
        let limit = steps + Self.maximumStepCount
        for rule in rules {
            if rule.pattern.matches(target, steps: &steps) { return rule.isAllowed }
            if steps > limit { return false }
        }
        return true
    }

    /// Returns true if a URL of the same origin may be fetched (section 2.2.2).
    package func allows(_ url: WebURL) -> Bool {
        var steps = 0
        return allows(url, steps: &steps)
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
        let key = String(decoding: trimmed(content[..<colon]), as: UTF8.self).streamSafe.lowercased()
        return (key, String(decoding: trimmed(content[(colon + 1)...]), as: UTF8.self).streamSafe)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return bytes
    }

    /// Returns the product token of a value such as `Leftoff/1.0`, in lower case (section 2.2.1).
    ///
    /// - Parameter value: The value of a `User-agent` line.
    /// - Returns: The token; `*` for all crawlers.
    private static func productToken(_ value: String) -> String {
        if value.utf8.first == UInt8(ascii: "*"), value.utf8.dropFirst().first.map(ASCII.isWhitespace) != false {
            return "*"
        }
        let token = value.utf8.prefix { byte in
            ASCII.isAlpha(byte) || byte == 0x2D || byte == 0x5F
        }
        return String(decoding: Array(token), as: UTF8.self).lowercased()
    }
}

/// A path pattern of robots.txt: `*` matches any characters, and `$` at the end matches the end (RFC 9309, section
/// 2.2.3).
struct RobotsPattern: Sendable, Hashable {
    /// A part of the pattern between two stars.
    private struct Part: Sendable, Hashable {
        let bytes: [UInt8]
        /// For each byte, the length of the longest start of the part that also ends there (Knuth, Morris and Pratt).
        let borders: [Int32]

        init(_ bytes: ArraySlice<UInt8>) {
            let bytes = Array(bytes)
            var borders = Array(repeating: Int32(0), count: bytes.count)
            var length = 0
            for index in bytes.indices.dropFirst() {
                while length > 0, bytes[index] != bytes[length] { length = Int(borders[length - 1]) }
                if bytes[index] == bytes[length] { length += 1 }
                borders[index] = Int32(length)
            }
            (self.bytes, self.borders) = (bytes, borders)
        }

        /// Returns the index after the first occurrence in a path; nil if there is none.
        func end(in target: [UInt8], from start: Int, steps: inout Int) -> Int? {
            var matched = 0
            var index = start
            while matched < bytes.count {
                guard index < target.count else {
                    steps += index - start
                    return nil
                }
                while matched > 0, target[index] != bytes[matched] { matched = Int(borders[matched - 1]) }
                if target[index] == bytes[matched] { matched += 1 }
                index += 1
            }
            steps += index - start
            return index
        }
    }

    /// The parts of the pattern between the stars, normalized.
    private let parts: [Part]
    private let isAnchored: Bool

    /// The pattern's length; the longest matching pattern takes precedence.
    let byteCount: Int

    /// Parses a pattern.
    init(_ text: String) {
        var bytes = Array(text.utf8)
        isAnchored = bytes.last == UInt8(ascii: "$")
        if isAnchored { bytes.removeLast() }
        // An empty first or last part means that the pattern is not anchored there. Empty parts in between have no
        // effect.
        let parts = bytes.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Self.normalized)
        byteCount = parts.reduce(parts.count - 1) { $0 + $1.count } + (isAnchored ? 1 : 0)
        self.parts = parts.enumerated().filter { index, part in
            index == 0 || index == parts.count - 1 || !part.isEmpty
        }.map { Part($1[...]) }
    }

    /// Returns true if the pattern matches the start of a normalized path, or the whole path if it ends with `$`.
    ///
    /// The leftmost match of each part is always the best one, so no backtracking is needed, and the time is linear in
    /// the lengths of the pattern and the path.
    ///
    /// - Parameters:
    ///   - target: The path and query, normalized.
    ///   - steps: A count to which the number of the path's bytes that were examined is added.
    /// - Returns: True if the pattern matches.
    func matches(_ target: [UInt8], steps: inout Int) -> Bool {
        guard let first = parts.first?.bytes, let last = parts.last else { return false }
        steps += first.count
        guard target.starts(with: first) else { return false }
        guard parts.count > 1 else { return !isAnchored || target.count == first.count }
        var position = first.count
        for part in parts[1..<(parts.count - 1)] {
            guard let end = part.end(in: target, from: position, steps: &steps) else { return false }
            position = end
        }
        guard isAnchored else { return last.end(in: target, from: position, steps: &steps) != nil }
        steps += last.bytes.count
        return target.count - position >= last.bytes.count && target.suffix(last.bytes.count).elementsEqual(last.bytes)
    }

    /// Returns a path in normalized form for comparison (sections 2.2.2 and 2.2.3).
    ///
    /// Unreserved characters are decoded, and escapes are in upper case. Characters that are not allowed in URLs are
    /// escaped, and also `*` and `$`, which stand for themselves here: in a pattern, they are written `%2A` and `%24`.
    static func normalized(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = ASCII.hexValue(bytes[index + 1]),
                let low = ASCII.hexValue(bytes[index + 2])
            {
                let value = high << 4 | low
                if isUnreserved(value) { result.append(value) } else { appendEscape(value, to: &result) }
                index += 3
                continue
            }
            if isUnreserved(byte) || literals.contains(byte) {
                result.append(byte)
            } else {
                appendEscape(byte, to: &result)
            }
            index += 1
        }
        return result
    }

    /// The characters other than unreserved ones that are compared as they are: the reserved ones (RFC 3986, section
    /// 2.2) without `*` and `$`, and a `%` that begins no escape.
    private static let literals = Set(":/?#[]@!&'()+,;=%".utf8)

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func appendEscape(_ byte: UInt8, to result: inout [UInt8]) {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "-._~".utf8.contains(byte)
    }
}
