/// Text escaped for HTML and XML documents.
///
/// A character that a terminal obeys or hides is written as a reference, such as `&#x202E;`, which is the same text for
/// every reader. Controls and noncharacters have no valid reference (HTML Standard, 13.1.4), and become U+FFFD.
///
/// ```swift
/// let title = "Q & A: \"<b>\""
/// print(MarkupText.content(title))  // Q &amp; A: "&lt;b&gt;"
/// print(MarkupText.attribute(title))  // Q &amp; A: &quot;&lt;b&gt;&quot;
/// // Only XML forbids characters: the result is nil if a text has one of them.
/// if let name = MarkupText.xml(title) {
///     print("<outline text=\"\(name)\"/>")
/// }
/// ```
package enum MarkupText {
    /// Escapes a text for the content of an element in HTML (HTML Standard, 13.3) or XML (XML 1.0, section 2.4).
    ///
    /// - Parameter text: Any text.
    /// - Returns: The text with `&`, `<`, `>` and unsafe characters as character references.
    package static func content(_ text: String) -> String {
        VisibleText.replacing(in: escaped(text, where: isMarkup), with: reference)
    }

    /// Escapes a text for a quoted attribute value in HTML, or for the content of an element.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - isOneLine: True to write tabs and line breaks as character references too, for readers that process a file
    ///     line by line.
    ///   - unsafe: Returns the text for a character that a terminal obeys or hides; a reference by default.
    /// - Returns: The text with `&`, `<`, `>`, both quotation marks and unsafe characters as character references.
    package static func attribute(
        _ text: String, isOneLine: Bool = false, unsafe: (Unicode.Scalar) -> String = reference
    ) -> String {
        let escaped =
            isOneLine
            ? escaped(text) { isMarkup($0) || isQuotationMark($0) || isLineWhitespace($0) }
            : escaped(text) { isMarkup($0) || isQuotationMark($0) }
        return VisibleText.replacing(in: escaped, with: unsafe)
    }

    /// Returns the text for a character that a terminal obeys or hides.
    ///
    /// - Parameter scalar: An unsafe character (``VisibleText``).
    /// - Returns: A reference; tabs and line ends unchanged, a space for a form feed, and U+FFFD for other controls and
    ///   noncharacters.
    private static func reference(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\t", "\n", "\r": String(scalar)
        // HTML treats a form feed as white space.
        case "\u{C}": " "
        case "\0"..."\u{9F}": VisibleText.replacement
        default:
            scalar.properties.isNoncharacterCodePoint
                ? VisibleText.replacement : "&#x\(String(scalar.value, radix: 16, uppercase: true));"
        }
    }

    /// Escapes a text for XML 1.0, in elements and in quoted attribute values.
    ///
    /// The result is valid in HTML too.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The text with markup, quotation marks, tabs and line breaks as character references; nil if
    ///   ``isXML(_:)`` is false.
    package static func xml(_ text: String) -> String? {
        // XML parsers replace unescaped tabs and line breaks in attribute values with spaces (section 3.3.3).
        isXML(text) ? attribute(text, isOneLine: true) : nil
    }

    /// Returns true if XML 1.0 (section 2.2) allows all characters of a text and discourages none of them.
    ///
    /// - Parameter text: Any text.
    /// - Returns: False for a text with a noncharacter or with a control character other than tab, line feed and
    ///   carriage return.
    package static func isXML(_ text: String) -> Bool {
        // Most text is plain ASCII.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return true }
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "\t", "\n", "\r": true
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": false
            default: !scalar.properties.isNoncharacterCodePoint
            }
        }
    }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }

    private static func isQuotationMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private static func isLineWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Replaces ASCII characters with references.
    private static func escaped(_ text: String, where needsReference: (UInt8) -> Bool) -> String {
        guard text.utf8.contains(where: needsReference) else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            guard needsReference(byte) else {
                output.append(byte)
                continue
            }
            switch byte {
            case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
            // HTML 4 does not define `&apos;`.
            default: output.append(contentsOf: "&#\(byte);".utf8)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
