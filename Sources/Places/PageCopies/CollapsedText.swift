/// The collapsing of white space, as `collapsed` in `js/anchoring/text-index.js` does it.
package enum CollapsedText {
    /// Returns a text with each sequence of white space replaced with one space, and without soft hyphens, zero-width
    /// spaces and word joiners.
    ///
    /// U+0000, which no page's parser lets through, is removed too. A space at either end is kept.
    package static func collapsed(_ text: String) -> String {
        guard needsChange(text) else { return text }
        var result = String.UnicodeScalarView()
        var isAfterSpace = false
        for scalar in text.unicodeScalars where !isIgnored(scalar.value) {
            let isSpace = isWhiteSpace(scalar.value)
            if !isSpace {
                result.append(scalar)
            } else if !isAfterSpace {
                result.append(" ")
            }
            isAfterSpace = isSpace
        }
        return String(result)
    }

    /// Returns the collapsed text without white space at its ends.
    package static func trimmed(_ text: String) -> String {
        var result = Substring(collapsed(text))
        if result.unicodeScalars.first == " " { result.unicodeScalars.removeFirst() }
        if result.unicodeScalars.last == " " { result.unicodeScalars.removeLast() }
        return String(result)
    }

    /// Returns preformatted text with its line breaks as U+000A, and without U+0000.
    package static func lines(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0 }) else { return text }
        var result = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars where scalar != "\0" {
            if scalar != "\n" || !isAfterReturn { result.append(scalar == "\r" ? "\n" : scalar) }
            isAfterReturn = scalar == "\r"
        }
        return String(result)
    }

    /// Returns true unless the text is ASCII with single spaces only, which is by far the most frequent case.
    private static func needsChange(_ text: String) -> Bool {
        var isAfterSpace = false
        for byte in text.utf8 {
            guard byte >= 0x20, byte < 0x80, byte != 0x20 || !isAfterSpace else { return true }
            isAfterSpace = byte == 0x20
        }
        return false
    }

    /// Returns true for a code point that is removed: a soft hyphen, a zero-width space, a word joiner, U+0000.
    @inlinable
    package static func isIgnored(_ codePoint: UInt32) -> Bool {
        codePoint == 0xAD || codePoint == 0x200B || codePoint == 0x2060 || codePoint == 0
    }

    /// Returns true for white space (ECMAScript, section 22.2.2.9, `\s`).
    @inlinable
    package static func isWhiteSpace(_ codePoint: UInt32) -> Bool {
        switch codePoint {
        case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }
}
