/// A tracker of SVG and MathML content, in which element names and self-closing tags have other meanings.
///
/// It follows the HTML Standard's tree construction (13.2.6, 13.2.6.5) as far as links need it. It keeps a stack of the
/// open elements that starts with the outermost `svg` or `math`; HTML elements outside of these are not tracked.
struct ForeignContent {
    /// The namespace of an element.
    private enum Space {
        case html, svg, math
    }

    private struct Open {
        var name: ElementName
        var hash: UInt64
        var space: Space
        /// True if the element is an HTML integration point, in which start tags belong to HTML.
        var holdsHTML = false
        /// True if the element is a MathML text integration point, in which most start tags belong to HTML.
        var holdsText = false

        /// True if the element is a boundary of the standard's scopes, so that end tags inside it cannot close HTML
        /// elements around it.
        var endsScope: Bool { holdsHTML || holdsText || space == .math && name == .annotationXML }

        func isNamed(_ name: ElementName, _ hash: UInt64) -> Bool { self.name == name && self.hash == hash }
    }

    /// The maximum number of open elements on the stack.
    ///
    /// Elements that are nested more deeply are only counted, so that the stack cannot exhaust the memory.
    private static let deepest = 4096
    private static let paragraphHash = NameTable.hash(of: "p")

    private var open: [Open] = []
    private var deeper = 0

    /// True if the current node is in SVG or MathML.
    private(set) var isInside = false

    /// True if an `svg` or `math` is open, so that all tags must be processed.
    private(set) var isActive = false

    /// Processes a start tag in foreign content, or one that starts foreign content.
    ///
    /// - Parameters:
    ///   - name: The element's name; `other` if ``ElementName`` does not list it.
    ///   - hash: The hash of the element's name.
    ///   - isSelfClosing: True if the tag ends with `/>`.
    ///   - holdsHTML: True for an `annotation-xml` that declares HTML content, or a `font` with an attribute that
    ///     exists only in HTML.
    /// - Returns: True if the element itself belongs to SVG or MathML.
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

    /// Processes an end tag.
    ///
    /// - Parameters:
    ///   - name: The element's name; `other` if ``ElementName`` does not list it.
    ///   - hash: The hash of the element's name.
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

    /// Returns true if a start tag creates a foreign element.
    private func isForeign(_ name: ElementName, in current: Open) -> Bool {
        if current.space == .html || current.holdsHTML { return false }
        if current.holdsText { return name == .mglyph || name == .malignmark }
        return !(current.space == .math && current.name == .annotationXML && name == .svg)
    }

    /// Processes a start tag by the rules of HTML.
    private mutating func startHTML(_ name: ElementName, hash: UInt64, isSelfClosing: Bool) {
        switch name {
        case .svg, .math:
            if !isSelfClosing { push(Open(name: name, hash: hash, space: name == .svg ? .svg : .math)) }
        case _ where open.isEmpty || name.isVoid: break
        // The start tags of these elements are ignored here.
        case .html, .head, .body, .frame: break
        default:
            if name.endsParagraph { endHTML(.p, hash: Self.paragraphHash) }
            push(Open(name: name, hash: hash, space: .html))
        }
    }

    /// Processes an end tag by the rules of HTML: it closes the element of this name that is in scope.
    private mutating func endHTML(_ name: ElementName, hash: UInt64) {
        for index in open.indices.reversed() {
            if open[index].space == .html, open[index].isNamed(name, hash) { return pop(to: index) }
            if open[index].endsScope { return }
        }
        // The tag probably closes an element around the foreign content: an unclosed `svg` ends with its parent.
        if name.endsAroundForeignContent { pop(to: 0) }
    }

    private mutating func push(_ element: Open) {
        if open.count < Self.deepest { open.append(element) } else { deeper += 1 }
        updateActivity()
    }

    private mutating func pop(to count: Int) {
        open.removeLast(open.count - count)
        deeper = 0
        updateActivity()
    }

    private mutating func breakOut() {
        var count = open.count
        while count > 0, open[count - 1].space != .html, !open[count - 1].holdsHTML, !open[count - 1].holdsText {
            count -= 1
        }
        pop(to: count)
    }

    private mutating func updateActivity() {
        isActive = !open.isEmpty
        isInside = open.last.map { $0.space != .html } ?? false
    }
}
