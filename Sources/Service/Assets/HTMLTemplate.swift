import MarkupText

/// A page with placeholders, written `{{name}}`.
struct HTMLTemplate: Sendable {
    /// The page with its placeholders.
    let text: String

    /// Replaces the placeholders.
    ///
    /// The values are text: markup in them is escaped.
    ///
    /// - Parameter values: The value of each placeholder.
    /// - Returns: The page.
    func filled(with values: [String: String]) -> String {
        var page = ""
        var rest = text[...]
        // Replaces in one pass, so that braces inside a value are left unchanged.
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            page += rest[..<open.lowerBound]
            page += MarkupText.attribute(values[String(rest[open.upperBound..<close.lowerBound])] ?? "")
            rest = rest[close.upperBound...]
        }
        return page + rest
    }
}
