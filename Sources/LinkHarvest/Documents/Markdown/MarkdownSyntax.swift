import Markup

/// The parts of links in Markdown (CommonMark, section 6.3).
enum MarkdownSyntax {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The maximum nesting of parentheses in a destination; the standard requires at least three.
    private static let deepestParenthesis = 32

    /// Returns the offset of the `]` that ends the label starting at a `[`.
    static func labelEnd(_ bytes: Bytes, from start: Int) -> Int? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return nil }
        var index = start + 1
        while index < bytes.count, index - start <= MarkdownReferences.labelLimit + 1 {
            switch bytes[index] {
            case UInt8(ascii: "]"): return index
            case UInt8(ascii: "["): return nil
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return nil
    }

    /// Returns the offset after any white space.
    static func skipSpace(_ bytes: Bytes, from start: Int) -> Int {
        var index = start
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
        return index
    }

    /// Parses a destination.
    ///
    /// - Parameters:
    ///   - bytes: The text of the block.
    ///   - start: The offset at which it starts.
    /// - Returns: The destination and the offset after it; nil if there is none.
    static func destination(_ bytes: Bytes, from start: Int) -> (String, Int)? {
        guard start < bytes.count else { return nil }
        var index = start
        if bytes[start] == UInt8(ascii: "<") {
            index += 1
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: ">"): return (MarkdownText.unescaped(bytes[(start + 1)..<index]), index + 1)
                case UInt8(ascii: "<"), 0x0A: return nil
                case UInt8(ascii: "\\"): index += 2
                default: index += 1
                }
            }
            return nil
        }
        var depth = 0
        scan: while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\") where index + 1 < bytes.count && isPunctuation(bytes[index + 1]): index += 1
            case UInt8(ascii: "("):
                depth += 1
                guard depth <= deepestParenthesis else { return nil }
            case UInt8(ascii: ")"):
                guard depth > 0 else { break scan }
                depth -= 1
            case 0...0x20, 0x7F: break scan
            default: break
            }
            index += 1
        }
        guard depth == 0, index > start else { return nil }
        return (MarkdownText.unescaped(bytes[start..<index]), index)
    }

    /// Parses a title.
    ///
    /// - Parameters:
    ///   - bytes: The text of the block.
    ///   - start: The offset at which it starts.
    /// - Returns: The title and the offset after it; nil if there is none.
    static func title(_ bytes: Bytes, from start: Int) -> (String, Int)? {
        guard start < bytes.count else { return nil }
        let open = bytes[start]
        let close: UInt8
        switch open {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): close = open
        case UInt8(ascii: "("): close = UInt8(ascii: ")")
        default: return nil
        }
        var index = start + 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == close { return (MarkdownText.unescaped(bytes[(start + 1)..<index]), index + 1) }
            if byte == UInt8(ascii: "("), open == byte { return nil }
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}
