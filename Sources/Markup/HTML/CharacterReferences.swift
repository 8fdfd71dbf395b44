import CPlatform
import Syntax

/// The character references of the HTML Standard (13.2.5.72 to 13.2.5.80).
package enum CharacterReferences {
    /// Returns a text with its references replaced, line breaks normalized to line feeds, and NUL replaced by U+FFFD.
    ///
    /// - Parameters:
    ///   - text: The text as written in the document.
    ///   - inAttribute: True for the value of an attribute. A name without its semicolon is then not a reference if
    ///     `=`, a letter or a digit follows.
    ///   - keepsNUL: True to leave NUL unchanged.
    /// - Returns: The decoded text.
    package static func decode(
        _ text: UnsafeBufferPointer<UInt8>, inAttribute: Bool, keepsNUL: Bool = false
    ) -> String {
        guard needsWork(text) else { return String(decoding: text, as: UTF8.self) }
        var output: [UInt8] = []
        decode(text, inAttribute: inAttribute, keepsNUL: keepsNUL, into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns true if a text contains anything that ``decode(_:inAttribute:keepsNUL:)`` replaces.
    package static func needsWork(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = text.baseAddress else { return false }
        return leftoff_has_byte(base, text.count, UInt8(ascii: "&"), 0x0D, 0)
    }

    /// Appends a text with its references replaced, line breaks normalized to line feeds, and NUL replaced by U+FFFD.
    ///
    /// - Parameters:
    ///   - text: The text as written in the document.
    ///   - inAttribute: True for the value of an attribute.
    ///   - keepsNUL: True to leave NUL unchanged.
    ///   - output: Receives the decoded text.
    package static func decode(
        _ text: UnsafeBufferPointer<UInt8>, inAttribute: Bool, keepsNUL: Bool = false, into output: inout [UInt8]
    ) {
        var position = 0
        while position < text.count {
            let plain = plainCount(text, from: position)
            if plain > 0 {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: text[position..<position + plain]))
                position += plain
                continue
            }
            let byte = text[position]
            if byte == UInt8(ascii: "&"), let match = match(text, at: position, inAttribute: inAttribute) {
                output.append(contentsOf: match.text.utf8)
                position = match.end
            } else {
                position += appendNormalized(text, at: position, keepsNUL: keepsNUL, to: &output)
            }
        }
    }

    /// Returns the number of bytes from an offset on that need no replacement.
    @inline(__always)
    private static func plainCount(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start
        while position < text.count, text[position] != UInt8(ascii: "&"), text[position] != 0x0D, text[position] != 0 {
            position += 1
        }
        return position - start
    }

    /// Appends a text with line breaks as line feeds and NUL as U+FFFD, leaving references unchanged.
    static func normalize(
        _ text: UnsafeBufferPointer<UInt8>, keepsNUL: Bool = false, into output: inout [UInt8]
    ) {
        var position = 0
        while position < text.count {
            position += appendNormalized(text, at: position, keepsNUL: keepsNUL, to: &output)
        }
    }

    /// Appends the character at an offset, replaced if necessary.
    ///
    /// - Returns: The number of bytes consumed.
    @inline(__always)
    private static func appendNormalized(
        _ text: UnsafeBufferPointer<UInt8>, at position: Int, keepsNUL: Bool, to output: inout [UInt8]
    ) -> Int {
        let byte = text[position]
        if byte == 0x0D {
            output.append(0x0A)
            return position + 1 < text.count && text[position + 1] == 0x0A ? 2 : 1
        }
        if byte == 0, !keepsNUL {
            output.append(contentsOf: [0xEF, 0xBF, 0xBD])
        } else {
            output.append(byte)
        }
        return 1
    }

    /// Parses the reference at an ampersand.
    ///
    /// - Parameters:
    ///   - text: The text as written in the document.
    ///   - start: The offset of the `&` in the text.
    ///   - inAttribute: True for the value of an attribute.
    /// - Returns: The replacement and the offset after the reference; nil if the `&` is an ordinary character.
    static func match(
        _ text: UnsafeBufferPointer<UInt8>, at start: Int, inAttribute: Bool
    ) -> (text: String, end: Int)? {
        guard start + 1 < text.count else { return nil }
        if text[start + 1] == UInt8(ascii: "#") { return numeric(text, at: start) }
        // Includes one byte more than the longest name, to check that the name has ended.
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

    /// Returns the scalar of a numeric reference (HTML Standard, 13.2.5.80).
    static func scalar(numbered value: UInt32) -> Unicode.Scalar {
        if 0x80...0x9F ~= value { return Unicode.Scalar(windows1252[Int(value) - 0x80]) ?? "\u{FFFD}" }
        guard value != 0, let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
        return scalar
    }

    /// The scalars for the numbers 0x80 to 0x9F, which are the characters of windows-1252 at these positions.
    private static let windows1252: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}

/// The named character references of the HTML Standard, by name.
private enum NamedCharacterReferences {
    /// The length of the longest name in bytes.
    static let longestName = 31
    /// The length of the longest name that needs no semicolon, in bytes.
    static let longestBareName = 6

    /// Returns the text for a name that is followed by a semicolon.
    ///
    /// - Parameter name: The name without `&` and `;`.
    /// - Returns: The text; nil if there is no such name.
    static func text(for name: String) -> String? {
        common[name] ?? all.texts[name]
    }

    /// Returns the text for a name without a semicolon.
    ///
    /// - Parameter name: The name without `&`.
    /// - Returns: The text; nil if there is no such name or it needs its semicolon.
    static func text(forBare name: String) -> String? {
        all.bareNames.contains(name) ? all.texts[name] : nil
    }

    /// The most frequent references.
    ///
    /// The full list takes time to decode and is rarely needed.
    private static let common = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": "\u{A0}", "apos": "'"]

    private static let all: (texts: [String: String], bareNames: Set<String>) = {
        var texts: [String: String] = [:]
        texts.reserveCapacity(2200)
        var bareNames: Set<String> = []
        let list = NamedCharacterReferenceList.text
        let bytes = UnsafeBufferPointer(start: list.utf8Start, count: list.utf8CodeUnitCount)
        for entry in bytes.split(whereSeparator: ASCII.isWhitespace) {
            let parts = entry.split(separator: UInt8(ascii: "="))
            guard parts.count == 2 else { continue }
            var name = parts[0]
            if name.last == UInt8(ascii: "*") {
                name.removeLast()
                bareNames.insert(String(decoding: name, as: UTF8.self))
            }
            var text = String.UnicodeScalarView()
            for number in parts[1].split(separator: UInt8(ascii: "+")) {
                let value = number.reduce(0) { $0 * 16 + UInt32(ASCII.hexValue($1) ?? 0) }
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
            texts[String(decoding: name, as: UTF8.self)] = String(text)
        }
        return (texts, bareNames)
    }()
}
