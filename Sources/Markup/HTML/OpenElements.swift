/// The stack of open elements (HTML Standard, 13.2.4.2).
struct OpenElements {
    /// An element on the stack.
    struct Element {
        /// The namespace of an element.
        enum Space: UInt8 {
            case html, svg, math
        }

        /// The hash of the element's name.
        var hash: UInt64
        var name: ElementName
        var space = Space.html
        /// True if the element is an HTML integration point, in which start tags belong to HTML.
        var holdsHTML = false
        /// True if the element is a MathML text integration point, in which most start tags belong to HTML.
        var holdsText = false
        /// True if the element is the target of the form element pointer.
        var isCurrentForm = false

        /// True if the element is an HTML element with a certain name.
        func isHTML(_ name: ElementName) -> Bool { self.name == name && space == .html }

        /// True if the element belongs to the category "special".
        var isSpecial: Bool {
            switch space {
            case .html: name.isSpecial
            case .svg: holdsHTML
            case .math: holdsText || name == .annotationXML
            }
        }
    }

    /// A kind of scope, which certain elements end (13.2.4.2).
    enum Scope {
        case normal, button, listItem, table
    }

    /// The maximum number of elements on the stack.
    ///
    /// A deeper element replaces the current node, so that the stack cannot exhaust the memory, and a search of it
    /// takes at most a few microseconds.
    ///
    /// Browsers keep all elements on the stack; Chromium's limit of 512 applies to the tree. Beyond the limit, an end
    /// tag may therefore find no element to close, and a cell of a table may be ignored with the links of its
    /// attributes.
    static let deepest = 512

    /// The elements; the owner deallocates the memory.
    private let elements: UnsafeMutablePointer<Element>
    private(set) var count = 0
    /// The number of open `p` elements.
    private(set) var paragraphCount = 0
    /// The number of open `a` elements of HTML.
    private(set) var anchorCount = 0
    /// The number of open formatting elements other than `a`.
    private(set) var formattingCount = 0
    /// The number of open `select` elements of HTML.
    private(set) var selectCount = 0
    /// The number of open `button` elements of HTML.
    private(set) var buttonCount = 0
    /// The number of open `template` elements of HTML.
    private(set) var templateCount = 0
    /// The number of open elements of SVG and MathML.
    private(set) var foreignCount = 0

    init() { elements = .allocate(capacity: Self.deepest) }

    func deallocate() { elements.deallocate() }

    /// The current node; nil if the stack is empty.
    @inline(__always)
    var top: Element? { count == 0 ? nil : elements[count - 1] }

    subscript(index: Int) -> Element {
        get { elements[index] }
        set { elements[index] = newValue }
    }

    /// Returns true if the current node has a certain name, and its end tag just closes it.
    ///
    /// The hash alone does not suffice, because long names can have the hash of any other name.
    @inline(__always)
    func isTop(_ name: ElementName, hash: UInt64) -> Bool {
        count > 0 && elements[count - 1].hash == hash && elements[count - 1].name == name
    }

    /// Pushes an HTML element that no count but ``formattingCount`` includes.
    @inline(__always)
    mutating func pushPlain(_ name: ElementName, hash: UInt64, traits: ElementTraits) {
        if count == Self.deepest { pop() }
        elements[count] = Element(hash: hash, name: name)
        count += 1
        formattingCount += traits.formattingCount
    }

    /// Pops an HTML element that no count but ``formattingCount`` includes.
    @inline(__always)
    mutating func popPlain(traits: ElementTraits) {
        count -= 1
        formattingCount -= traits.formattingCount
    }

    mutating func push(_ element: Element) {
        if count == Self.deepest { pop() }
        elements[count] = element
        count += 1
        track(element, by: 1)
    }

    @inline(never)
    mutating func pop() {
        guard count > 0 else { return }
        count -= 1
        track(elements[count], by: -1)
    }

    mutating func pop(to count: Int) {
        while self.count > count { pop() }
    }

    /// Removes an element from the middle of the stack.
    mutating func remove(at index: Int) {
        track(elements[index], by: -1)
        for next in (index + 1)..<max(index + 1, count) { elements[next - 1] = elements[next] }
        count -= 1
    }

    private mutating func track(_ element: Element, by change: Int) {
        guard element.space == .html else {
            foreignCount += change
            return
        }
        switch element.name {
        case .p: paragraphCount += change
        case .a: anchorCount += change
        case .select: selectCount += change
        case .button: buttonCount += change
        case _ where element.name.isFormatting: formattingCount += change
        case .template: templateCount += change
        default: break
        }
    }

    /// Returns the index of the innermost matching HTML element in a scope; nil if there is none.
    func index(in scope: Scope, where isWanted: (Element) -> Bool) -> Int? {
        var index = count - 1
        while index >= 0 {
            let element = elements[index]
            if element.space == .html, isWanted(element) { return index }
            if ends(scope, element) { return nil }
            index -= 1
        }
        return nil
    }

    /// Returns the index of the innermost HTML element with a name in a scope; nil if there is none.
    func index(of name: ElementName, in scope: Scope) -> Int? {
        index(in: scope) { $0.name == name }
    }

    private func ends(_ scope: Scope, _ element: Element) -> Bool {
        guard scope != .table else {
            return element.isHTML(.table) || element.isHTML(.html) || element.isHTML(.template)
        }
        guard element.space == .html else {
            return element.holdsHTML || element.holdsText || element.name == .annotationXML && element.space == .math
        }
        switch element.name {
        case .applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template: return true
        case .button: return scope == .button
        case .ol, .ul: return scope == .listItem
        default: return false
        }
    }

    /// Pops all elements down to and including the innermost matching HTML element of a scope.
    ///
    /// - Returns: False if there is none, and nothing was popped.
    @discardableResult
    mutating func pop(in scope: Scope, where isWanted: (Element) -> Bool) -> Bool {
        guard let index = index(in: scope, where: isWanted) else { return false }
        pop(to: index)
        return true
    }

    /// Pops all elements down to and including the innermost HTML element with a name, if it is in a scope.
    @discardableResult
    mutating func pop(_ name: ElementName, in scope: Scope) -> Bool {
        pop(in: scope) { $0.name == name }
    }

    /// Pops elements until the current node is an HTML element with one of some names.
    mutating func clear(backTo names: [ElementName]) {
        while count > 1, let top, top.space != .html || !names.contains(top.name) { pop() }
    }

    /// Generates implied end tags (13.2.6.3).
    ///
    /// - Parameter kept: The elements whose end tags are not implied.
    mutating func generateImpliedEndTags(except kept: [ElementName] = []) {
        while let top, top.space == .html, !kept.contains(top.name) {
            switch top.name {
            case .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc: pop()
            default: return
            }
        }
    }
}
