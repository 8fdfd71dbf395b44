/// Writes values as JavaScript source.
enum JavaScriptLiteral {
    /// Returns a string literal that is safe in a script element, in the URL of an attribute, in a module, and in
    /// engines older than ES2019, where U+2028 and U+2029 end a line.
    ///
    /// - Parameter text: Any text, including text from a hostile page.
    /// - Returns: The literal with its quotes.
    static func string(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}": literal += escape(scalar)
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
