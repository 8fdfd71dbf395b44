/// A converter to CSS selectors for the XPaths that annotation tools write.
enum XPathSelector {
    /// Returns a CSS selector for the element of an XPath; nil if the XPath is not supported.
    ///
    /// Supports element steps with optional positions, such as `/html/body/div[2]/p[3]`, and element steps after an id,
    /// such as `//*[@id="text"]/p[3]`. Hypothesis omits `/html/body`, so `/div[2]/p[3]` is counted from the body. A
    /// final text node is ignored. A step without a position selects the first element.
    static func css(of path: String) -> String? {
        var rest = Substring(path)
        var steps: [String] = []
        if let id = rest.prefixMatch(of: /\/\/\*\[@id=(?:"([^"\\\n]+)"|'([^"'\\\n]+)')\]/) {
            steps.append("[id=\"\(id.output.1 ?? id.output.2 ?? "")\"]")
            rest = rest[id.range.upperBound...]
        }
        if let text = rest.firstMatch(of: /\/text\(\)(?:\[[0-9]+\])?$/) { rest = rest[..<text.range.lowerBound] }
        while let step = rest.prefixMatch(of: /\/([a-zA-Z][a-zA-Z0-9-]*)(?:\[([0-9]{1,6})\])?/) {
            let name = step.output.1.lowercased()
            let position = step.output.2.flatMap { Int($0) } ?? 1
            guard position > 0 else { return nil }
            if steps.isEmpty, name != "html", name != "body" { steps.append("body") }
            steps.append(name == "html" || name == "body" ? name : "\(name):nth-of-type(\(position))")
            rest = rest[step.range.upperBound...]
        }
        return rest.isEmpty && !steps.isEmpty ? steps.joined(separator: " > ") : nil
    }
}
