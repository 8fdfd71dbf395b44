import Markup
import Syntax

/// A scanner for the URLs in plain text that arrives in parts.
///
/// It finds URLs of http, https, ftp and mailto, and those that start with `www`. The element of the links is `text`,
/// and the attribute is `text()`.
final class TextDocumentScanner {
    /// The number of bytes that are scanned at a time, up to the end of a word.
    private static let pieceByteCount = 1 << 18

    private let origin: DocumentOrigin
    private unowned let sink: any DocumentSink
    private var text: LocatedTextStream
    /// True if the next part continues a word that is too long to be a URL.
    private var isInLongWord = false

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - encoding: The encoding that the document's head determines.
    ///   - origin: The document's name and base URL.
    ///   - sink: Receives the findings; it must outlive the scanner.
    init(encoding: SniffedEncoding, origin: DocumentOrigin, sink: any DocumentSink) {
        self.origin = origin
        self.sink = sink
        text = LocatedTextStream(encoding: encoding)
    }

    package func push(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        var rest = bytes
        while !rest.isEmpty {
            let piece = UnsafeBufferPointer(rebasing: rest.prefix(Self.pieceByteCount))
            rest = UnsafeBufferPointer(rebasing: rest.dropFirst(piece.count))
            try text.append(piece, isLast: false)
            if text.bytes.count >= Self.pieceByteCount { scan(isLast: false) }
        }
    }

    package func finish() throws {
        try text.append(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
        scan(isLast: true)
    }

    /// Reports the URLs in the text up to the last space, and discards that text.
    private func scan(isLast: Bool) {
        var end = text.bytes.count
        if !isLast {
            while end > 0, text.bytes[end - 1] > 0x20 { end -= 1 }
            // A word that continues in the next part is kept while it may be a URL.
            if end == 0 {
                guard text.bytes.count > LinkLimits.addressByteCount else { return }
                isInLongWord = true
                text.forget(text.bytes.count)
                return
            }
        }
        var start = 0
        if isInLongWord {
            while start < end, text.bytes[start] > 0x20 { start += 1 }
            if start < end { isInLongWord = false }
        }
        let addresses = text.bytes.withUnsafeBufferPointer {
            BareAddress.find(in: $0, start..<end, style: .plain)
        }
        for address in addresses {
            var link = DocumentLink(
                element: "text", attribute: "text()", kind: .anchor,
                position: text.position(at: address.range.lowerBound), base: nil)
            link.lacksScheme = !address.prefix.isEmpty
            text.bytes.withUnsafeBufferPointer { sink.link(UnsafeBufferPointer(rebasing: $0[address.range]), link) }
        }
        text.forget(end)
    }
}

/// A URL in text without any markup (GitHub Flavored Markdown 0.29, section 6.9).
struct BareAddress {
    /// The kind of text, which determines what may precede a URL and what ends it.
    enum Style {
        case markdown
        /// Quotation marks and brackets end a URL, and anything except a letter or a digit may precede it.
        case plain
    }

    /// The range of the URL in the text.
    var range: Range<Int>
    /// The text to insert before the URL to make it absolute: a scheme, or nothing.
    var prefix: String

    private static let starts: [(text: [UInt8], prefix: String)] = [
        (Array("https://".utf8), ""), (Array("http://".utf8), ""), (Array("ftp://".utf8), ""),
        (Array("mailto:".utf8), ""), (Array("www.".utf8), "http://"),
    ]

    /// Finds URLs.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - range: The range to search.
    ///   - style: The kind of text.
    /// - Returns: The URLs in order.
    static func find(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, style: Style) -> [BareAddress] {
        var found: [BareAddress] = []
        // The end of the text that is known to contain no mail address. Looking again for each `mailto:` in a long word
        // would take quadratic time.
        var mailless = range.lowerBound
        var index = range.lowerBound
        while index < range.upperBound {
            let letter = bytes[index] | 0x20
            if bytes[index] == UInt8(ascii: "@"), style == .markdown {
                let lower = max(range.lowerBound, found.last?.range.upperBound ?? 0)
                if let mail = MailAddress.range(in: bytes, around: index, within: lower..<range.upperBound) {
                    found.append(BareAddress(range: mail, prefix: "mailto:"))
                    index = mail.upperBound
                    continue
                }
            } else if letter == 0x68 || letter == 0x77 || letter == 0x66 || letter == 0x6D,
                mayStart(bytes, index, style),
                let address = address(in: bytes, index..<range.upperBound, style, mailless: &mailless)
            {
                found.append(address)
                index = address.range.upperBound
                continue
            }
            index += 1
        }
        return found
    }

    private static func mayStart(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ style: Style) -> Bool {
        guard index > 0 else { return true }
        let before = bytes[index - 1]
        switch style {
        case .plain: return !ASCII.isAlphanumeric(before) && ![0x2D, 0x2E, 0x40, 0x5F, 0x2F].contains(before)
        case .markdown: return before <= 0x20 || [0x2A, 0x5F, 0x7E, 0x28, 0x5B].contains(before) || before >= 0x80
        }
    }

    private static func address(
        in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ style: Style, mailless: inout Int
    ) -> BareAddress? {
        guard let (start, prefix) = starts.first(where: { begins(bytes, range, with: $0.text) }) else { return nil }
        let content = range.lowerBound + start.count
        let isMail = start.count == 7 && start[0] == 0x6D
        // Checked first, because finding the end takes time in proportion to the text.
        guard content < range.upperBound, isHost(bytes[content]), !isMail || content >= mailless else { return nil }
        var end = content
        while end < range.upperBound {
            if bytes[end] < 0x80 {
                guard !isEnd(bytes[end], style) else { break }
                end += 1
            } else {
                let (scalar, length) = scalar(bytes, at: end)
                guard !isForeignEnd(scalar) else { break }
                end += length
            }
        }
        end = min(end, range.upperBound)
        if isMail, !bytes[content..<end].contains(UInt8(ascii: "@")) {
            mailless = end
            return nil
        }
        let opening = range.lowerBound > 0 && style == .plain ? bytes[range.lowerBound - 1] : 0
        end = trimmed(bytes, content..<bracketEnd(bytes, content..<end, openedBy: opening), style)
        guard end > content else { return nil }
        return BareAddress(range: range.lowerBound..<end, prefix: prefix)
    }

    private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, with text: [UInt8]) -> Bool {
        guard range.count >= text.count else { return false }
        for offset in 0..<text.count where ASCII.lowercase(bytes[range.lowerBound + offset]) != text[offset] {
            return false
        }
        return true
    }

    /// Returns true if a host or the local part of a mail address may start with a byte.
    private static func isHost(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte >= 0x80 || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "_")
    }

    private static func isEnd(_ byte: UInt8, _ style: Style) -> Bool {
        if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "<") { return true }
        return style == .plain && [0x22, 0x3E, 0x60].contains(byte)
    }

    /// Returns true for white space and punctuation beyond ASCII that ends a URL.
    private static func isForeignEnd(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x85, 0xA0, 0xAB, 0xBB, 0x1680, 0x2000...0x200B, 0x201C...0x201E, 0x2028, 0x2029, 0x202F, 0x205F,
            0x3000...0x3002, 0x3008...0x3011, 0x3014...0x301B, 0xFF01, 0xFF08, 0xFF09, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF1F,
            0xFEFF, 0xFFFD:
            true
        default: false
        }
    }

    /// Returns the offset of the bracket that ends a URL, or the end of the range.
    ///
    /// A `]` without its `[` ends it, because URLs contain it only in pairs. In plain text, the URL also ends with the
    /// bracket before which it starts.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - range: The URL without its scheme.
    ///   - opening: The byte before the URL.
    /// - Returns: The offset of the first byte after the URL.
    private static func bracketEnd(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, openedBy opening: UInt8
    ) -> Int {
        let square: (open: UInt8, close: UInt8) = (UInt8(ascii: "["), UInt8(ascii: "]"))
        let other: (open: UInt8, close: UInt8)? =
            switch opening {
            case UInt8(ascii: "("): (opening, UInt8(ascii: ")"))
            case UInt8(ascii: "{"): (opening, UInt8(ascii: "}"))
            default: nil
            }
        var depth = (square: 0, other: 0)
        for index in range {
            let byte = bytes[index]
            if byte == square.open { depth.square += 1 }
            if byte == square.close { depth.square -= 1 }
            if byte == other?.open { depth.other += 1 }
            if byte == other?.close { depth.other -= 1 }
            if depth.square < 0 || depth.other < 0 { return index }
        }
        return range.upperBound
    }

    /// Returns the end of a URL without trailing punctuation, which belongs to the sentence.
    private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ style: Style) -> Int {
        var end = range.upperBound
        var surplus: [UInt8: Int] = [:]
        for byte in bytes[range] {
            switch byte {
            case UInt8(ascii: "("): surplus[UInt8(ascii: ")"), default: 0] -= 1
            case UInt8(ascii: "["): surplus[UInt8(ascii: "]"), default: 0] -= 1
            case UInt8(ascii: "{"): surplus[UInt8(ascii: "}"), default: 0] -= 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): surplus[byte, default: 0] += 1
            default: break
            }
        }
        while end > range.lowerBound {
            let byte = bytes[end - 1]
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"),
                UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "'"), UInt8(ascii: "\""):
                end -= 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard byte == UInt8(ascii: ")") || style == .plain, surplus[byte, default: 0] > 0 else { return end }
                surplus[byte, default: 0] -= 1
                end -= 1
            case UInt8(ascii: ";"):
                let name = bytes[range.lowerBound..<(end - 1)].reversed().prefix(32).prefix(while: ASCII.isAlphanumeric)
                let start = end - 2 - name.count
                if start >= range.lowerBound, !name.isEmpty, bytes[start] == UInt8(ascii: "&") {
                    end = start
                } else if style == .plain {
                    end -= 1
                } else {
                    return end
                }
            // U+2019 and U+2026, in three bytes.
            case 0x99, 0xA6:
                guard end - 3 >= range.lowerBound, bytes[end - 3] == 0xE2, bytes[end - 2] == 0x80 else { return end }
                end -= 3
            default: return end
            }
        }
        return end
    }

    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt32, Int) {
        let first = bytes[index]
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
        var value = UInt32(first) & (0xFF >> UInt32(length + 1))
        for offset in 1..<max(2, length) where length > 1 && index + offset < bytes.count {
            value = value << 6 | UInt32(bytes[index + offset] & 0x3F)
        }
        return (value, length)
    }
}

/// A mail address in text (GitHub Flavored Markdown 0.29, section 6.9).
private enum MailAddress {
    /// The maximum length of the part before the `@` (RFC 5321, section 4.5.3.1.1), which limits the search.
    private static let localLimit = 64

    /// Returns the range of the address around an `@`; nil if there is none.
    static func range(in bytes: UnsafeBufferPointer<UInt8>, around at: Int, within range: Range<Int>) -> Range<Int>? {
        var start = at
        while start > range.lowerBound, at - start < localLimit, isLocal(bytes[start - 1]) { start -= 1 }
        var end = at + 1
        while end < range.upperBound, ASCII.isAlphanumeric(bytes[end]) || [0x2D, 0x2E, 0x5F].contains(bytes[end]) {
            end += 1
        }
        while end > at + 1, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        let domain = bytes[(at + 1)..<end]
        guard start < at, domain.contains(UInt8(ascii: ".")), let last = domain.last, last != 0x2D, last != 0x5F,
            domain.first != UInt8(ascii: ".")
        else { return nil }
        return start..<end
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || [0x2B, 0x2D, 0x2E, 0x5F].contains(byte)
    }
}

/// A scanner for the site maps in a robots.txt file.
enum RobotsDocumentScanner {
    /// The names of the record, with the misspelling that crawlers accept.
    private static let names = ["sitemap", "site-map"].map { Array($0.utf8) }

    /// Returns true if a document is a robots.txt file (RFC 9309, section 2.3).
    ///
    /// - Parameter name: The path of the file or of its URL; nil if the document has none.
    /// - Returns: True if the last part of the path is `robots.txt`.
    static func isRobotsFile(_ name: String?) -> Bool {
        name.map { $0 == "robots.txt" || $0.hasSuffix("/robots.txt") } ?? false
    }

    /// Scans a complete file.
    ///
    /// The `Sitemap` record is described by the Sitemaps protocol, and is an "other record" of RFC 9309, section 2.2.4.
    /// The element of the links is `robots`, and the attribute is `sitemap`.
    ///
    /// - Parameters:
    ///   - bytes: The file as it was received; always UTF-8 (RFC 9309, section 2.3).
    ///   - origin: The file's name and base URL.
    ///   - sink: Receives the findings.
    /// - Throws: `MarkupError`.
    static func scan(_ bytes: UnsafeBufferPointer<UInt8>, origin: DocumentOrigin, sink: any DocumentSink) throws {
        var text = try LocatedText(bytes, contentType: "text/plain; charset=utf-8")
        var found: [(url: Range<Int>, line: Int)] = []
        text.bytes.withUnsafeBufferPointer { text in
            var start = 0
            for end in 0...text.count where end == text.count || text[end] == 0x0A || text[end] == 0x0D {
                if let url = siteMap(in: text[start..<end]) { found.append((url, start)) }
                start = end + 1
            }
        }
        for (url, line) in found {
            let link = DocumentLink(
                element: "robots", attribute: "sitemap", kind: .sitemap, position: text.position(at: line),
                base: origin.base)
            text.bytes.withUnsafeBufferPointer { sink.link(UnsafeBufferPointer(rebasing: $0[url]), link) }
        }
    }

    /// Returns the range of the URL in a `Sitemap` line; nil for any other line.
    private static func siteMap(in line: Slice<UnsafeBufferPointer<UInt8>>) -> Range<Int>? {
        let record = trimmed(line.prefix { $0 != UInt8(ascii: "#") })
        guard let colon = record.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = trimmed(record[..<colon]).map(ASCII.lowercase)
        guard names.contains(name) else { return nil }
        let value = trimmed(record[(colon + 1)...])
        return value.isEmpty ? nil : value.startIndex..<value.endIndex
    }

    private static func trimmed(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        var text = text.drop(while: ASCII.isWhitespace)
        while let last = text.last, ASCII.isWhitespace(last) { text = text.dropLast() }
        return text
    }
}
