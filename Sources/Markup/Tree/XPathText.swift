/// Fragments of XPath 1.0.
enum XPathText {
    /// Returns a string literal.
    ///
    /// XPath has no escapes, so a text that contains both kinds of quotation marks is concatenated.
    static func literal(_ text: String) -> String {
        if !text.contains("'") { return "'\(text)'" }
        if !text.contains("\"") { return "\"\(text)\"" }
        let parts = text.split(separator: "'", omittingEmptySubsequences: false).map { "'\($0)'" }
        return "concat(\(parts.joined(separator: ", \"'\", ")))"
    }

    /// Returns the condition that a list of words separated by white space contains a word.
    static func hasWord(_ word: String, in path: String) -> String {
        "contains(concat(' ',normalize-space(\(path)),' '),\(literal(" \(word) ")))"
    }

    /// Returns the condition that an attribute selector describes.
    ///
    /// - Parameters:
    ///   - path: The XPath of the attribute.
    ///   - sign: The first character of the operator.
    ///   - value: The value, in lower case if case is ignored.
    ///   - ignoresCase: True if ASCII case is ignored.
    /// - Returns: The condition.
    static func attribute(_ path: String, _ sign: Unicode.Scalar, _ value: String, _ ignoresCase: Bool) -> String {
        let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let folded = ignoresCase ? "translate(\(path),'\(upper)','\(upper.lowercased())')" : path
        let text = literal(value)
        switch sign {
        case "=": return "\(path) and \(folded)=\(text)"
        case "~": return value.isEmpty || value.contains(where: \.isWhitespace) ? "false()" : hasWord(value, in: folded)
        case "|": return "\(path) and (\(folded)=\(text) or starts-with(\(folded),\(literal(value + "-"))))"
        case "^": return value.isEmpty ? "false()" : "starts-with(\(folded),\(text))"
        case "*": return value.isEmpty ? "false()" : "contains(\(folded),\(text))"
        default:
            let length = value.unicodeScalars.count
            guard length > 0 else { return "false()" }
            let tail = "substring(\(folded),string-length(\(path))-\(length - 1))=\(text)"
            return "\(tail) and string-length(\(path))>=\(length)"
        }
    }

    /// Returns the condition that a number has the form `an+b` for an n of 0 or more.
    static func matches(_ number: String, _ formula: (step: Int, offset: Int)) -> String {
        let (step, offset) = formula
        if step == 0 { return "\(number)=\(offset)" }
        let distance = offset == 0 ? number : "\(number)-(\(offset))"
        return step > 0
            ? "\(number)>=\(offset) and (\(distance)) mod \(step)=0"
            : "\(number)<=\(offset) and (\(offset)-\(number)) mod \(-step)=0"
    }

    /// Returns the distinct prefixes of the names in an expression; axes such as `child::` are not prefixes.
    ///
    /// - Parameter expression: XPath 1.0.
    /// - Returns: The prefixes except `xml`, which is always defined.
    static func prefixes(in expression: String) -> [String] {
        var found: [String] = []
        var name = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        let scalars = Array(expression.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == "'" || scalar == "\"" {
                quote = scalar
                name = .init()
            } else if scalar == ":" {
                let isAxis = [index - 1, index + 1].contains { scalars.indices.contains($0) && scalars[$0] == ":" }
                let prefix = String(name)
                if !isAxis, !prefix.isEmpty, prefix != "xml", !found.contains(prefix) { found.append(prefix) }
                name = .init()
            } else if scalar.properties.isXIDContinue || scalar == "-" || scalar == "." {
                name.append(scalar)
            } else {
                name = .init()
            }
        }
        return found
    }
}
