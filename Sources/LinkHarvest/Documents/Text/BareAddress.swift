import Markup

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
