import MarkupText
package import PageCopies
import Snapshots

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
    package init(_ copy: TextCopy, details: CopyDetails) {
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
        var body = BlockWriter(line: line)
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
            <main\(language)\(direction)>
            \(heading)\(byline)\(body.outline)\(body.html)</main>
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
        guard let text, (1...35).contains(text.utf8.count), text.utf8.allSatisfy(Self.isTagByte) else { return nil }
        return text
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func direction(_ text: String?) -> String? { ["ltr", "rtl"].first { $0 == text } }
}

extension CopyBlock {
    /// The runs in the order of the text, those of a table row by row.
    var allRuns: [CopyRun] { rows.isEmpty ? runs : rows.flatMap { $0 }.flatMap(\.runs) }
}
