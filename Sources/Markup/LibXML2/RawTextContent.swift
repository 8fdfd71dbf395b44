/// A search in a complete text for the end of content in which the HTML Standard recognizes no tags.
///
/// It is written independently of ``HTMLTokenizer``, so that the two implementations can be compared.
struct RawTextContent {
    /// Returns the end of the content of an element in which the standard recognizes no tags.
    ///
    /// - Parameters:
    ///   - kind: The kind of content.
    ///   - name: The element's name in lower case.
    ///   - bytes: The text of the document.
    ///   - start: The start of the content.
    /// - Returns: The offset of the end tag's `<`, or of the end of the text.
    static func end(_ kind: ContentKind, of name: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int
    {
        let textEnd = bytes.count - 1
        if kind == .plainText { return textEnd }
        var position = start
        return name.withUnsafeBufferPointer { name in
            // 0: no comment; 1: after `<!--`; 2: after `<!--` and `<script`, where the end tag is text.
            var escape = 0
            while let open = Self.index(of: "<", in: bytes, from: position) {
                if kind == .script, escape > 0, closesComment(in: bytes, from: position, to: open) { escape = 0 }
                position = open + 1
                if bytes[position] == UInt8(ascii: "/"), isName(name, in: bytes, at: position + 1) {
                    if escape < 2 { return open }
                    escape = 1
                } else if kind == .script {
                    if escape == 0, bytes[position] == UInt8(ascii: "!"), bytes[position + 1] == UInt8(ascii: "-"),
                        bytes[position + 2] == UInt8(ascii: "-")
                    {
                        escape = 1
                        // Both hyphens may be followed by a `>`.
                        position += 1
                    } else if escape == 1, isName(name, in: bytes, at: position) {
                        escape = 2
                    }
                }
            }
            return textEnd
        }
    }

    /// Returns the first offset of a byte.
    private static func index(
        of byte: StaticString, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int? {
        bytes.baseAddress.flatMap { HTMLTokenizer.find(byte, $0, from: start, to: bytes.count) }
    }

    /// Returns true if there is a `-->` between two offsets.
    private static func closesComment(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Bool {
        let part = UnsafeBufferPointer(rebasing: bytes[..<end])
        var position = start
        while let close = Self.index(of: ">", in: part, from: position) {
            if close >= start + 2, bytes[close - 1] == UInt8(ascii: "-"), bytes[close - 2] == UInt8(ascii: "-") {
                return true
            }
            position = close + 1
        }
        return false
    }

    /// Returns true if a whole name is at an offset, ignoring case.
    private static func isName(
        _ name: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> Bool {
        guard start + name.count < bytes.count else { return false }
        for offset in 0..<name.count where ASCII.lowercase(bytes[start + offset]) != name[offset] { return false }
        let after = bytes[start + name.count]
        return ASCII.isWhitespace(after) || after == UInt8(ascii: "/") || after == UInt8(ascii: ">")
    }
}
