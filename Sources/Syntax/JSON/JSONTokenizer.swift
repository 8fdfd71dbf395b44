/// A tokenizer of JSON (RFC 8259, section 2), which divides any bytes and reports no errors.
///
/// ``JSONReader`` refuses what is not JSON, an import finds the positions of a file's entries, and a harvest skips what
/// is malformed. This type alone decides where white space, strings and other tokens end.
///
/// ```swift
/// let text = Array(#"{"a": 1}"#.utf8)
/// text.withUnsafeBufferPointer { bytes in
///     var tokens = JSONTokenizer(bytes)
///     // objectStart 0..<1, string 1..<4, colon 4..<5, word 6..<7, objectEnd 7..<8
///     while let token = tokens.next() { print(token, tokens.start..<tokens.end) }
/// }
/// ```
package struct JSONTokenizer {
    /// A kind of token.
    package enum Token {
        case objectStart, objectEnd, arrayStart, arrayEnd, comma, colon
        /// A string with its quotation marks; in a truncated text, the last one may lack the second.
        case string
        /// A run of any other bytes: a number, a literal such as `true`, or invalid text.
        case word
    }

    /// The text, which need not be valid UTF-8.
    package let bytes: UnsafeBufferPointer<UInt8>
    /// The index of the last token; after the last one, the length of the text.
    package var start: Int
    /// The end of the last token, from which the next one is searched.
    package var end: Int
    /// True if the last string has neither escapes nor control characters.
    package var isPlain = true
    /// True if the last string has its closing quotation mark.
    package var isClosed = true

    /// Creates a tokenizer.
    ///
    /// - Parameters:
    ///   - bytes: The text, which must outlive the tokenizer.
    ///   - start: The index at which to begin, outside of strings.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int = 0) {
        self.bytes = bytes
        (self.start, end) = (start, start)
    }

    /// Advances to the next token, whose range is from ``start`` to ``end``.
    ///
    /// - Returns: Its kind; nil at the end of the text.
    @inlinable
    package mutating func next() -> Token? {
        var index = end
        while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
        start = index
        defer { end = min(index, bytes.count) }
        guard index < bytes.count else { return nil }
        let first = bytes[index]
        index += 1
        switch first {
        case UInt8(ascii: "{"): return .objectStart
        case UInt8(ascii: "}"): return .objectEnd
        case UInt8(ascii: "["): return .arrayStart
        case UInt8(ascii: "]"): return .arrayEnd
        case UInt8(ascii: ","): return .comma
        case UInt8(ascii: ":"): return .colon
        case UInt8(ascii: "\""):
            (isPlain, isClosed) = (true, false)
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if byte == UInt8(ascii: "\"") {
                    isClosed = true
                    break
                }
                if byte == UInt8(ascii: "\\") {
                    isPlain = false
                    index += 1
                } else if byte < 0x20 {
                    isPlain = false
                }
            }
            return .string
        default:
            while index < bytes.count, !Self.endsWord(bytes[index]) { index += 1 }
            return .word
        }
    }

    /// The bytes between the quotation marks of the last token, which must be a string.
    package var content: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[(start + 1)..<(isClosed ? end - 1 : end)])
    }

    /// The text of the last token, which must be a string; of invalid escapes, as much as
    /// ``JSONString/decoded(_:isScript:)`` keeps.
    package var string: String {
        // Most strings have no escapes and need no buffer.
        isPlain ? String(decoding: content, as: UTF8.self).streamSafe : JSONString.decoded(content)
    }

    /// Returns true for a byte that is white space between tokens.
    @inlinable @inline(__always)
    package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// Returns true for a byte that ends a number or a literal.
    @inlinable @inline(__always)
    package static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
            UInt8(ascii: ":"), UInt8(ascii: "\""):
            true
        default: isBlank(byte)
        }
    }
}
