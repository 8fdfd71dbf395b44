/// The HTML Standard's character references (13.2.5.72 to 13.2.5.80).
package enum CharacterReferences {
    /// Replaces the references in a text, and line breaks by line feeds.
    ///
    /// - Parameters:
    ///   - text: The text as it stands in the document.
    ///   - inAttribute: Whether it is the value of an attribute: there a name without its semicolon stays as it is
    ///     before `=` and before letters and digits.
    /// - Returns: The text that is meant.
    package static func decode(_ text: UnsafeBufferPointer<UInt8>, inAttribute: Bool) -> String {
        guard text.contains(where: { $0 == UInt8(ascii: "&") || $0 == 0x0D }) else {
            return String(decoding: text, as: UTF8.self)
        }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            let byte = text[position]
            if byte == UInt8(ascii: "&"), let match = match(text, at: position, inAttribute: inAttribute) {
                output.append(contentsOf: match.text.utf8)
                position = match.end
            } else if byte == 0x0D {
                output.append(0x0A)
                position += position + 1 < text.count && text[position + 1] == 0x0A ? 2 : 1
            } else {
                output.append(byte)
                position += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Reads the reference at an ampersand.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - start: The offset of the `&`.
    ///   - inAttribute: Whether the text is the value of an attribute.
    /// - Returns: What it stands for and the offset behind it, or nil when the `&` stands for itself.
    static func match(
        _ text: UnsafeBufferPointer<UInt8>, at start: Int, inAttribute: Bool
    ) -> (text: String, end: Int)? {
        guard start + 1 < text.count else { return nil }
        if text[start + 1] == UInt8(ascii: "#") { return numeric(text, at: start) }
        // One byte more than the longest name, to tell whether that name has ended.
        var end = start + 1
        let stop = min(text.count, end + NamedCharacterReferences.longestName + 1)
        while end < stop, ASCII.isAlphanumeric(text[end]) { end += 1 }
        guard end > start + 1 else { return nil }
        if end < text.count, text[end] == UInt8(ascii: ";"),
            let found = NamedCharacterReferences.text(for: name(text, start + 1..<end))
        {
            return (found, end + 1)
        }
        var nameEnd = min(end, start + 1 + NamedCharacterReferences.longestBareName)
        while nameEnd > start + 1 {
            if let found = NamedCharacterReferences.text(forBare: name(text, start + 1..<nameEnd)) {
                if inAttribute, nameEnd < text.count,
                    text[nameEnd] == UInt8(ascii: "=") || ASCII.isAlphanumeric(text[nameEnd])
                {
                    return nil
                }
                return (found, nameEnd)
            }
            nameEnd -= 1
        }
        return nil
    }

    private static func name(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: text[range], as: UTF8.self)
    }

    private static func numeric(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> (text: String, end: Int)? {
        var position = start + 2
        let isHexadecimal = position < text.count && text[position] | 0x20 == UInt8(ascii: "x")
        if isHexadecimal { position += 1 }
        let digitsStart = position
        var value: UInt32 = 0
        while position < text.count,
            let digit = isHexadecimal
                ? ASCII.hexValue(text[position]) : ASCII.isDigit(text[position]) ? text[position] - 0x30 : nil
        {
            if value <= 0x10FFFF { value = value * (isHexadecimal ? 16 : 10) + UInt32(digit) }
            position += 1
        }
        guard position > digitsStart else { return nil }
        if position < text.count, text[position] == UInt8(ascii: ";") { position += 1 }
        return (String(Character(scalar(numbered: value))), position)
    }

    /// The scalar that a number stands for (HTML Standard, 13.2.5.80).
    static func scalar(numbered value: UInt32) -> Unicode.Scalar {
        if 0x80...0x9F ~= value { return Unicode.Scalar(windows1252[Int(value) - 0x80]) ?? "\u{FFFD}" }
        guard value != 0, let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
        return scalar
    }

    /// What the numbers 0x80 to 0x9F stand for: the characters that windows-1252 has there.
    private static let windows1252: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
