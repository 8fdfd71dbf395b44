/// Text as the scripts read it from a page.
enum PageText {
    /// Text with white space collapsed, and without soft hyphens and zero-width spaces: as `collapsed` of `js/` does it.
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

    /// Text without spaces at its ends.
    static func trimmed(_ text: String) -> String {
        let start = text.drop { $0 == " " }
        guard let last = start.lastIndex(where: { $0 != " " }) else { return "" }
        return String(start[...last])
    }

    /// What `\s` of ECMAScript matches (section 22.2.2.9).
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }
}
