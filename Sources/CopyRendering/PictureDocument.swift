import MarkupText
package import PageCopies

/// A picture of a page as an HTML document, which runs and loads nothing and opens at the line of a place.
package struct PictureDocument: Sendable {
    /// The document.
    package let html: String
    /// True if the line of the place was found and marked.
    package let findsLine: Bool

    /// Creates the document.
    ///
    /// - Parameters:
    ///   - copy: The picture, whose markup is not trusted.
    ///   - details: The facts about the copy.
    package init(_ copy: PictureCopy, details: CopyDetails) {
        let content = PictureParts(html: copy.html)
        let line = LineSearch(for: details.snapshot, in: content.text).line()
        findsLine = line != nil
        var html = ""
        var piece = 0
        var hasHead = false
        for part in content.parts {
            switch part {
            case .markup(let markup):
                html += markup
                if !hasHead, markup.hasPrefix("<head>") || markup.hasPrefix("<head ") {
                    html += Self.head + details.canonicalLink
                    hasHead = true
                }
            case .piece(let text):
                if let line, line.position.piece == piece {
                    let (before, after) = text.split(atUTF16Offset: line.position.offset)
                    html += MarkupText.content(before) + LineMark.marked(after, at: line)
                } else {
                    html += MarkupText.content(text)
                }
                piece += 1
            }
        }
        self.html = html + Self.header(CopyHeader(details: details, kind: .picture, line: line))
    }

    private static let head = """
        <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
        <meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">
        """

    /// Returns the links to other views in a corner, where they take no space of the page.
    private static func header(_ header: CopyHeader) -> String {
        let details = header.details
        let note = header.line == nil ? " · your line was not found" : ""
        return """

            <style>\(LineMark.pictureStyle)\(headerStyle)</style>
            <div id="leftoff-copy"><b>Your copy</b> of \(CopyDetails.words(details.copiedAt))\(note) \
            \(header.links.joined(separator: " "))</div>

            """
    }

    private static let headerStyle = """
        #leftoff-copy,#leftoff-copy *{all:revert!important;font:13px/1.5 system-ui,sans-serif!important;\
        color:#fff!important}\
        #leftoff-copy{position:fixed!important;right:12px!important;bottom:12px!important;z-index:2147483647!important;\
        max-width:calc(100vw - 24px)!important;box-sizing:border-box!important;padding:7px 12px!important;\
        border-radius:9px!important;background:#222e!important;direction:ltr!important;text-align:left!important}\
        #leftoff-copy b{font-weight:600!important}\
        #leftoff-copy a{margin-left:9px!important;text-decoration:underline!important;display:inline-block!important}\
        @media print{#leftoff-copy{display:none!important}}
        """
}
