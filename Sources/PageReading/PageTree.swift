import Markup

/// The elements and the text of a page, as far as its text copy needs them.
struct PageTree {
    /// An attribute that is kept.
    enum Attribute: String, CaseIterable {
        case alt, ariaModal = "aria-modal", `class`, content, contenteditable, dataOriginal = "data-original"
        case dataSource = "data-src", direction = "dir", height, hidden, href, id, itemprop, language = "lang", name
        case open, rel, role, source = "src", style, width

        static let names = allCases.map(\.rawValue)
    }

    /// An element, or a piece of text if `name` is empty.
    struct Node {
        var name: String
        var text = ""
        var attributes: [(name: Attribute, value: String)] = []
        var parent: Int
        var firstChild = -1
        var lastChild = -1
        var nextSibling = -1
    }

    /// The nodes in document order; the first one is the element `html`.
    private(set) var nodes = [Node(name: "html", parent: -1)]
    /// The text of the first `title` element.
    var title = ""
    /// The value of `href` of the first `base` element that has one; nil if there is none.
    var base: String?

    /// The number of nodes after which the rest of a page is ignored, which limits the memory to about 100 MB.
    private static let maximumCount = 1_000_000

    /// True if no further node is added.
    var isFull: Bool { nodes.count >= Self.maximumCount }

    /// Adds a node as the last child of an element.
    ///
    /// - Parameter node: The node, whose parent is an element of this tree.
    /// - Returns: Its number.
    mutating func append(_ node: Node) -> Int {
        let number = nodes.count
        nodes.append(node)
        let last = nodes[node.parent].lastChild
        if last < 0 { nodes[node.parent].firstChild = number } else { nodes[last].nextSibling = number }
        nodes[node.parent].lastChild = number
        return number
    }

    /// Adds the attributes that the root does not have yet.
    mutating func merge(_ attributes: [(name: Attribute, value: String)]) {
        for attribute in attributes where value(of: attribute.name, at: 0) == nil {
            nodes[0].attributes.append(attribute)
        }
    }

    /// Returns the value of an attribute; nil if the element does not have it.
    func value(of name: Attribute, at number: Int) -> String? {
        nodes[number].attributes.first { $0.name == name }?.value
    }

    /// Returns the numbers of the children of an element.
    func children(of number: Int) -> some Sequence<Int> {
        sequence(state: nodes[number].firstChild) { next -> Int? in
            guard next >= 0 else { return nil }
            defer { next = nodes[next].nextSibling }
            return next
        }
    }

    /// Returns the first element in a subtree that meets a condition, without the root of the subtree.
    ///
    /// - Parameters:
    ///   - number: The root of the subtree.
    ///   - isWanted: A function that returns true for the wanted element.
    /// - Returns: The number of the element; nil if there is none.
    func first(below number: Int, where isWanted: (Int) -> Bool) -> Int? {
        var end = number
        // Nodes are in document order, so the subtree ends before the next node that is not below its root.
        while end >= 0, nodes[end].nextSibling < 0 { end = nodes[end].parent }
        let last = end < 0 ? nodes.count : nodes[end].nextSibling
        guard number + 1 < last else { return nil }
        return ((number + 1)..<last).first { !nodes[$0].name.isEmpty && isWanted($0) }
    }

    /// Returns the length of the text in a subtree in UTF-16 units, up to a limit.
    func textLength(below number: Int, limit: Int) -> Int {
        var length = 0
        for child in children(of: number) {
            if nodes[child].name.isEmpty {
                length += nodes[child].text.utf16.count
            } else {
                length += textLength(below: child, limit: limit)
            }
            if length > limit { break }
        }
        return length
    }

    /// Returns the collapsed text of a subtree.
    func text(below number: Int) -> String {
        children(of: number).map { nodes[$0].name.isEmpty ? nodes[$0].text : text(below: $0) }.joined()
    }
}
