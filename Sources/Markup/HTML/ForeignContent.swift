/// Whether the tokenizer stands in SVG or MathML, where the names of elements and self-closing tags mean other things.
///
/// This follows the HTML Standard's tree construction (13.2.6, 13.2.6.5) as far as links need it. From the outermost `svg`
/// or `math` on it keeps the open elements; what is open around that one is not known.
struct ForeignContent {
    /// What an element's name belongs to.
    private enum Space {
        case html, svg, math
    }

    private struct Open {
        var name: ElementName
        var hash: UInt64
        var space: Space
        /// Whether start tags in it are HTML's: an HTML integration point.
        var holdsHTML = false
        /// Whether most start tags in it are HTML's: a MathML text integration point.
        var holdsText = false

        /// Whether end tags in it reach no HTML element around it: it ends the standard's scopes.
        var endsScope: Bool { holdsHTML || holdsText || space == .math && name == .annotationXML }

        func isNamed(_ name: ElementName, _ hash: UInt64) -> Bool { self.name == name && self.hash == hash }
    }

    /// How many open elements are kept; those deeper are counted only, which bounds the memory.
    private static let deepest = 4096
    private static let paragraphHash = NameTable.hash(of: "p")

    private var open: [Open] = []
    private var deeper = 0

    /// Whether the current node is in SVG or MathML.
    private(set) var isInside = false

    /// Whether any `svg` or `math` is open, so that all tags matter.
    private(set) var isActive = false

    /// Takes a start tag inside of foreign content, or one that begins it.
    ///
    /// - Parameters:
    ///   - name: The element.
    ///   - hash: The hash of its name.
    ///   - isSelfClosing: Whether the tag ends with `/>`.
    ///   - holdsHTML: Whether an `annotation-xml` says that it holds HTML, or a `font` has an attribute that only HTML's has.
    /// - Returns: Whether the element itself is foreign.
    mutating func start(_ name: ElementName, hash: UInt64, isSelfClosing: Bool, holdsHTML: Bool) -> Bool {
        guard let current = open.last, isForeign(name, in: current) else {
            startHTML(name, hash: hash, isSelfClosing: isSelfClosing)
            return name == .svg || name == .math
        }
        if name.endsForeignContent || name == .font && holdsHTML {
            breakOut()
            startHTML(name, hash: hash, isSelfClosing: isSelfClosing)
            return false
        }
        guard !isSelfClosing else { return true }
        var element = Open(name: name, hash: hash, space: current.space)
        switch name {
        case .foreignObject, .desc, .title: element.holdsHTML = current.space == .svg
        case .annotationXML: element.holdsHTML = current.space == .math && holdsHTML
        case .mi, .mo, .mn, .ms, .mtext: element.holdsText = current.space == .math
        default: break
        }
        push(element)
        return true
    }

    /// Takes an end tag.
    ///
    /// - Parameters:
    ///   - name: The element.
    ///   - hash: The hash of its name.
    mutating func end(_ name: ElementName, hash: UInt64) {
        guard let current = open.last else { return }
        guard deeper == 0 else {
            deeper -= 1
            return
        }
        if current.space != .html {
            if name == .br || name == .p {
                breakOut()
            } else {
                var index = open.count - 1
                while index >= 0, open[index].space != .html {
                    if open[index].isNamed(name, hash) { return pop(to: index) }
                    index -= 1
                }
            }
        }
        endHTML(name, hash: hash)
    }

    /// Whether a start tag means a foreign element.
    private func isForeign(_ name: ElementName, in current: Open) -> Bool {
        if current.space == .html || current.holdsHTML { return false }
        if current.holdsText { return name == .mglyph || name == .malignmark }
        return !(current.space == .math && current.name == .annotationXML && name == .svg)
    }

    /// Takes a start tag by the rules of HTML.
    private mutating func startHTML(_ name: ElementName, hash: UInt64, isSelfClosing: Bool) {
        switch name {
        case .svg, .math:
            if !isSelfClosing { push(Open(name: name, hash: hash, space: name == .svg ? .svg : .math)) }
        case _ where open.isEmpty || name.isVoid: break
        // They are ignored where they may stand here.
        case .html, .head, .body, .frame: break
        default:
            if name.endsParagraph { endHTML(.p, hash: Self.paragraphHash) }
            push(Open(name: name, hash: hash, space: .html))
        }
    }

    /// Takes an end tag by the rules of HTML: it ends the element of its name in scope.
    private mutating func endHTML(_ name: ElementName, hash: UInt64) {
        for index in open.indices.reversed() {
            if open[index].space == .html, open[index].isNamed(name, hash) { return pop(to: index) }
            if open[index].endsScope { return }
        }
        // An element around it, most likely: an `svg` that is not closed ends with its parent.
        if name.endsAroundForeignContent { pop(to: 0) }
    }

    private mutating func push(_ element: Open) {
        if open.count < Self.deepest { open.append(element) } else { deeper += 1 }
        note()
    }

    private mutating func pop(to count: Int) {
        open.removeLast(open.count - count)
        deeper = 0
        note()
    }

    private mutating func breakOut() {
        var count = open.count
        while count > 0, open[count - 1].space != .html, !open[count - 1].holdsHTML, !open[count - 1].holdsText {
            count -= 1
        }
        pop(to: count)
    }

    private mutating func note() {
        isActive = !open.isEmpty
        isInside = open.last.map { $0.space != .html } ?? false
    }
}
