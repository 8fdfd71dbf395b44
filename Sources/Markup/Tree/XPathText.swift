/// Pieces of XPath 1.0.
enum XPathText {
    /// A string.
    ///
    /// XPath has no escapes, so a text with both quotation marks is put together.
    static func literal(_ text: String) -> String {
        if !text.contains("'") { return "'\(text)'" }
        if !text.contains("\"") { return "\"\(text)\"" }
        let parts = text.split(separator: "'", omittingEmptySubsequences: false).map { "'\($0)'" }
        return "concat(\(parts.joined(separator: ", \"'\", ")))"
    }

    /// Whether a list parted by white space has a word.
    static func hasWord(_ word: String, in path: String) -> String {
        "contains(concat(' ',normalize-space(\(path)),' '),\(literal(" \(word) ")))"
    }

    /// The condition of an attribute selector.
    ///
    /// - Parameters:
    ///   - path: The attribute.
    ///   - sign: The first character of the operator.
    ///   - value: The value, in lower case if that counts for nothing.
    ///   - ignoresCase: Whether ASCII case counts for nothing.
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
            return
                "substring(\(folded),string-length(\(path))-\(length - 1))=\(text) and string-length(\(path))>=\(length)"
        }
    }

    /// Whether a number is of the form `an+b`, with n from 0.
    static func matches(_ number: String, _ formula: (step: Int, offset: Int)) -> String {
        let (step, offset) = formula
        if step == 0 { return "\(number)=\(offset)" }
        let distance = offset == 0 ? number : "\(number)-(\(offset))"
        return step > 0
            ? "\(number)>=\(offset) and (\(distance)) mod \(step)=0"
            : "\(number)<=\(offset) and (\(offset)-\(number)) mod \(-step)=0"
    }

    /// The prefixes of the names in an expression, each once; axes such as `child::` are none.
    ///
    /// - Parameter expression: XPath 1.0.
    /// - Returns: The prefixes; `xml` is not among them, as every expression knows it.
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
