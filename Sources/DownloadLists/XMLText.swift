/// Text for XML 1.0 and HTML, in elements and in quoted attributes.
package enum XMLText {
    /// The bytes that need no escape: printable ASCII without `"`, `&`, `'`, `<` and `>`.
    private static let plain = (0...255).map {
        (0x20..<0x7F).contains($0) && ![0x22, 0x26, 0x27, 0x3C, 0x3E].contains($0)
    }

    /// Escapes markup, tabs and line breaks as character references.
    ///
    /// - Parameter text: Unescaped text, of any length.
    /// - Returns: The escaped text; nil if the text contains a character that neither language allows: NUL, another
    ///   control character, or a noncharacter (XML 1.0, section 2.2).
    package static func escaped(_ text: String) -> String? {
        // Most text is plain ASCII without markup and needs no copy.
        if text.utf8.allSatisfy({ Self.plain[Int($0)] }) { return text }
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            // If these characters were not escaped in the value of an attribute, a parser would replace them by spaces.
            case "\t", "\n", "\r": escaped.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": return nil
            default:
                if scalar.properties.isNoncharacterCodePoint { return nil }
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
