/// Turns the XPaths that annotation tools write into CSS selectors.
enum XPathSelector {
    /// The selector of the same element; nil for all but steps of elements with positions, perhaps behind an id.
    ///
    /// Such are `/html/body/div[2]/p[3]`, `//*[@id="text"]/p[3]`, and `/div[2]/p[3]`, which Hypothesis counts from the
    /// body. Text nodes at the end are left out. A step without a position means the first.
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
