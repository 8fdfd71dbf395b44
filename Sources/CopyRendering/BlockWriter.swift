import MarkupText
import PageCopies
import WHATWGURL

/// A writer of the blocks of a text as HTML.
///
/// Everything that comes from the page is escaped, and only http, https and mailto addresses become links.
struct BlockWriter {
    /// The HTML of the blocks so far.
    private(set) var html = ""
    private let line: CopyLine?
    /// The index of the next piece of the text, counted as in ``ReaderDocument``.
    private var piece = 0
    /// The open lists, outermost first; true for an ordered one.
    private var lists: [Bool] = []
    private var isInQuote = false
    private var headings: [(level: Int, text: String)] = []

    /// Creates a writer.
    ///
    /// - Parameter line: The line to mark; nil to mark none.
    init(line: CopyLine?) {
        self.line = line
    }

    /// The outline: links to the headings; empty if there are few.
    var outline: String {
        guard headings.count >= ReaderDocument.leastOutline else { return "" }
        let top = headings.map(\.level).min() ?? 1
        let items = headings.enumerated().map { index, heading in
            let depth = min(heading.level - top, 3)
            return "<li class=\"d\(depth)\"><a href=\"#part-\(index + 1)\">\(MarkupText.content(heading.text))</a></li>"
        }
        return """
            <details class="outline"\(headings.count <= 20 ? " open" : "")><summary>Contents</summary>
            <ol>
            \(items.joined(separator: "\n"))
            </ol></details>

            """
    }

    /// Writes a block.
    mutating func write(_ block: CopyBlock) {
        if case .item = block.kind {} else { endLists() }
        if block.kind != .quote { endQuote() }
        switch block.kind {
        case .heading(let level): writeHeading(level, block)
        case .paragraph: html += "<p>\(content(block.runs))</p>\n"
        case .item(let isOrdered, let depth): writeItem(isOrdered: isOrdered, depth: depth, block)
        case .quote:
            if !isInQuote { html += "<blockquote>\n" }
            isInQuote = true
            html += "<p>\(content(block.runs))</p>\n"
        // A line break after the start tag is not part of the text (HTML Standard, 13.1.2.5).
        case .code: html += "<pre dir=\"ltr\">\n<code>\(content(block.runs))</code></pre>\n"
        case .table: writeTable(block.rows)
        case .image: if let image = block.image { writeImage(image) }
        }
    }

    /// Closes the lists and the quote that are open.
    mutating func endGroups() {
        endLists()
        endQuote()
    }

    private mutating func writeHeading(_ level: Int, _ block: CopyBlock) {
        headings.append((level, block.text))
        let name = "h\(min(max(level, 1), 6))"
        html += "<\(name) id=\"part-\(headings.count)\">\(content(block.runs))</\(name)>\n"
    }

    private mutating func writeItem(isOrdered: Bool, depth: Int, _ block: CopyBlock) {
        // An item cannot be deeper than one level below the previous one.
        let depth = min(max(depth, 1), lists.count + 1)
        while lists.count > depth { endList() }
        if lists.count == depth {
            if lists.last == isOrdered { html += "</li>\n" } else { endList() }
        }
        if lists.count < depth {
            html += isOrdered ? "<ol>\n" : "<ul>\n"
            lists.append(isOrdered)
        }
        html += "<li>\(content(block.runs))"
    }

    private mutating func endList() {
        guard let isOrdered = lists.popLast() else { return }
        html += isOrdered ? "</li>\n</ol>\n" : "</li>\n</ul>\n"
    }

    private mutating func endLists() {
        while !lists.isEmpty { endList() }
    }

    private mutating func endQuote() {
        if isInQuote { html += "</blockquote>\n" }
        isInQuote = false
    }

    private mutating func writeTable(_ rows: [[CopyCell]]) {
        html += "<div class=\"table\" role=\"region\" aria-label=\"Table\" tabindex=\"0\"><table>\n"
        for row in rows {
            html += "<tr>"
            for cell in row {
                let name = cell.isHeader ? "th" : "td"
                html += "<\(name)>\(content(cell.runs))</\(name)>"
            }
            html += "</tr>\n"
        }
        html += "</table></div>\n"
    }

    private mutating func writeImage(_ image: CopyImage) {
        let text = image.alternativeText
        let words = text.isEmpty ? "An image without a description" : MarkupText.content(text)
        let link = Self.address(image.source).map {
            " <a href=\"\($0)\" rel=\"noreferrer\">Original image</a>"
        }
        html += "<figure><p class=\"image\" dir=\"auto\">\(words)</p><figcaption>Image, not copied."
        html += "\(link ?? "")</figcaption></figure>\n"
    }

    /// Returns the HTML of runs, with the mark of the line if it is in one of them.
    private mutating func content(_ runs: [CopyRun]) -> String {
        var result = ""
        for run in runs {
            var text = marked(run.text)
            piece += 1
            switch run.style {
            case .strong: text = "<strong>\(text)</strong>"
            case .emphasis: text = "<em>\(text)</em>"
            case .code: text = "<code>\(text)</code>"
            case nil: break
            }
            if let address = Self.address(run.link) { text = "<a href=\"\(address)\" rel=\"noreferrer\">\(text)</a>" }
            result += text
        }
        return result
    }

    private func marked(_ text: String) -> String {
        guard let line, line.position.piece == piece else { return MarkupText.content(text) }
        let (before, after) = text.split(atUTF16Offset: line.position.offset)
        return MarkupText.content(before) + LineMark.marked(after, at: line)
    }

    /// Returns an escaped address for a link; nil unless it is an http, https or mailto address.
    private static func address(_ text: String?) -> String? {
        guard let text, let url = WebURL(text), url.isHTTP || url.scheme == "mailto" else { return nil }
        return MarkupText.attribute(url.href)
    }
}

extension String {
    /// Returns the parts before and after a UTF-16 offset, which never separates the two units of a character.
    func split(atUTF16Offset offset: Int) -> (String, String) {
        var index = utf16.index(startIndex, offsetBy: min(max(offset, 0), utf16.count))
        if index < endIndex, UTF16.isTrailSurrogate(utf16[index]) { index = utf16.index(before: index) }
        return (String(self[..<index]), String(self[index...]))
    }
}
