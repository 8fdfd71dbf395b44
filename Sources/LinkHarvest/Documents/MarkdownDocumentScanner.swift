import Markup
import Syntax

/// A scanner for the links of a Markdown document: those of CommonMark, and bare URLs as in GitHub Flavored Markdown.
enum MarkdownDocumentScanner {
    /// Scans a complete document.
    ///
    /// Links are reported in document order, as `a` with `href` and `img` with `src`, as in HTML. HTML blocks, and HTML
    /// tags in text, are reported as HTML.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - origin: The document's name and base URL.
    ///   - sink: Receives the findings.
    ///   - checkpoint: Called again and again; an error that it throws ends the scan.
    /// - Throws: `MarkupError`, and the errors of `checkpoint`.
    static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, contentType: String?, origin: DocumentOrigin, sink: any DocumentSink,
        checkpoint: () throws -> Void = {}
    ) throws {
        var text = try LocatedText(bytes, contentType: contentType)
        let blocks = try text.bytes.withUnsafeBufferPointer { try MarkdownBlocks($0, checkpoint: checkpoint) }
        // A long definition that is used many times would make a small document expand too much, so there is a limit.
        var budget = max(text.bytes.count, 100_000)
        for leaf in blocks.leaves {
            guard leaf.kind == .text else {
                sink.html(
                    EmbeddedHTML(
                        html: String(decoding: leaf.bytes, as: UTF8.self), base: origin.base, element: "",
                        position: text.position(at: leaf.sourceOffset(of: 0))))
                continue
            }
            let findings = try leaf.bytes.withUnsafeBufferPointer {
                try MarkdownInline($0, references: blocks.references, checkpoint: checkpoint).findings
            }
            for finding in findings {
                let position = text.position(at: leaf.sourceOffset(of: finding.offset))
                switch finding.kind {
                case .html(let html):
                    sink.html(EmbeddedHTML(html: html, base: origin.base, element: "", position: position))
                case .link(let target, let label), .image(let target, let label):
                    if finding.isReference {
                        budget -= target.destination.utf8.count + (target.title?.utf8.count ?? 0)
                        guard budget >= 0 else {
                            let problem = "references expand too much; the rest is ignored"
                            sink.warning("\(origin.source): line \(position.line): \(problem)")
                            return
                        }
                    }
                    var isImage = false
                    if case .image = finding.kind { isImage = true }
                    var link = DocumentLink(
                        element: isImage ? "img" : "a", attribute: isImage ? "src" : "href",
                        kind: isImage ? .image : .anchor, position: position, base: origin.base)
                    link.text = label
                    link.title = target.title
                    sink.link(target.destination, link)
                }
            }
        }
    }
}

/// A parser that splits Markdown into blocks (CommonMark 0.31, sections 4 and 5, and appendix A).
struct MarkdownBlocks {
    private enum Container {
        case quote
        /// A list item and the indentation of its content; it is empty while only its marker has been read.
        case item(indent: Int, isEmpty: Bool)
    }

    private enum Leaf {
        case none
        case paragraph(MarkdownLeaf)
        case fence(mark: UInt8, count: Int)
        case html(MarkdownLeaf, MarkdownHTML.BlockEnd)
    }

    /// The result of looking for the beginning of a block.
    private enum Opening {
        /// A quote or a list item has begun, and the rest of the line may begin another block.
        case container
        /// The line has been processed.
        case line
        /// The rest of the line is text.
        case text
    }

    /// The maximum nesting of blocks; deeper ones are read as text.
    ///
    /// Documents written by people have few levels, and each level costs time for every line.
    private static let deepest = 128

    private(set) var leaves: [MarkdownLeaf] = []
    private(set) var references = MarkdownReferences()
    private var containers: [Container] = []
    private var leaf = Leaf.none

    /// Splits a text into blocks.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - checkpoint: Called again and again; an error that it throws ends the work.
    init(_ bytes: UnsafeBufferPointer<UInt8>, checkpoint: () throws -> Void) rethrows {
        var start = 0
        var lineCount = 0
        while start < bytes.count {
            if lineCount % 1_024 == 0 { try checkpoint() }
            lineCount += 1
            var end = start
            while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
            add(MarkdownLine(bytes, start..<end))
            if end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A { end += 1 }
            start = end + 1
        }
        closeLeaf()
    }

    /// True if a paragraph is open.
    private var isInParagraph: Bool { if case .paragraph = leaf { true } else { false } }

    /// Adds a line: matches the open blocks, then opens the blocks that start in it, then adds its text.
    private mutating func add(_ whole: MarkdownLine) {
        var line = whole
        var matched = match(&line)
        if matched == containers.count, continues(line) { return }
        // Only a paragraph may continue on a line without the markers of the blocks around it.
        if matched < containers.count, !isInParagraph || line.isBlank { close(to: matched) }
        defer { if !whole.isBlank { markFilled() } }

        while !line.isBlank {
            switch openBlock(in: &line, after: matched) {
            case .container: matched = containers.count
            case .line: return
            case .text: return addText(line)
            }
        }
        addText(line)
    }

    /// Opens the block that begins at the start of a line.
    ///
    /// - Parameters:
    ///   - line: The line after the markers of the open blocks.
    ///   - matched: The number of open containers whose markers the line has.
    /// - Returns: The way in which the line continues.
    private mutating func openBlock(in line: inout MarkdownLine, after matched: Int) -> Opening {
        let indent = line.indent
        guard indent < 4 else { return isInParagraph ? .text : .line }
        let text = line.text
        guard let first = text.first else { return .text }
        let continuesParagraph = matched == containers.count && isInParagraph

        if first == UInt8(ascii: ">"), containers.count < Self.deepest {
            closeBlocks(after: matched)
            openQuote(&line, indent: indent)
            return .container
        }
        if let heading = MarkdownMarks.heading(text) {
            closeBlocks(after: matched)
            addLeaf(heading, of: line.bytes)
        } else if let count = MarkdownMarks.fence(text) {
            closeBlocks(after: matched)
            leaf = .fence(mark: first, count: count)
        } else if let end = MarkdownHTML.blockEnd(text, mayInterrupt: isInParagraph) {
            closeBlocks(after: matched)
            leaf = .html(MarkdownLeaf(kind: .html), end)
            _ = continues(line)
        } else if continuesParagraph, MarkdownMarks.isUnderline(text), removeReferences() {
            closeLeaf()
        } else if MarkdownMarks.isThematicBreak(text) {
            closeBlocks(after: matched)
        } else if let mark = MarkdownMarks.listMark(text, mayInterrupt: continuesParagraph),
            containers.count < Self.deepest
        {
            closeBlocks(after: matched)
            openItem(&line, indent: indent, markByteCount: mark)
            return .container
        } else {
            return .text
        }
        return .line
    }

    /// Opens a block quote, and skips its marker.
    private mutating func openQuote(_ line: inout MarkdownLine, indent: Int) {
        line.skip(columns: indent)
        line.skip(bytes: 1)
        line.skip(columns: 1)
        containers.append(.quote)
    }

    /// Opens a list item, and skips its marker.
    private mutating func openItem(_ line: inout MarkdownLine, indent: Int, markByteCount: Int) {
        line.skip(columns: indent)
        line.skip(bytes: markByteCount)
        let space = line.indent
        let padding = space == 0 || space > 4 || line.isBlank ? 1 : space
        line.skip(columns: padding)
        containers.append(.item(indent: indent + markByteCount + padding, isEmpty: true))
    }

    /// Skips the prefixes of the open blocks, and returns the number of blocks that the line continues.
    private func match(_ line: inout MarkdownLine) -> Int {
        for (index, container) in containers.enumerated() {
            switch container {
            case .quote:
                guard line.indent < 4, line.text.first == UInt8(ascii: ">") else { return index }
                line.skip(columns: line.indent)
                line.skip(bytes: 1)
                line.skip(columns: 1)
            case .item(let indent, let isEmpty):
                if line.isBlank {
                    if isEmpty { return index }
                } else {
                    guard line.indent >= indent else { return index }
                    line.skip(columns: indent)
                }
            }
        }
        return containers.count
    }

    /// Returns true if a line belongs to the open code or HTML.
    private mutating func continues(_ line: MarkdownLine) -> Bool {
        switch leaf {
        case .none, .paragraph: return false
        case .fence(let mark, let count):
            if line.indent < 4, MarkdownMarks.closesFence(line.text, mark: mark, count: count) { leaf = .none }
            return true
        case .html(var html, let end):
            if end == .blankLine, line.isBlank {
                closeLeaf()
                return true
            }
            // The enumeration gives up its reference first. Otherwise each line would copy all the lines before it.
            leaf = .none
            html.append(line.bytes[line.position..<line.end], source: line.position)
            leaf = .html(html, end)
            if end.isReached(by: line.bytes[line.position..<line.end]) { closeLeaf() }
            return true
        }
    }

    private mutating func addText(_ line: MarkdownLine) {
        guard !line.isBlank else { return closeLeaf() }
        guard case .paragraph(var paragraph) = leaf else {
            closeLeaf()
            var paragraph = MarkdownLeaf(kind: .text)
            paragraph.append(line.text, source: line.textStart)
            leaf = .paragraph(paragraph)
            return
        }
        leaf = .none
        paragraph.append(line.text, source: line.textStart)
        leaf = .paragraph(paragraph)
    }

    private mutating func addLeaf(_ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) {
        var heading = MarkdownLeaf(kind: .text)
        heading.append(bytes[range], source: range.lowerBound)
        leaves.append(heading)
    }

    private mutating func close(to count: Int) {
        closeLeaf()
        containers.removeLast(containers.count - count)
    }

    /// Closes the open leaf and the containers whose markers a line lacks.
    private mutating func closeBlocks(after matched: Int) {
        if matched < containers.count { close(to: matched) } else { closeLeaf() }
    }

    private mutating func closeLeaf() {
        switch leaf {
        case .none, .fence: break
        case .html(let html, _): leaves.append(html)
        case .paragraph:
            if removeReferences(), case .paragraph(let rest) = leaf { leaves.append(rest) }
        }
        leaf = .none
    }

    /// Removes the link reference definitions from the start of the open paragraph.
    ///
    /// - Returns: True if anything remains.
    private mutating func removeReferences() -> Bool {
        guard case .paragraph(var paragraph) = leaf else { return false }
        leaf = .none
        var end = 0
        paragraph.bytes.withUnsafeBufferPointer { bytes in
            while let next = references.define(in: bytes, from: end) { end = next }
        }
        paragraph.removeFirst(end)
        leaf = .paragraph(paragraph)
        return !paragraph.isBlank
    }

    private mutating func markFilled() {
        for index in containers.indices.reversed() {
            guard case .item(let indent, true) = containers[index] else { continue }
            containers[index] = .item(indent: indent, isEmpty: false)
        }
    }
}

/// A line of Markdown, and the position up to which its markers have been read.
///
/// A tab extends to the next multiple of four columns.
private struct MarkdownLine {
    let bytes: UnsafeBufferPointer<UInt8>
    let end: Int
    private(set) var position: Int
    private var column = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// The number of columns of white space at the position.
    var indent: Int {
        var (index, column) = (position, column)
        while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 {
            column += bytes[index] == 0x09 ? 4 - column % 4 : 1
            index += 1
        }
        return column - self.column
    }

    /// The offset of the next byte that is not white space.
    var textStart: Int {
        var index = position
        while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        return index
    }

    var isBlank: Bool { textStart == end }

    /// The text after the white space.
    var text: Slice<UnsafeBufferPointer<UInt8>> { bytes[textStart..<end] }

    /// Skips white space, up to a number of columns.
    mutating func skip(columns: Int) {
        var left = columns
        while left > 0, position < end, bytes[position] == 0x20 || bytes[position] == 0x09 {
            let width = bytes[position] == 0x09 ? 4 - column % 4 : 1
            column += min(width, left)
            if width <= left { position += 1 }
            left -= width
        }
    }

    /// Skips a number of bytes, none of which may be a tab: each is one column wide.
    mutating func skip(bytes count: Int) {
        position += count
        column += count
    }
}

/// A block of Markdown that contains no other blocks: a paragraph, a heading, or HTML.
struct MarkdownLeaf {
    enum Kind {
        /// Text with inline markup.
        case text
        case html
    }

    var kind: Kind
    /// The text without the markers of the blocks around it; lines are separated by line feeds.
    private(set) var bytes: [UInt8] = []
    /// The starts of the lines, as offsets in the text and in the document.
    private var lines: [(start: Int, source: Int)] = []

    init(kind: Kind) {
        self.kind = kind
    }

    /// True if the text is empty or consists of white space.
    var isBlank: Bool { bytes.allSatisfy { $0 <= 0x20 } }

    mutating func append(_ line: some Sequence<UInt8>, source: Int) {
        if !lines.isEmpty { bytes.append(0x0A) }
        lines.append((bytes.count, source))
        bytes.append(contentsOf: line)
    }

    /// Removes the start of the text.
    mutating func removeFirst(_ count: Int) {
        guard count > 0 else { return }
        let source = sourceOffset(of: count)
        bytes.removeFirst(count)
        lines = [(0, source)] + lines.filter { $0.start > count }.map { ($0.start - count, $0.source) }
    }

    /// Returns the offset in the document of an offset in the text.
    func sourceOffset(of offset: Int) -> Int {
        var low = 0
        var high = lines.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if lines[middle].start <= offset { low = middle } else { high = middle }
        }
        guard low < lines.count else { return offset }
        return lines[low].source + offset - lines[low].start
    }
}

/// The markers that start blocks of Markdown.
enum MarkdownMarks {
    typealias Text = Slice<UnsafeBufferPointer<UInt8>>

    /// Returns the content of an ATX heading (CommonMark, section 4.2); nil if the line is not one.
    static func heading(_ text: Text) -> Range<Int>? {
        let level = text.prefix { $0 == UInt8(ascii: "#") }.count
        guard 1...6 ~= level, isSpace(text.dropFirst(level).first) else { return nil }
        var rest = text.dropFirst(level)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        let closing = rest.reversed().prefix { $0 == UInt8(ascii: "#") }.count
        if closing == rest.count || (closing > 0 && isSpace(rest[rest.endIndex - closing - 1])) {
            rest.removeLast(closing)
        }
        return rest.startIndex..<rest.endIndex
    }

    /// Returns the length of an opening code fence (section 4.5); nil if the line is not one.
    static func fence(_ text: Text) -> Int? {
        guard let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        let count = text.prefix { $0 == mark }.count
        guard count >= 3, mark == UInt8(ascii: "~") || !text.dropFirst(count).contains(mark) else { return nil }
        return count
    }

    static func closesFence(_ text: Text, mark: UInt8, count: Int) -> Bool {
        let length = text.prefix { $0 == mark }.count
        return length >= count && text.dropFirst(length).allSatisfy { isSpace($0) }
    }

    /// Returns true if a line turns the paragraph above it into a heading (section 4.3).
    static func isUnderline(_ text: Text) -> Bool {
        guard let mark = text.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return false }
        return text.drop { $0 == mark }.allSatisfy { isSpace($0) }
    }

    /// Returns true if a line is a thematic break (section 4.1).
    static func isThematicBreak(_ text: Text) -> Bool {
        guard let mark = text.first, [UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(mark) else {
            return false
        }
        return text.allSatisfy { $0 == mark || isSpace($0) } && text.count { $0 == mark } >= 3
    }

    /// Returns the length of the marker of a list item (section 5.2); nil if there is none.
    ///
    /// - Parameters:
    ///   - text: The line without indentation.
    ///   - mayInterrupt: True if a paragraph is open, which only some list items can interrupt.
    /// - Returns: The length.
    static func listMark(_ text: Text, mayInterrupt: Bool) -> Int? {
        guard let first = text.first else { return nil }
        let digits = text.prefix(10).prefix(while: ASCII.isDigit).count
        let length: Int
        if [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*")].contains(first) {
            length = 1
        } else if 1...9 ~= digits, let mark = text.dropFirst(digits).first,
            mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")")
        {
            if mayInterrupt, !(digits == 1 && first == UInt8(ascii: "1")) { return nil }
            length = digits + 1
        } else {
            return nil
        }
        let rest = text.dropFirst(length)
        guard isSpace(rest.first) else { return nil }
        return mayInterrupt && rest.allSatisfy { isSpace($0) } ? nil : length
    }

    /// Returns true for white space and for the end of the line.
    private static func isSpace(_ byte: UInt8?) -> Bool {
        byte == nil || byte == 0x20 || byte == 0x09
    }
}
