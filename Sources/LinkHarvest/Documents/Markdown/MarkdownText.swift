import Markup

/// Text in Markdown, with backslash escapes and character references (CommonMark, sections 2.4 and 2.5).
enum MarkdownText {
    /// Returns a text with escapes and references replaced.
    static func unescaped(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        guard bytes.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var text: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\"), index + 1 < bytes.endIndex, MarkdownSyntax.isPunctuation(bytes[index + 1]) {
                text.append(bytes[index + 1])
                index += 2
            } else if byte == UInt8(ascii: "&"), let (scalar, end) = reference(bytes[index...]) {
                text.append(contentsOf: Array(String(scalar).utf8))
                index = end
            } else {
                text.append(byte)
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Parses a character reference at the start of a text; nil if there is none or its name is unknown.
    static func reference(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (Unicode.Scalar, Int)? {
        let name = bytes.dropFirst().prefix(32).prefix { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "#") }
        guard !name.isEmpty, name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";") else {
            return nil
        }
        let text = String(decoding: name, as: UTF8.self)
        guard text.hasPrefix("#") else {
            return NamedCharacter.scalar(of: text).map { ($0, name.endIndex + 1) }
        }
        let digits = text.dropFirst()
        let value =
            digits.hasPrefix("x") || digits.hasPrefix("X") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value else { return nil }
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        return (scalar ?? "\u{FFFD}", name.endIndex + 1)
    }
}
