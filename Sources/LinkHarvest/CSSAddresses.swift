import CBytes
import Markup

/// A scanner for the URLs in CSS: `url()`, `src()`, `@import`, and the strings of `image-set()` (CSS Syntax 3, section
/// 4; CSS Values 4, section 4.5).
struct CSSAddresses {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let areDeclarations: Bool
    private let found: (UnsafeBufferPointer<UInt8>) -> Void
    private var position = 0
    /// The end of the last escape in a name; text before it is not compared with the names of functions.
    private var escapeEnd = 0
    /// A value for each open parenthesis: true if a string in it is a URL.
    private var parentheses: [Bool] = []
    /// True if the next string or `url()` of a rule such as `@import` is a URL; nil outside of such rules.
    private var rule: Bool?

    /// Finds the URLs in CSS.
    ///
    /// - Parameters:
    ///   - css: A style sheet or declarations.
    ///   - areDeclarations: True for the value of a `style` attribute, in which there are no rules such as `@import`.
    ///   - found: Receives the URLs in order, with escapes replaced.
    static func find(
        in css: UnsafeBufferPointer<UInt8>, areDeclarations: Bool = false,
        _ found: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        // CSS without these characters contains no URL.
        guard css.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "@") }) else { return }
        withoutActuallyEscaping(found) { found in
            var scanner = CSSAddresses(bytes: css, areDeclarations: areDeclarations, found: found)
            scanner.run()
        }
    }

    private init(
        bytes: UnsafeBufferPointer<UInt8>, areDeclarations: Bool,
        found: @escaping (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        self.bytes = bytes
        self.areDeclarations = areDeclarations
        self.found = found
    }

    private mutating func run() {
        guard let base = bytes.baseAddress else { return }
        while position < bytes.count {
            if parentheses.isEmpty, rule == nil {
                // The ends of rules and blocks are irrelevant at this level.
                position += leftoff_find_any(base + position, bytes.count - position, Self.openings)
                guard position < bytes.count else { return }
            }
            let byte = bytes[position]
            guard byte < 0x80, Self.isDelimiter(byte) else {
                position += 1
                continue
            }
            switch byte {
            case UInt8(ascii: "/"):
                if peek(1) == UInt8(ascii: "*") { skipComment() } else { position += 1 }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                string(isAddress: rule ?? parentheses.last ?? false)
                rule = nil
            case UInt8(ascii: "@"):
                position += 1
                let name = identifier()
                if areDeclarations, parentheses.isEmpty, !name.isEmpty {
                    skipRule()
                    continue
                }
                rule =
                    isName(name, "import") ? true : isName(name, "namespace") || isName(name, "charset") ? false : nil
            case UInt8(ascii: "("):
                enterFunction()
            case UInt8(ascii: ")"):
                _ = parentheses.popLast()
                position += 1
            case UInt8(ascii: "\\"):
                escapeEnd = position + 2
                position += 2
            default:
                // An unclosed parenthesis must not turn everything after it into URLs.
                parentheses.removeAll(keepingCapacity: true)
                rule = nil
                position += 1
            }
        }
    }

    /// The bytes that start a construct.
    ///
    /// Other bytes are irrelevant while no construct is open.
    private static let openings = [
        UInt8(ascii: "("), UInt8(ascii: "@"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"),
        UInt8(ascii: "\\"),
    ]

    /// The bytes other than white space that an unquoted URL cannot contain unescaped.
    private static let unquotedEnds = [
        UInt8(ascii: ")"), UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("),
        UInt8(ascii: ")"),
    ]

    /// Returns true for the bytes that matter between names: quotes, brackets, `@`, `/`, `;` and the backslash.
    @inline(__always)
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        let low: UInt64 = 1 << 0x22 | 1 << 0x27 | 1 << 0x28 | 1 << 0x29 | 1 << 0x2F | 1 << 0x3B
        let high: UInt64 = 1 << 0x00 | 1 << 0x1C | 1 << 0x3B | 1 << 0x3D
        return ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 != 0
    }

    /// Processes a parenthesis, which belongs to the name before it if there is one.
    private mutating func enterFunction() {
        var start = position
        while start > escapeEnd, Self.isIdentifier(bytes[start - 1]) { start -= 1 }
        let name = start..<position
        position += 1
        let isURL = isName(name, "url")
        guard isURL || isName(name, "src") else {
            parentheses.append(isName(name, "image-set") || isName(name, "-webkit-image-set"))
            return
        }
        while let byte = peek(0), ASCII.isWhitespace(byte) { position += 1 }
        if peek(0) == UInt8(ascii: "\"") || peek(0) == UInt8(ascii: "'") {
            string(isAddress: rule ?? true)
            parentheses.append(false)
        } else if isURL {
            unquoted(isAddress: rule ?? true)
        }
        rule = nil
    }

    @inline(__always)
    private func peek(_ offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private mutating func skipComment() {
        position += 2
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                position += 2
                return
            }
            position += 1
        }
    }

    /// Skips the rest of a rule up to its semicolon or the end of its block (CSS Syntax 3, section 5.5.2).
    private mutating func skipRule() {
        var depth = 0
        while let byte = peek(0) {
            switch byte {
            case UInt8(ascii: ";"):
                position += 1
                if depth == 0 { return }
            case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth -= 1
                position += 1
                if depth <= 0, byte == UInt8(ascii: "}") { return }
            case UInt8(ascii: "\""), UInt8(ascii: "'"): string(isAddress: false)
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
    }

    @inline(__always)
    private static func isIdentifier(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    /// Returns the range of a name; escapes in names are not decoded.
    @inline(__always)
    private mutating func identifier() -> Range<Int> {
        let start = position
        while position < bytes.count, Self.isIdentifier(bytes[position]) { position += 1 }
        return start..<position
    }

    private func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
        guard range.count == name.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count
        where ASCII.lowercase(bytes[range.lowerBound + offset]) != name.utf8Start[offset] { return false }
        return true
    }

    /// Processes a string token.
    ///
    /// A string cut off by a line break is invalid, and an empty one is not a URL (CSS Values 4, section 4.5.2).
    private mutating func string(isAddress: Bool) {
        let quote = bytes[position]
        position += 1
        if let base = bytes.baseAddress {
            let count = leftoff_find_any(
                base + position, bytes.count - position, [quote, UInt8(ascii: "\\"), 0x0A, 0x0C, 0x0D, quote])
            let end = position + count
            if end < bytes.count, bytes[end] == quote {
                let text = UnsafeBufferPointer(rebasing: bytes[position..<end])
                position = end + 1
                if isAddress, !text.isEmpty { found(text) }
                return
            }
        }
        var text: [UInt8] = []
        while let byte = peek(0), byte != quote {
            switch byte {
            case 0x0A, 0x0C, 0x0D:
                return
            case UInt8(ascii: "\\"):
                escape(into: &text)
            default:
                if isAddress { text.append(byte) }
                position += 1
            }
        }
        position += 1
        if isAddress, !text.isEmpty { text.withUnsafeBufferPointer { found($0) } }
    }

    /// Processes the rest of `url(` including its closing parenthesis; an invalid URL is ignored.
    private mutating func unquoted(isAddress: Bool) {
        if let base = bytes.baseAddress {
            let close = position + leftoff_find_any(base + position, bytes.count - position, Self.unquotedEnds)
            let text = UnsafeBufferPointer(rebasing: bytes[position..<close])
            if close < bytes.count, bytes[close] == UInt8(ascii: ")"),
                !leftoff_has_byte(base + position, text.count, 0x20, 0x09, 0x0A),
                !leftoff_has_byte(base + position, text.count, 0x0C, 0x0D, 0x0D)
            {
                position = close + 1
                if isAddress, !text.isEmpty { found(text) }
                return
            }
        }
        var text: [UInt8] = []
        var isBad = false
        while let byte = peek(0), byte != UInt8(ascii: ")") {
            switch byte {
            case UInt8(ascii: "\\"):
                escape(into: &text)
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("):
                isBad = true
                position += 1
            case _ where ASCII.isWhitespace(byte):
                while let next = peek(0), ASCII.isWhitespace(next) { position += 1 }
                if let next = peek(0), next != UInt8(ascii: ")") { isBad = true }
            default:
                text.append(byte)
                position += 1
            }
        }
        position += 1
        if isAddress, !isBad, !text.isEmpty { text.withUnsafeBufferPointer { found($0) } }
    }

    /// Decodes an escape (CSS Syntax 3, section 4.3.7); an escaped line break is removed.
    private mutating func escape(into text: inout [UInt8]) {
        position += 1
        guard let first = peek(0) else { return }
        guard ASCII.hexValue(first) != nil else {
            if first != 0x0A { text.append(first) }
            position += 1
            return
        }
        var value: UInt32 = 0
        var count = 0
        while count < 6, let digit = peek(0).flatMap(ASCII.hexValue) {
            value = value * 16 + UInt32(digit)
            position += 1
            count += 1
        }
        if let byte = peek(0), ASCII.isWhitespace(byte) { position += 1 }
        let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
        text.append(contentsOf: String(scalar).utf8)
    }
}
