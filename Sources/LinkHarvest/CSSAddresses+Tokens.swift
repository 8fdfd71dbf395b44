import CBytes
import Markup

/// The tokens of CSS that contain URLs (CSS Syntax 3, section 4.3).
extension CSSAddresses {
    /// The bytes other than white space that an unquoted URL cannot contain unescaped.
    private static let unquotedEnds = [
        UInt8(ascii: ")"), UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("),
        UInt8(ascii: ")"),
    ]

    mutating func skipComment() {
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
    mutating func skipRule() {
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
    mutating func string(isAddress: Bool, _ found: Receiver) {
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
    mutating func unquoted(isAddress: Bool, _ found: Receiver) {
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
    mutating func decodedName() -> [UInt8] {
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
