/// Normalization of text read from a page.
enum PageText {
    /// Returns text with white space collapsed and without soft hyphens and zero-width spaces, like `collapsed` in
    /// `js/`.
    static func collapsed(_ text: String) -> String {
        var collapsed = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xAD, 0x200B, 0x2060: continue
            case _ where isSpace(scalar): if collapsed.last != " " { collapsed.append(" ") }
            default: collapsed.append(scalar)
            }
        }
        return String(collapsed)
    }

    /// Returns text without leading and trailing spaces.
    static func trimmed(_ text: String) -> String {
        let start = text.drop { $0 == " " }
        guard let last = start.lastIndex(where: { $0 != " " }) else { return "" }
        return String(start[...last])
    }

    /// Returns true if `\s` of ECMAScript matches the character (section 22.2.2.9).
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }
}
