package import Places
import Syntax
import WHATWGURL

/// A copy's text as an HTML document: a reader view that loads nothing and opens at the line of a place.
///
/// ```swift
/// let details = CopyDetails(
///     placeID: place.id, kinds: [.text], snapshot: place.snapshot, capturedAt: place.storedAt,
///     copiedAt: copy.storedAt)
/// let document = ReaderDocument(try TextCopy(json: content), details: details)
/// print(document.html.hasPrefix("<!doctype html>"))  // true
/// print(document.findsLine)  // true if the line is marked
/// ```
package struct ReaderDocument: Sendable {
    /// The document.
    package let html: String
    /// True if the line of the place was found and marked.
    package let findsLine: Bool

    /// The number of headings from which the document starts with an outline.
    static let leastOutline = 3

    /// Creates the document.
    ///
    /// - Parameters:
    ///   - copy: The text, whose blocks are the content.
    ///   - details: The facts about the copy.
    ///   - highlights: The highlights of the page, which are marked and listed.
    ///   - size: The size of the text, which the reader can change.
    package init(
        _ copy: TextCopy, details: CopyDetails, highlights: [CopyHighlight] = [], size: ReaderTextSize = .medium
    ) {
        var text = CopyText()
        for block in copy.blocks {
            for run in block.allRuns { text.append(run.text) }
            text.endBlock()
        }
        let line = LineSearch(for: details.snapshot, in: text).line()
        findsLine = line != nil
        let language = Self.languageTag(copy.language ?? details.snapshot.lang).map { " lang=\"\($0)\"" } ?? ""
        let direction = Self.direction(copy.direction ?? details.snapshot.dir).map { " dir=\"\($0)\"" } ?? ""
        let title = copy.title ?? details.snapshot.title ?? details.siteName
        let marks = HighlightMarks(of: highlights, in: text)
        var body = BlockWriter(line: line, marks: marks.parts)
        for block in copy.blocks { body.write(block) }
        body.endGroups()
        let heading = Self.repeatsTitle(copy, title) ? "" : "<h1 dir=\"auto\">\(MarkupText.content(title))</h1>\n"
        let byline = copy.byline.map { "<p class=\"byline\" dir=\"auto\">\(MarkupText.content($0))</p>\n" } ?? ""
        html = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="robots" content="noindex">
            <meta name="referrer" content="no-referrer">
            \(details.canonicalLink)<title>\(MarkupText.content(title)) · Leftoff</title>
            <style>\(ReaderStyle.css)</style>
            </head>
            <body>
            \(CopyHeader(details: details, kind: .text, line: line).html)
            \(ReaderControls(size: size, hasCode: copy.blocks.contains { $0.kind == .code }).html)
            <main\(language)\(direction)>
            \(heading)\(byline)\(body.outline)\(body.html)</main>
            \(HighlightList(marks).html)\
            </body>
            </html>

            """
    }

    /// Returns true if the text begins with its title, within the first blocks.
    private static func repeatsTitle(_ copy: TextCopy, _ title: String) -> Bool {
        copy.blocks.prefix(4).contains { block in
            guard case .heading = block.kind else { return false }
            return SearchableText.fold(Array(block.text.utf16)) == SearchableText.fold(Array(title.utf16))
        }
    }

    /// Returns a language tag that has only letters, digits and hyphens (BCP 47); nil for any other text.
    private static func languageTag(_ text: String?) -> String? {
        guard let text, (1...35).contains(text.utf8.count),
            text.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        return text
    }

    private static func direction(_ text: String?) -> String? { ["ltr", "rtl"].first { $0 == text } }
}

extension CopyBlock {
    /// The runs in the order of the text, those of a table row by row.
    var allRuns: [CopyRun] { rows.isEmpty ? runs : rows.flatMap { $0 }.flatMap(\.runs) }
}

/// A writer of the blocks of a text as HTML.
///
/// Everything that comes from the page is escaped, and only http, https and mailto addresses become links.
struct BlockWriter {
    /// The HTML of the blocks so far.
    private(set) var html = ""
    private let line: CopyLine?
    private let marks: [Int: [HighlightMarks.Part]]
    /// The index of the next piece of the text, counted as in ``ReaderDocument``.
    private var piece = 0
    /// The open lists, outermost first; true for an ordered one.
    private var lists: [Bool] = []
    private var isInQuote = false
    private var headings: [(level: Int, text: String)] = []

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - line: The line to mark; nil to mark none.
    ///   - marks: The marked parts of each piece.
    init(line: CopyLine?, marks: [Int: [HighlightMarks.Part]] = [:]) {
        self.line = line
        self.marks = marks
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
                let columns = cell.columns > 1 ? " colspan=\"\(cell.columns)\"" : ""
                let covered = cell.rows > 1 ? " rowspan=\"\(cell.rows)\"" : ""
                html += "<\(name)\(columns)\(covered)>\(content(cell.runs))</\(name)>"
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

    /// Returns the HTML of a piece, with the marks of highlights in it.
    private func marked(_ text: String) -> String {
        var html = ""
        var rest = text
        var offset = 0
        for part in marks[piece] ?? [] {
            let (before, from) = rest.split(atUTF16Offset: part.range.lowerBound - offset)
            let start = offset + before.utf16.count
            let (inside, after) = from.split(atUTF16Offset: part.range.upperBound - start)
            let id = part.id.map { " id=\"\(HighlightList.anchor($0))\"" } ?? ""
            html += withLine(before, from: offset) + "<mark\(id)>\(withLine(inside, from: start))</mark>"
            rest = after
            offset = start + inside.utf16.count
        }
        return html + withLine(rest, from: offset)
    }

    /// Returns the HTML of a part of a piece, with the mark of the line if the line begins in it.
    private func withLine(_ text: String, from start: Int) -> String {
        guard let line, line.position.piece == piece else { return MarkupText.content(text) }
        let offset = line.position.offset - start
        guard offset >= 0, offset < text.utf16.count else { return MarkupText.content(text) }
        let (before, after) = text.split(atUTF16Offset: offset)
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

/// The style sheet of the reader view.
///
/// It uses fonts of the system only, because the document may load nothing. Its colours are those of the web page
/// (`Resources/web/app.css`).
private enum ReaderStyle {
    static let css = """
        :root{color-scheme:light dark;--paper:#faf8f4;--ink:#24201c;--soft:#6a6259;--line:#e4ded4;--accent:#a63d22;\
        --wash:#f3eee6;--mark:#ffe08a;--serif:"Iowan Old Style","Palatino Linotype",Palatino,"Source Serif 4",\
        Charter,Georgia,\
        "DejaVu Serif",serif;--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;\
        --mono:ui-monospace,"SF Mono",Menlo,"DejaVu Sans Mono",monospace}
        @media(prefers-color-scheme:dark){:root{--paper:#191715;--ink:#ece6dd;--soft:#a99f93;--line:#37322d;\
        --accent:#ee9274;--wash:#2a2622;--mark:#5c4a12}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;text-size-adjust:100%;overflow-wrap:anywhere}
        body{margin:0;background:var(--paper);color:var(--ink);font:1.1875rem/1.65 var(--serif)}
        a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}
        :focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:3px}
        header.leftoff{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;justify-content:space-between;\
        padding:.8rem clamp(1rem,4vw,2rem);border-bottom:1px solid var(--line);color:var(--soft);\
        font:.9rem/1.5 var(--sans)}
        header.leftoff p{margin:0}
        header.leftoff nav{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem}
        header.leftoff nav a{display:inline-block;padding:.15rem 0;min-height:1.5rem}
        header.leftoff .note{flex-basis:100%;color:var(--ink)}
        main{position:relative;max-width:38rem;margin-inline:auto;\
        padding:clamp(1.5rem,5vw,3.5rem) clamp(1.25rem,5vw,2rem) 60vh}
        main>*{margin-block:0 1.1em}
        mark{background:var(--mark);color:inherit;border-radius:.15em;-webkit-box-decoration-break:clone;\
        box-decoration-break:clone}
        mark:target{outline:2px solid var(--accent);outline-offset:2px}
        .controls{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;padding:.4rem clamp(1rem,4vw,2rem);\
        border-bottom:1px solid var(--line);color:var(--soft);font:.9rem/1.5 var(--sans)}
        .controls fieldset{display:flex;gap:.2rem .9rem;margin:0;padding:0;border:0;min-inline-size:0}
        .controls legend{float:inline-start;padding:0;margin-inline-end:.9rem}
        .controls label{display:inline-flex;align-items:center;gap:.35rem;min-height:1.5rem;min-width:1.5rem}
        .controls input{accent-color:var(--accent);margin:0}
        .highlights{position:relative;max-width:38rem;margin:-50vh auto 40vh;padding-inline:clamp(1.25rem,5vw,2rem);\
        font:1rem/1.5 var(--sans)}
        .highlights ul{padding:0;list-style:none}
        .highlights li{margin-block:.8rem;padding-inline-start:.8rem;border-inline-start:3px solid var(--mark)}
        .highlights p{margin:.2rem 0 0;color:var(--soft);white-space:pre-line}
        :root:has(#size-s:checked){font-size:90%}:root:has(#size-l:checked){font-size:118%}
        :root:has(#size-xl:checked){font-size:140%}
        :root:has(#wrap:checked) pre{white-space:pre-wrap;overflow-wrap:anywhere}
        h1,h2,h3,h4,h5,h6{font-weight:600;line-height:1.2;text-wrap:balance;margin-block:1.7em .5em}
        h1{font-size:clamp(1.75rem,6vw,2.4rem);font-weight:500;letter-spacing:-.015em;margin-block-start:0}
        h2{font-size:1.5rem}h3{font-size:1.25rem}h4,h5,h6{font-size:1.1rem}
        .byline{color:var(--soft);font:1rem/1.5 var(--sans)}
        .outline{padding:.6rem 1rem;border:1px solid var(--line);border-radius:.6rem;font:1rem/1.5 var(--sans)}
        .outline summary{cursor:pointer;color:var(--soft)}
        .outline ol{margin:.5rem 0 .3rem;padding:0;list-style:none}
        .outline li{margin-block:.3rem}
        .outline .d1{padding-inline-start:1rem}.outline .d2{padding-inline-start:2rem}\
        .outline .d3{padding-inline-start:3rem}
        ul,ol{padding-inline-start:1.5em}
        li{margin-block:.35em}
        blockquote{margin-inline:0;padding-inline-start:1.1rem;border-inline-start:3px solid var(--line);\
        color:var(--soft);font-style:italic}
        blockquote p{margin-block:0 .7em}
        code{font:.86em/1.5 var(--mono);padding:.08em .25em;background:var(--wash);border-radius:.25em}
        pre{padding:1rem;line-height:1.45;overflow-x:auto;background:var(--wash);border-radius:.6rem;\
        overflow-wrap:normal;tab-size:4}
        pre code{padding:0;background:none;font-size:.8em;line-height:1}
        .table{overflow-x:auto}
        table{border-collapse:collapse;font:.95rem/1.5 var(--sans);overflow-wrap:normal}
        th,td{padding:.4rem .7rem;border:1px solid var(--line);text-align:start;vertical-align:top}
        th{background:var(--wash)}
        figure{margin-inline:0;padding:1rem;border:1px dashed var(--line);border-radius:.6rem;color:var(--soft);\
        font:.95rem/1.5 var(--sans)}
        figure p{margin:0 0 .3rem;color:var(--ink)}
        figcaption{font-size:.85rem}
        #leftoff-line::before{content:"";position:absolute;inset-inline-start:clamp(.35rem,1.5vw,.7rem);width:4px;\
        height:1.4em;margin-top:-.1em;border-radius:2px;background:var(--accent)}
        @media print{header.leftoff,.controls{display:none}}
        """
}
