import Markup

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
        var isMatched = matched == containers.count
        if isMatched, continues(line) { return }
        // Only a paragraph may continue on a line without the markers of the blocks around it.
        if !isMatched, !isInParagraph || line.isBlank {
            close(to: matched)
            isMatched = true
        }
        defer { if !whole.isBlank { markFilled() } }

        while !line.isBlank {
            let indent = line.indent
            guard indent < 4 else {
                if isInParagraph { break }
                return
            }
            let text = line.text
            guard let first = text.first else { break }
            func opening() { if !isMatched { close(to: matched) } else { closeLeaf() } }

            if first == UInt8(ascii: ">"), containers.count < Self.deepest {
                opening()
                openQuote(&line, indent: indent)
            } else if let heading = MarkdownMarks.heading(text) {
                opening()
                return addLeaf(heading, of: line.bytes)
            } else if let count = MarkdownMarks.fence(text) {
                opening()
                leaf = .fence(mark: first, count: count)
                return
            } else if let end = MarkdownHTML.blockEnd(text, mayInterrupt: isInParagraph) {
                opening()
                leaf = .html(MarkdownLeaf(kind: .html), end)
                _ = continues(line)
                return
            } else if isMatched, isInParagraph, MarkdownMarks.isUnderline(text), removeReferences() {
                return closeLeaf()
            } else if MarkdownMarks.isThematicBreak(text) {
                return opening()
            } else if let mark = MarkdownMarks.listMark(text, mayInterrupt: isMatched && isInParagraph),
                containers.count < Self.deepest
            {
                opening()
                openItem(&line, indent: indent, markByteCount: mark)
            } else {
                break
            }
            matched = containers.count
            isMatched = true
        }
        addText(line)
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
