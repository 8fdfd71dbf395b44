/// Whether the parser stands in SVG or MathML, where the names of elements and self-closing tags mean other things.
///
/// This follows the HTML Standard's tree construction (13.2.6.5) as far as links need it.
struct ForeignContent {
    private struct Level {
        var name: String
        var isForeign: Bool
    }

    private var levels: [Level] = []

    /// Whether content at this place is foreign.
    var isInside: Bool { levels.last?.isForeign ?? false }

    /// Takes a start tag.
    ///
    /// - Parameter name: The name in lower case.
    /// - Returns: Whether the element itself is foreign.
    mutating func start(_ name: String) -> Bool {
        if name == "svg" || name == "math" {
            levels.append(Level(name: name, isForeign: true))
            return true
        }
        guard isInside else { return false }
        if Self.breakouts.contains(name) {
            levels.removeAll()
            return false
        }
        if Self.integrationPoints.contains(name) { levels.append(Level(name: name, isForeign: false)) }
        return true
    }

    /// Takes the end of an element.
    ///
    /// - Parameter name: The name in lower case.
    mutating func end(_ name: String) {
        if levels.last?.name == name { levels.removeLast() }
    }

    /// Elements of SVG and MathML whose content is HTML.
    private static let integrationPoints: Set<String> = [
        "foreignobject", "desc", "title", "annotation-xml", "mi", "mo", "mn", "ms", "mtext",
    ]

    /// HTML elements whose start tag ends all foreign content.
    private static let breakouts: Set<String> = [
        "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2",
        "h3",
        "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre", "ruby",
        "s",
        "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul", "var",
    ]
}
