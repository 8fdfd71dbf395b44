import Markup

/// A builder of a page's tree from the tags that the tokenizer reports.
///
/// It closes elements as tree construction does (HTML Standard, 13.2.6), as far as the order of the words and the
/// limits of blocks depend on it.
final class PageTreeBuilder: MarkupHandler {
    static let interest = TagInterest(
        elements: Set(ElementName.allCases), triggers: [], attributes: PageTree.Attribute.names,
        reportsUnlisted: true)

    private(set) var tree = PageTree()
    private var open = [0]
    private var hasBody = false
    private var pending: [UInt8] = []
    private var isInTitle = false
    private var hasTitle = false
    private var plainTextDepth = 0

    /// The maximum number of open elements; deeper ones are read as a part of their parents.
    private static let maximumDepth = 500

    private static let attributes = PageTree.Attribute.allCases
    /// The elements that have no content.
    private static let void: Set<String> = [
        "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img", "input", "keygen",
        "link", "meta", "param", "source", "track", "wbr",
    ]
    /// The elements that limit the effect of tags inside them.
    private static let scopes: Set<String> = [
        "applet", "button", "caption", "html", "marquee", "object", "table", "td", "template", "th",
    ]

    var wantsText: Bool { true }

    func startTag(_ tag: StartTag) -> Bool {
        addText()
        guard !tree.isFull else { return false }
        let name = tag.name
        if !tag.isForeign {
            switch name {
            case "html":
                tree.merge(attributes(of: tag))
                return false
            case "head", "frameset", "noframes", "script", "style", "textarea", "iframe", "noembed", "xmp":
                return false
            case "title":
                isInTitle = !hasTitle
                return isInTitle
            case "body":
                guard !hasBody else { return false }
                hasBody = true
                open = [0]
            case "base" where tree.base == nil:
                tree.base = attributes(of: tag).first { $0.name == .href }?.value
                return false
            default: closeImplied(before: name)
            }
        }
        let isClosed = tag.isForeign ? tag.isSelfClosing : Self.void.contains(name)
        let parent = open.last ?? 0
        let number = tree.append(PageTree.Node(name: name, attributes: attributes(of: tag), parent: parent))
        if !isClosed, open.count < Self.maximumDepth { open.append(number) }
        return name == "plaintext"
    }

    func endTag(_ element: ElementName) {
        if isInTitle, element == .title {
            tree.title = String(decoding: pending, as: UTF8.self)
            pending = []
            (isInTitle, hasTitle) = (false, true)
            return
        }
        addText()
        guard element != .html, element != .body, element != .head else { return }
        if !close(element), element == .p || element == .br, !tree.isFull {
            // The standard inserts an empty element, which separates the words around it.
            _ = tree.append(PageTree.Node(name: element.rawValue, parent: open.last ?? 0))
        }
    }

    func text(_ text: UnsafeBufferPointer<UInt8>) {
        guard !tree.isFull else { return }
        pending.append(contentsOf: text)
    }

    func bodyRemoved() { restart() }

    func restart() {
        tree = PageTree()
        open = [0]
        hasBody = false
        pending = []
        isInTitle = false
        hasTitle = false
    }

    /// Ends the page.
    func finish() { addText() }

    private func addText() {
        guard !pending.isEmpty else { return }
        let text = String(decoding: pending, as: UTF8.self)
        pending.removeAll(keepingCapacity: true)
        if isInTitle {
            // A page that ends in its title has no other text.
            tree.title = text
            (isInTitle, hasTitle) = (false, true)
            return
        }
        _ = tree.append(PageTree.Node(name: "", text: text, parent: open.last ?? 0))
    }

    private func attributes(of tag: StartTag) -> [(name: PageTree.Attribute, value: String)] {
        (0..<tag.attributeCount).compactMap { index in
            let number = tag.attributeNumber(at: index)
            return tag.value(of: number).map { (Self.attributes[number], $0) }
        }
    }

    // MARK: - Open elements

    private func name(_ position: Int) -> String { tree.nodes[open[position]].name }

    /// Closes the innermost open element with a name, unless an element that limits the effect of tags is inside it.
    private func close(innermost isWanted: (String) -> Bool, stoppingAt isLimit: (String) -> Bool) {
        var position = open.count - 1
        while position > 0 {
            let name = name(position)
            if isWanted(name) { return open.removeSubrange(position...) }
            if isLimit(name) { return }
            position -= 1
        }
    }

    private func closeImplied(before name: String) {
        switch name {
        case "li":
            close(innermost: { $0 == "li" }, stoppingAt: Self.limitsItem)
        case "dd", "dt":
            close(innermost: { $0 == "dd" || $0 == "dt" }, stoppingAt: Self.limitsItem)
        case "td", "th":
            close(innermost: { $0 == "td" || $0 == "th" }, stoppingAt: { $0 == "table" || $0 == "tr" })
        case "tr":
            close(innermost: { $0 == "tr" }, stoppingAt: { $0 == "table" })
        case "tbody", "thead", "tfoot", "caption", "colgroup":
            close(
                innermost: { ["tbody", "thead", "tfoot", "caption", "colgroup"].contains($0) },
                stoppingAt: { $0 == "table" })
        case "a":
            close(innermost: { $0 == "a" }, stoppingAt: { !BlockNames.isInline($0) })
        case "option", "optgroup", "rp", "rt", "rb", "rtc": return
        default: break
        }
        guard !BlockNames.isInline(name), !BlockNames.separatesWords(name) else { return }
        close(innermost: { $0 == "p" }, stoppingAt: Self.scopes.contains)
        if BlockNames.headingLevel(name) != nil, let top = open.last {
            if BlockNames.headingLevel(tree.nodes[top].name) != nil { open.removeLast() }
        }
    }

    private static func limitsItem(_ name: String) -> Bool {
        !BlockNames.isInline(name) && !["address", "div", "p"].contains(name)
    }

    /// Closes the element of an end tag.
    ///
    /// An inline element that blocks are inside of is removed from the open elements, and the blocks stay open.
    ///
    /// - Returns: False if no such element is open.
    private func close(_ element: ElementName) -> Bool {
        let isUnknown = element == .other
        let wanted = element.rawValue
        var position = open.count - 1
        while position > 0 {
            let name = name(position)
            let matches = isUnknown ? ElementName(rawValue: name) == nil : name == wanted
            if matches {
                let isInline = BlockNames.isInline(name)
                if isInline, open[(position + 1)...].contains(where: { !BlockNames.isInline(tree.nodes[$0].name) }) {
                    open.remove(at: position)
                } else {
                    open.removeSubrange(position...)
                }
                return true
            }
            // The end tag of an element outside a cell does not close the cell, except with the table.
            if ["td", "th", "caption"].contains(name), !Self.closesCells.contains(wanted) { return false }
            position -= 1
        }
        return false
    }

    private static let closesCells: Set<String> = ["table", "tbody", "td", "tfoot", "th", "thead", "tr", "caption"]
}
