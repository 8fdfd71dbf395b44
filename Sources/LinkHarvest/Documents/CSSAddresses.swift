import CPlatform
import Markup
import Syntax

/// A scanner for the URLs in CSS: `url()`, `src()`, `@import`, and the strings of `image-set()` (CSS Syntax 3, section
/// 4; CSS Values 4, section 4.5).
struct CSSAddresses {
    /// An open parenthesis.
    private enum Block: Equatable {
        /// The options of `image-set()`; at the start of an option, a string is an image.
        case images(atStart: Bool)
        /// Anything else, in which a string is not a URL.
        case other
    }

    /// The rule that is being read, as far as it concerns URLs.
    private enum Rule {
        /// `@import`, before its URL.
        case importing
        /// A rule in which nothing is fetched: `@namespace`, `@charset`, and `@import` after its URL.
        case ignored
        /// `@layer`, which may precede `@import`.
        case layer
    }

    /// A function that receives a URL, with escapes replaced.
    typealias Receiver = (UnsafeBufferPointer<UInt8>) -> Void

    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    private let areDeclarations: Bool
    /// The end of the last construct; a name cannot start before it.
    private var nameFloor = 0
    /// The open parentheses.
    private var blocks: [Block] = []
    /// The rule that is being read; nil outside of the rules that concern URLs.
    private var rule: Rule?
    /// The end of the rules at the start of the style sheet that `@import` may follow; nil after any other rule.
    private var importsEnd: Int? = 0

    /// Finds the URLs in CSS.
    ///
    /// - Parameters:
    ///   - css: A style sheet or declarations.
    ///   - areDeclarations: True for the value of a `style` attribute, in which there are no rules such as `@import`.
    ///   - found: Receives the URLs in order, with escapes replaced.
    static func find(
        in css: UnsafeBufferPointer<UInt8>, areDeclarations: Bool = false, _ found: Receiver
    ) {
        // CSS without these characters contains no URL.
        guard css.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "@") }) else { return }
        var scanner = CSSAddresses(bytes: css, areDeclarations: areDeclarations)
        scanner.run(found)
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, areDeclarations: Bool) {
        self.bytes = bytes
        self.areDeclarations = areDeclarations
    }

    private mutating func run(_ found: Receiver) {
        guard let base = bytes.baseAddress else { return }
        while position < bytes.count {
            if blocks.isEmpty, rule == nil {
                // The ends of rules and blocks are irrelevant at this level.
                position += leftoff_find_any(base + position, bytes.count - position, Self.openings)
                guard position < bytes.count else { return }
            }
            let byte = bytes[position]
            guard byte < 0x80, Self.isDelimiter(byte) else {
                if case .images(atStart: true)? = blocks.last, !ASCII.isWhitespace(byte) { endOptionStart() }
                position += 1
                continue
            }
            switch byte {
            case UInt8(ascii: "/"):
                if peek(1) == UInt8(ascii: "*") { skipComment() } else { position += 1 }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let isImage = blocks.last == .images(atStart: true)
                string(isAddress: rule == .importing && blocks.isEmpty || isImage && rule != .ignored, found)
                endOptionStart()
                if rule == .importing { rule = .ignored }
            case UInt8(ascii: "@"):
                guard !atRule() else { continue }
            case UInt8(ascii: "("):
                var start = position
                while start > nameFloor, Self.isIdentifier(bytes[start - 1]) { start -= 1 }
                enterFunction(named: start..<position, isFunction: !isMarked(start), found)
            case UInt8(ascii: ")"):
                _ = blocks.popLast()
                position += 1
            case UInt8(ascii: "\\"):
                escapedName(found)
            case UInt8(ascii: ","):
                if case .images? = blocks.last { blocks[blocks.count - 1] = .images(atStart: true) }
                position += 1
            default: endRule(at: byte)
            }
        }
    }

    /// Processes a semicolon or a brace, which ends the rule and everything that is open in it.
    private mutating func endRule(at byte: UInt8) {
        if byte == UInt8(ascii: ";"), blocks.isEmpty, rule != nil, importsEnd != nil {
            importsEnd = position + 1
        } else if byte == UInt8(ascii: "{") {
            importsEnd = nil
        }
        // An unclosed parenthesis must not turn everything after it into URLs.
        blocks.removeAll(keepingCapacity: true)
        rule = nil
        position += 1
    }

    /// The bytes that start a construct.
    ///
    /// Other bytes are irrelevant while no construct is open.
    private static let openings = [
        UInt8(ascii: "("), UInt8(ascii: "@"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"),
        UInt8(ascii: "\\"),
    ]

    /// Returns true for the bytes that matter between names: quotes, brackets, `@`, `/`, `,`, `;` and the backslash.
    @inline(__always)
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        let low: UInt64 = 1 << 0x22 | 1 << 0x27 | 1 << 0x28 | 1 << 0x29 | 1 << 0x2C | 1 << 0x2F | 1 << 0x3B
        let high: UInt64 = 1 << 0x00 | 1 << 0x1C | 1 << 0x3B | 1 << 0x3D
        return ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 != 0
    }

    /// Records that the current option of an `image-set()` has begun.
    private mutating func endOptionStart() {
        if case .images(atStart: true)? = blocks.last { blocks[blocks.count - 1] = .images(atStart: false) }
    }

    /// Returns true if the name at an offset belongs to a hash or an at-keyword, so that it cannot name a function.
    private func isMarked(_ start: Int) -> Bool {
        start > nameFloor && (bytes[start - 1] == UInt8(ascii: "#") || bytes[start - 1] == UInt8(ascii: "@"))
    }

    /// Processes an at-keyword.
    ///
    /// - Returns: True if the whole rule has been skipped.
    private mutating func atRule() -> Bool {
        let start = position
        position += 1
        let name = decodedName()
        nameFloor = position
        if areDeclarations, blocks.isEmpty, !name.isEmpty {
            skipRule()
            return true
        }
        guard blocks.isEmpty else { return false }
        let canImport = importsEnd.map { isBlank($0..<start) } ?? false
        if !canImport { importsEnd = nil }
        if Self.isName(name, "import") {
            rule = canImport ? .importing : .ignored
        } else if Self.isName(name, "charset") || Self.isName(name, "namespace") {
            rule = .ignored
            if Self.isName(name, "namespace") { importsEnd = nil }
        } else {
            rule = canImport && Self.isName(name, "layer") ? .layer : nil
            if rule == nil { importsEnd = nil }
        }
        return false
    }

    /// Processes a name with an escape, which may name a function.
    private mutating func escapedName(_ found: Receiver) {
        guard let next = peek(1), next != 0x0A, next != 0x0C, next != 0x0D else {
            position += 1
            return
        }
        endOptionStart()
        while position > nameFloor, Self.isIdentifier(bytes[position - 1]) { position -= 1 }
        let isFunction = !isMarked(position)
        let name = decodedName()
        nameFloor = position
        guard peek(0) == UInt8(ascii: "(") else { return }
        name.withUnsafeBufferPointer { enterFunction(named: $0, isFunction: isFunction, found) }
    }

    private mutating func enterFunction(named range: Range<Int>, isFunction: Bool, _ found: Receiver) {
        enterFunction(named: UnsafeBufferPointer(rebasing: bytes[range]), isFunction: isFunction, found)
    }

    /// Processes a parenthesis, which belongs to the name before it if there is one.
    private mutating func enterFunction(
        named name: UnsafeBufferPointer<UInt8>, isFunction: Bool, _ found: Receiver
    ) {
        position += 1
        nameFloor = position
        endOptionStart()
        let isURL = isFunction && Self.isName(name, "url")
        guard isURL || isFunction && Self.isName(name, "src") else {
            let isSet = isFunction && (Self.isName(name, "image-set") || Self.isName(name, "-webkit-image-set"))
            blocks.append(isSet ? .images(atStart: true) : .other)
            return
        }
        // Conditions of a rule, such as those of `@import`, are not fetched.
        let isAddress = rule != .ignored && (rule != .importing || blocks.isEmpty)
        while let byte = peek(0), ASCII.isWhitespace(byte) { position += 1 }
        if peek(0) == UInt8(ascii: "\"") || peek(0) == UInt8(ascii: "'") {
            string(isAddress: isAddress, found)
            blocks.append(.other)
        } else if isURL {
            unquoted(isAddress: isAddress, found)
        } else {
            blocks.append(.other)
        }
        if rule == .importing { rule = .ignored }
    }

    @inline(__always)
    func peek(_ offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    /// Returns true if a range contains only white space, comments, `<!--` and `-->`.
    private func isBlank(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            let rest = bytes[index..<range.upperBound]
            if ASCII.isWhitespace(bytes[index]) {
                index += 1
            } else if rest.starts(with: "/*".utf8) {
                index += 2
                while index < range.upperBound, !bytes[index..<range.upperBound].starts(with: "*/".utf8) { index += 1 }
                index += 2
            } else if rest.starts(with: "<!--".utf8) {
                index += 4
            } else if rest.starts(with: "-->".utf8) {
                index += 3
            } else {
                return false
            }
        }
        return true
    }

    @inline(__always)
    static func isIdentifier(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private static func isName(_ text: some Collection<UInt8>, _ name: StaticString) -> Bool {
        guard text.count == name.utf8CodeUnitCount else { return false }
        for (offset, byte) in text.enumerated() where ASCII.lowercase(byte) != name.utf8Start[offset] { return false }
        return true
    }
}

/// The tokens of CSS that contain URLs (CSS Syntax 3, section 4.3).
extension CSSAddresses {
    /// The bytes other than white space that an unquoted URL cannot contain unescaped.
    private static let unquotedEnds = [
        UInt8(ascii: ")"), UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("),
        UInt8(ascii: ")"),
    ]

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
        // The closing brackets of the open blocks; any other closing bracket has no effect.
        var closing: [UInt8] = []
        while let byte = peek(0) {
            switch byte {
            case UInt8(ascii: ";"):
                position += 1
                if closing.isEmpty { return }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                // In ASCII, the closing bracket is the second character after the opening one.
                closing.append(byte + 2)
                position += 1
            case UInt8(ascii: "("):
                closing.append(UInt8(ascii: ")"))
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                if closing.last == byte { closing.removeLast() }
                position += 1
                if closing.isEmpty, byte == UInt8(ascii: "}") { return }
            case UInt8(ascii: "\""), UInt8(ascii: "'"): string(isAddress: false) { _ in }
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
    }

    /// Processes a string token.
    ///
    /// A string cut off by a line break is invalid, and an empty one is not a URL (CSS Values 4, section 4.5.2).
    private mutating func string(isAddress: Bool, _ found: Receiver) {
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
    private mutating func unquoted(isAddress: Bool, _ found: Receiver) {
        if let base = bytes.baseAddress {
            let close = position + leftoff_find_any(base + position, bytes.count - position, Self.unquotedEnds)
            let text = UnsafeBufferPointer(rebasing: bytes[position..<close])
            if close < bytes.count, bytes[close] == UInt8(ascii: ")"),
                text.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
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
                if let next = peek(1), next == 0x0A || next == 0x0C || next == 0x0D { isBad = true }
                escape(into: &text)
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), 0x01...0x08, 0x0B, 0x0E...0x1F, 0x7F:
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
            if first == 0x0D, peek(1) == 0x0A { position += 1 }
            if first != 0x0A, first != 0x0C, first != 0x0D { text.append(first) }
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
        if peek(0) == 0x0D, peek(1) == 0x0A { position += 1 }
        if let byte = peek(0), ASCII.isWhitespace(byte) { position += 1 }
        let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
        text.append(contentsOf: String(scalar).utf8)
    }

    /// Decodes a name (section 4.3.11).
    ///
    /// - Returns: The name with its escapes replaced; empty if there is none.
    private mutating func decodedName() -> [UInt8] {
        var name: [UInt8] = []
        while let byte = peek(0) {
            if Self.isIdentifier(byte) {
                name.append(byte)
                position += 1
            } else if byte == UInt8(ascii: "\\"), let next = peek(1), next != 0x0A, next != 0x0C, next != 0x0D {
                escape(into: &name)
            } else {
                break
            }
        }
        return name
    }
}

/// A scanner for the URLs in a style sheet.
enum StyleSheetScanner {
    /// Scans a complete style sheet.
    ///
    /// The element of the links is `css`, and the attribute is `text()`. Queries are in UTF-8 (CSS Values 4, section
    /// 4.5).
    ///
    /// - Parameters:
    ///   - bytes: The style sheet as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - origin: The style sheet's name and base URL.
    ///   - sink: Receives the findings.
    /// - Throws: `MarkupError`.
    static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, contentType: String?, origin: DocumentOrigin, sink: any DocumentSink
    ) throws {
        var text = try LocatedText(bytes, contentType: contentType)
        var found: [(raw: String, offset: Int)] = []
        text.bytes.withUnsafeBufferPointer { css in
            var offset = 0
            CSSAddresses.find(in: css) { address in
                // A URL with escapes is decoded into a copy, so the position of the previous URL is used.
                if let start = css.baseAddress, let here = address.baseAddress, here >= start, here < start + css.count
                {
                    offset = here - start
                }
                found.append((String(decoding: address, as: UTF8.self).streamSafe, offset))
            }
        }
        for (raw, offset) in found {
            sink.link(
                raw,
                DocumentLink(
                    element: "css", attribute: "text()", kind: .css, position: text.position(at: offset),
                    base: origin.base))
        }
    }
}
