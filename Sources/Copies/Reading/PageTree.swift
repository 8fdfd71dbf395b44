import Markup
import Syntax

/// The elements and the text of a page, as far as its text copy needs them.
struct PageTree {
    /// An attribute that is kept.
    enum Attribute: String, CaseIterable {
        case alt, ariaModal = "aria-modal", `class`, columns = "colspan", content, contenteditable
        case dataOriginal = "data-original", dataSource = "data-src", direction = "dir", height, hidden, href, id
        case itemprop, language = "lang", name, open, rel, role, rows = "rowspan", source = "src", style, width

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
    private func textLength(below number: Int, limit: Int) -> Int {
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

    /// Returns the text that an element shows, with spaces where a block or a line ends.
    func shownText(of number: Int) -> String {
        var around = nodes[number].parent
        while around >= 0 {
            if isHidden(around) { return "" }
            around = nodes[around].parent
        }
        return shownText(in: number)
    }

    private func shownText(in number: Int) -> String {
        if isHidden(number) { return "" }
        if isClosedDetails(number) { return summary(of: number).map { shownText(in: $0) } ?? "" }
        return children(of: number).map { child -> String in
            let name = nodes[child].name
            if name.isEmpty { return nodes[child].text }
            return BlockNames.isInline(name) ? shownText(in: child) : " \(shownText(in: child)) "
        }.joined()
    }
}

extension PageTree {
    /// Returns true if markup hides an element, or if the reader can type in it.
    ///
    /// The root and the body are always read, because some pages show them by script.
    ///
    /// - Parameter number: The number of an element.
    /// - Returns: True if its text is not the page's.
    func isHidden(_ number: Int) -> Bool {
        let node = nodes[number]
        if node.name == "html" || node.name == "body" { return false }
        if BlockNames.isUnread(node.name) { return true }
        if node.attributes.isEmpty { return node.name == "dialog" }
        if let hidden = value(of: .hidden, at: number), hidden.lowercased() != "until-found" { return true }
        if node.name == "dialog", value(of: .open, at: number) == nil { return true }
        if let editable = value(of: .contenteditable, at: number)?.lowercased() {
            // Any other value is that of the parent (HTML Standard, 6.8.1).
            if ["", "true", "plaintext-only"].contains(editable) { return true }
        }
        if isEditor(number) { return true }
        guard let style = value(of: .style, at: number) else { return false }
        return Self.hides(style)
    }

    /// Returns true for a code editor or another field of scripts, as in `js/copy/editors.js`.
    private func isEditor(_ number: Int) -> Bool {
        if let role = value(of: .role, at: number), ASCII.tokens(role.lowercased()).contains("textbox") { return true }
        guard let names = value(of: .class, at: number) else { return false }
        return ASCII.tokens(names).contains { ["monaco-editor", "ace_editor", "CodeMirror", "cm-editor"].contains($0) }
    }

    /// Returns true for a `details` element of which only the summary is shown.
    func isClosedDetails(_ number: Int) -> Bool {
        nodes[number].name == "details" && value(of: .open, at: number) == nil
    }

    /// Returns the child that a closed `details` element shows (HTML Standard, 4.11.1).
    func summary(of details: Int) -> Int? { children(of: details).first { nodes[$0].name == "summary" } }

    /// Returns true if a `style` attribute hides its element.
    private static func hides(_ style: String) -> Bool {
        guard style.utf8.contains(UInt8(ascii: ":")) else { return false }
        return style.lowercased().split(separator: ";").contains { declaration in
            let parts = declaration.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return false }
            let name = parts[0].filter { !$0.isWhitespace }
            let value = parts[1].filter { !$0.isWhitespace }.replacing("!important", with: "")
            return name == "display" && value == "none"
                || name == "visibility" && (value == "hidden" || value == "collapse")
        }
    }

    /// Returns true if a table contains data, as opposed to one that lays out a page; as in `js/copy/data-table.js`.
    ///
    /// - Parameter table: The number of a table.
    /// - Returns: True for rows of short cells in several columns.
    func isDataTable(_ table: Int) -> Bool {
        let role = value(of: .role, at: table)
        guard role != "presentation", role != "none" else { return false }
        let layout: Set<String> = [
            "table", "h1", "h2", "h3", "article", "section", "form", "blockquote", "pre", "nav", "iframe",
        ]
        guard first(below: table, where: { layout.contains(nodes[$0].name) }) == nil else { return false }
        let rows = rows(of: table)
        var columns = 0
        for row in rows.prefix(8) {
            let cells = children(of: row).filter { nodes[$0].name == "td" || nodes[$0].name == "th" }
            columns = max(columns, cells.count)
            // A longer cell is a column of a page.
            if cells.contains(where: { textLength(below: $0, limit: 1_500) > 1_500 }) { return false }
        }
        guard columns > 1 else { return false }
        return rows.count > 1 || first(below: table) { nodes[$0].name == "th" } != nil
    }

    private func rows(of table: Int) -> [Int] {
        var rows: [Int] = []
        for child in children(of: table) {
            switch nodes[child].name {
            case "tr": rows.append(child)
            case "tbody", "thead", "tfoot": rows += children(of: child).filter { nodes[$0].name == "tr" }
            default: break
            }
        }
        return rows
    }
}

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
    /// True after the start tag of an element that does not begin with a line break.
    private var skipsLineBreak = false
    /// True if a drawing or a formula may be open.
    private var mayBeForeign = false
    /// The element whose content is ignored, and the number of its open tags; nil outside of such an element.
    private var ignored: (element: ElementName, depth: Int)?

    /// The maximum number of open elements; deeper ones are read as a part of their parents.
    private static let maximumDepth = 500

    private static let attributes = PageTree.Attribute.allCases
    /// The elements that have no content.
    private static let void: Set<String> = [
        "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img", "input", "keygen",
        "link", "meta", "param", "source", "track", "wbr",
    ]
    /// The elements of drawings and formulas that contain HTML.
    private static let htmlParents: Set<String> = [
        "annotation-xml", "desc", "foreignobject", "mi", "mn", "mo", "ms", "mtext", "title",
    ]
    /// The elements that limit the effect of tags inside them.
    private static let scopes: Set<String> = [
        "applet", "button", "caption", "desc", "foreignobject", "html", "marquee", "mi", "mn", "mo", "ms", "mtext",
        "object", "table", "td", "template", "th",
    ]

    var wantsText: Bool { true }

    func startTag(_ tag: StartTag) -> Bool {
        if let ignored {
            if ignored.element == .template, tag.element == .template, !tag.isForeign { self.ignored?.depth += 1 }
            return false
        }
        addText()
        guard !tree.isFull else { return false }
        // A browser reads `image` as `img` (HTML Standard, 13.2.6.4.7).
        let name = !tag.isForeign && tag.element == .image ? "img" : tag.name
        if !tag.isForeign {
            switch name {
            case "html":
                tree.merge(attributes(of: tag))
                return false
            case "noscript", "template":
                // With scripts, a `noscript` element contains only text.
                ignored = (tag.element, 1)
                return false
            case "head", "frameset", "script", "style": return false
            case "iframe", "noembed", "noframes", "textarea":
                _ = tree.append(PageTree.Node(name: name, attributes: attributes(of: tag), parent: open.last ?? 0))
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
            default:
                closeForeign()
                closeImplied(before: name)
            }
        }
        let isClosed = tag.isForeign ? tag.isSelfClosing : Self.void.contains(name)
        let parent = open.last ?? 0
        let number = tree.append(PageTree.Node(name: name, attributes: attributes(of: tag), parent: parent))
        if !isClosed, open.count < Self.maximumDepth { open.append(number) }
        mayBeForeign = mayBeForeign || tag.isForeign
        skipsLineBreak = name == "pre" || name == "listing"
        return name == "plaintext" || name == "xmp"
    }

    func endTag(_ element: ElementName) {
        if let ignored {
            guard element == ignored.element else { return }
            self.ignored = ignored.depth > 1 ? (element, ignored.depth - 1) : nil
            return
        }
        if isInTitle, element == .title {
            tree.title = String(decoding: pending, as: UTF8.self).streamSafe
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
        guard !tree.isFull, ignored == nil else { return }
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
        skipsLineBreak = false
        mayBeForeign = false
        ignored = nil
    }

    /// Ends the page.
    func finish() { addText() }

    private func addText() {
        guard !pending.isEmpty else { return }
        if skipsLineBreak, pending.first == UInt8(ascii: "\n") { pending.removeFirst() }
        skipsLineBreak = false
        let text = String(decoding: pending, as: UTF8.self).streamSafe
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

    /// Closes a drawing or formula that an HTML element does not belong to (HTML Standard, 13.2.6.5).
    private func closeForeign() {
        guard mayBeForeign else { return }
        guard let root = open.lastIndex(where: { ["math", "svg"].contains(tree.nodes[$0].name) }) else {
            mayBeForeign = false
            return
        }
        if open[root...].contains(where: { Self.htmlParents.contains(tree.nodes[$0].name) }) { return }
        open.removeSubrange(root...)
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
        let isHeading = BlockNames.headingLevel(wanted) != nil
        var position = open.count - 1
        while position > 0 {
            let name = name(position)
            // The end tag of a heading closes a heading of any level.
            let matches =
                isUnknown
                ? ElementName(rawValue: name) == nil
                : name == wanted || isHeading && BlockNames.headingLevel(name) != nil
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

/// The effects of elements on the limits of blocks, as in `js/anchoring/text-index.js` and `js/copy`.
enum BlockNames {
    private static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i",
        "ins", "kbd", "label", "mark", "nobr", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "small", "span",
        "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "slot", "script", "style", "template",
        "tspan",
    ]
    private static let separators: Set<String> = [
        "br", "canvas", "embed", "iframe", "img", "input", "math", "meter", "object", "picture", "progress", "select",
        "svg", "textarea", "video", "audio", "area", "map", "source", "track", "param",
    ]
    private static let unread: Set<String> = [
        "script", "style", "template", "noscript", "head", "textarea", "select", "input", "datalist", "object", "embed",
        "audio", "video", "canvas", "math-field", "svg", "iframe", "noembed", "noframes", "annotation",
        "annotation-xml", "rp", "meta", "link", "base", "title",
    ]

    /// Returns true if an element flows in a line.
    static func isInline(_ name: String) -> Bool { inline.contains(name) }

    /// Returns true if an element only separates words.
    static func separatesWords(_ name: String) -> Bool { separators.contains(name) }

    /// Returns true if the text of an element is not the page's: it is not shown, or the reader types it.
    static func isUnread(_ name: String) -> Bool { unread.contains(name) }

    /// Returns the level of a heading; nil for any other element.
    static func headingLevel(_ name: String) -> Int? {
        let bytes = name.utf8
        guard bytes.count == 2, bytes.first == UInt8(ascii: "h"), let digit = bytes.last,
            (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(digit)
        else { return nil }
        return Int(digit - UInt8(ascii: "0"))
    }
}
