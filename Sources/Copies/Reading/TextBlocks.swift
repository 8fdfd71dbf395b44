import Places
import WHATWGURL

/// A walk through a page that collects its blocks, as `js/copy/text-blocks.js` does in a browser.
struct TextBlocks {
    /// The blocks in the order of the page.
    private(set) var blocks: [FoundBlock] = []
    /// The containers in the order of their start tags.
    private(set) var containers: [BlockContainer] = []

    private let tree: PageTree
    private let base: WebURL
    private var boilerplate = Boilerplate()
    private var container = -1
    private var open: OpenRuns?
    private var hasPendingSpace = false
    private var table: TableText?
    private var code: String?
    private var links: [String] = []
    private var styles: [CopyRun.Style] = []
    private var heading = 0
    private var quoteDepth = 0
    private var controlDepth = 0
    /// The number of formulas that are being read, whose elements only separate words.
    private var formulas = 0
    private var items: [(isOrdered: Bool, depth: Int, isUsed: Bool)] = []
    private var lists: [Bool] = []

    private static let styleNames: [String: CopyRun.Style] = [
        "b": .strong, "strong": .strong, "cite": .emphasis, "dfn": .emphasis, "em": .emphasis, "i": .emphasis,
        "var": .emphasis, "code": .code, "kbd": .code, "samp": .code, "tt": .code,
    ]

    /// Collects the blocks of a page, whose address resolves relative links.
    init(_ tree: PageTree, url: WebURL) {
        self.tree = tree
        // HTML Standard, 4.2.3.
        let base = tree.base.flatMap { WebURL($0, base: url) } ?? url
        self.base = base.scheme == "data" || base.scheme == "javascript" ? url : base
        read(0)
        flush()
    }

    // MARK: - Elements

    private mutating func read(_ number: Int) {
        let node = tree.nodes[number]
        if node.name.isEmpty { return read(text: node.text, of: node.parent) }
        if BlockNames.separatesWords(node.name) { return separate(number, node.name) }
        if formulas > 0 {
            hasPendingSpace = true
            readChildren(of: number)
            hasPendingSpace = true
            return
        }
        if BlockNames.isInline(node.name) {
            if !tree.isHidden(number) { readInline(number, node.name) }
            return
        }
        if code != nil {
            breakLine()
            readChildren(of: number)
            breakLine()
        } else if table != nil {
            readInTable(number, node.name)
        } else if heading > 0, node.name == "button" {
            hasPendingSpace = true
            readChildren(of: number)
            hasPendingSpace = true
        } else {
            flush()
            if !tree.isHidden(number) { readBlock(number, node.name) }
        }
    }

    private mutating func readChildren(of number: Int) {
        if tree.isHidden(number) { return }
        if tree.isClosedDetails(number) {
            if let summary = tree.summary(of: number) { read(summary) }
            return
        }
        for child in tree.children(of: number) { read(child) }
    }

    private mutating func readInline(_ number: Int, _ name: String) {
        let style = Self.styleNames[name]
        if let style { styles.append(style) }
        if name == "a" { links.append(link(tree.value(of: .href, at: number)) ?? "") }
        readChildren(of: number)
        if style != nil { styles.removeLast() }
        if name == "a" { links.removeLast() }
    }

    private mutating func readBlock(_ number: Int, _ name: String) {
        let outer = (container: container, heading: heading)
        let hint = boilerplate.hint(of: number, in: tree)
        containers.append(
            BlockContainer(parent: container, name: name, first: blocks.count, end: blocks.count, hint: hint))
        container = containers.count - 1
        let own = container
        if let level = BlockNames.headingLevel(name) { heading = level }
        let isList = name == "ul" || name == "ol" || name == "menu"
        if isList { lists.append(name == "ol") }
        if name == "li" { items.append((lists.last ?? false, itemDepth, false)) }
        if name == "blockquote" { quoteDepth += 1 }
        if name == "button" { controlDepth += 1 }
        if name == "pre" { code = "" }
        if name == "table", tree.isDataTable(number) { table = TableText() }
        readChildren(of: number)
        if name == "pre" { closeCode() } else if name == "table", table != nil { closeTable() } else { flush() }
        if isList { lists.removeLast() }
        if name == "li" { items.removeLast() }
        if name == "blockquote" { quoteDepth -= 1 }
        if name == "button" { controlDepth -= 1 }
        containers[own].end = blocks.count
        (container, heading) = outer
    }

    /// The nesting of an item that begins here.
    private var itemDepth: Int { min(max(1, lists.count), TextCopy.maximumListDepth) }

    private mutating func readInTable(_ number: Int, _ name: String) {
        switch name {
        case "tr":
            closeCell()
            table?.rows.append([])
        case "td", "th":
            closeCell()
            let (columns, rows) = (span(.columns, of: number), span(.rows, of: number))
            table?.beginCell(isHeader: name == "th", columns: columns, rows: rows)
        default: hasPendingSpace = true
        }
        readChildren(of: number)
        switch name {
        case "td", "th": closeCell()
        case "caption": closeCell(isCaption: true)
        default: hasPendingSpace = true
        }
    }

    /// Returns the number of columns or rows that a cell covers: the digits at the start of an attribute
    /// (HTML Standard, section 2.3.4.2), as in `js/copy/cell-spans.js`.
    private func span(_ attribute: PageTree.Attribute, of cell: Int) -> Int {
        var digits = Substring(tree.value(of: attribute, at: cell) ?? "").utf8.drop { "\t\n\u{C}\r ".utf8.contains($0) }
        if digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        let number = digits.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return number.isEmpty ? 1 : Int(Substring(number)) ?? .max
    }

    private mutating func separate(_ number: Int, _ name: String) {
        if name == "br" {
            if code != nil {
                code?.append("\n")
            } else if table == nil, heading == 0, items.isEmpty {
                // Lines of verse and addresses remain lines.
                flush()
            }
        }
        hasPendingSpace = true
        if name == "iframe" { flush() }
        if tree.isHidden(number) { return }
        if name == "img", code == nil, table == nil { addImage(number) }
        if name == "math" { formulas += 1 }
        if name == "picture" || name == "math" || name == "map" { readChildren(of: number) }
        if name == "math" { formulas -= 1 }
        hasPendingSpace = true
    }

    // MARK: - Text

    private mutating func read(text: String, of parent: Int) {
        guard tree.nodes[parent].name == "plaintext" else { return add(text: text) }
        // Empty lines separate the paragraphs of a plain text.
        var paragraph = ""
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for line: Substring in lines + [""] {
            guard line.allSatisfy(\.isWhitespace) else {
                paragraph += line + " "
                continue
            }
            if !paragraph.isEmpty { add(text: paragraph) }
            flush()
            paragraph = ""
        }
    }

    private mutating func add(text: String) {
        guard code == nil else {
            code?.append(text)
            return
        }
        var piece = CollapsedText.collapsed(text)
        if open == nil {
            if piece.isEmpty || piece == " " { return }
            open = OpenRuns()
        }
        if hasPendingSpace, open?.isAfterSpace == false { append(" ") }
        hasPendingSpace = false
        if open?.isAfterSpace == true, piece.utf8.first == UInt8(ascii: " ") {
            // The first character may be more than the space, such as a space with an accent.
            piece.unicodeScalars.removeFirst()
        }
        if !piece.isEmpty { append(piece) }
    }

    private mutating func append(_ piece: String) { open?.append(piece, link: links.last, style: styles.last) }

    private mutating func breakLine() {
        guard let text = code, !text.isEmpty, text.utf8.last != UInt8(ascii: "\n") else { return }
        code?.append("\n")
    }

    private mutating func flush() {
        hasPendingSpace = false
        guard let text = open else { return }
        open = nil
        let runs = text.runs
        guard !runs.isEmpty else { return }
        add(CopyBlock(kind: nextKind(), runs: runs), linkedLength: text.linkedLength)
    }

    private mutating func nextKind() -> CopyBlock.Kind {
        if heading > 0 { return .heading(level: heading) }
        if let item = items.last, !item.isUsed {
            items[items.count - 1].isUsed = true
            return .item(isOrdered: item.isOrdered, depth: item.depth)
        }
        return quoteDepth > 0 ? .quote : .paragraph
    }

    private mutating func add(_ block: CopyBlock, linkedLength: Int) {
        let text = CollapsedText.trimmed(block.text)
        let length = text.utf16.count
        blocks.append(
            FoundBlock(
                block: block, text: text, length: length, linkedLength: min(linkedLength, length), container: container,
                isControl: controlDepth > 0))
    }

    private mutating func closeCode() {
        guard let text = code else { return }
        code = nil
        let trimmed = Self.trimmedCode(text)
        guard !trimmed.isEmpty else { return }
        add(CopyBlock(kind: .code, runs: [CopyRun(text: trimmed)]), linkedLength: 0)
    }

    /// Returns code without an empty line at the start and white space at the end, as in `js/copy/code-text.js`.
    private static func trimmedCode(_ text: String) -> String {
        var scalars = Substring(CollapsedText.lines(text)).unicodeScalars
        let first = scalars.firstIndex { $0 == "\n" || !CollapsedText.isWhiteSpace($0.value) }
        if let first, scalars[first] == "\n" { scalars.removeSubrange(...first) }
        while let last = scalars.last, CollapsedText.isWhiteSpace(last.value) { scalars.removeLast() }
        return String(scalars)
    }

    /// Ends the text of a cell, or of the caption of the table, which may stand behind its rows.
    private mutating func closeCell(isCaption: Bool = false) {
        hasPendingSpace = false
        guard let text = open else { return }
        open = nil
        let runs = text.runs
        guard !runs.isEmpty else { return }
        if isCaption || table?.addToCell(runs, linkedLength: text.linkedLength) != true {
            // A caption, or text before the cells.
            add(CopyBlock(kind: .paragraph, runs: runs), linkedLength: text.linkedLength)
        }
    }

    private mutating func closeTable() {
        closeCell()
        guard let table else { return }
        self.table = nil
        let rows = table.filledRows
        if !rows.isEmpty { add(CopyBlock(rows: rows), linkedLength: table.linkedLength) }
    }

    // MARK: - Addresses

    private mutating func addImage(_ number: Int) {
        let sides = [PageTree.Attribute.width, .height].map { tree.value(of: $0, at: number).flatMap { Int($0) } }
        let alternative = CollapsedText.trimmed(String((tree.value(of: .alt, at: number) ?? "").prefix(2_000)))
        // Smaller images are icons.
        let isSmall = sides.contains { ($0 ?? 48) < 48 }
        let sources = [PageTree.Attribute.source, .dataSource, .dataOriginal].map { tree.value(of: $0, at: number) }
        let source = sources.compactMap { imageAddress($0) }.first
        guard !isSmall, source != nil || !alternative.isEmpty else { return }
        flush()
        let image = CopyImage(
            source: source, alternativeText: alternative, width: sides[0], height: sides[1])
        add(CopyBlock(image: image), linkedLength: 0)
    }

    private func imageAddress(_ text: String?) -> String? {
        link(text).flatMap { $0.hasPrefix("http") ? $0 : nil }
    }

    /// Returns the absolute address of a link if a copy may contain it: http, https or mailto.
    private func link(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 8_192, let url = WebURL(text, base: base) else { return nil }
        guard url.isHTTP || url.scheme == "mailto", url.href.utf8.count <= 8_192 else { return nil }
        return url.withoutCredentials().href
    }
}

/// The rows of a table that is being read.
private struct TableText {
    var rows: [[CopyCell]] = []
    private(set) var linkedLength = 0

    mutating func beginCell(isHeader: Bool, columns: Int, rows covered: Int) {
        if rows.isEmpty { rows.append([]) }
        rows[rows.count - 1].append(CopyCell(runs: [], isHeader: isHeader, columns: columns, rows: covered))
    }

    /// Adds text to the last cell.
    ///
    /// - Returns: False if the row has no cell.
    mutating func addToCell(_ runs: [CopyRun], linkedLength: Int) -> Bool {
        guard let cell = rows.last?.last else { return false }
        let between = cell.runs.isEmpty ? [] : [CopyRun(text: " ")]
        rows[rows.count - 1][rows[rows.count - 1].count - 1] = cell.with(runs: cell.runs + between + runs)
        self.linkedLength += linkedLength
        return true
    }

    /// The rows that have text.
    ///
    /// A cell that covers rows without text covers fewer.
    var filledRows: [[CopyCell]] {
        let isFilled = rows.map { row in row.contains { !$0.runs.isEmpty } }
        return rows.indices.filter { isFilled[$0] }.map { index in
            rows[index].map { cell in
                guard cell.rows > 1 else { return cell }
                return cell.with(rows: isFilled[index...].prefix(cell.rows).count { $0 })
            }
        }
    }
}

/// A block of a page before the main content is chosen.
struct FoundBlock {
    var block: CopyBlock
    /// The text of the block, trimmed.
    var text: String
    /// The lengths of the text and of its part in links, in UTF-16 units.
    var length: Int
    var linkedLength: Int
    /// The number of the innermost container.
    var container: Int
    /// True for the label of a control.
    var isControl: Bool
}

/// An element that forms blocks, which are those from `first` up to `end`.
struct BlockContainer {
    /// The number of the container around it; -1 for the outermost one.
    var parent: Int
    var name: String
    var first: Int
    var end: Int
    var hint: Boilerplate.Hint
}

/// The text of a block that is being read, with its links and styles.
private struct OpenRuns {
    private var parts: [(text: String, link: String?, style: CopyRun.Style?)] = []
    private(set) var isAfterSpace = true
    /// The length of the text in links, in UTF-16 units.
    private(set) var linkedLength = 0

    /// Adds collapsed text.
    ///
    /// - Parameters:
    ///   - piece: The text, which is not empty.
    ///   - link: The address of the link that contains it; empty for a link whose address is not kept, nil outside of
    ///     links.
    ///   - style: The style; nil for plain text.
    mutating func append(_ piece: String, link: String?, style: CopyRun.Style?) {
        let address = link.flatMap { $0.isEmpty ? nil : $0 }
        if let last = parts.last, last.link == address, last.style == style {
            parts[parts.count - 1].text += piece
        } else {
            parts.append((piece, address, style))
        }
        if link != nil { linkedLength += piece.utf16.count }
        isAfterSpace = piece.utf8.last == UInt8(ascii: " ")
    }

    /// The runs without white space at the end.
    var runs: [CopyRun] {
        var parts = parts
        while let last = parts.last {
            var text = last.text
            if text.utf8.last == UInt8(ascii: " ") { text.unicodeScalars.removeLast() }
            parts.removeLast()
            guard !text.isEmpty else { continue }
            parts.append((text, last.link, last.style))
            break
        }
        return parts.map { CopyRun(text: $0.text, link: $0.link, style: $0.style) }
    }
}
