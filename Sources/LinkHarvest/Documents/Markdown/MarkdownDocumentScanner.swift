import Markup

/// A scanner for the links of a Markdown document: those of CommonMark, and bare URLs as in GitHub Flavored Markdown.
package enum MarkdownDocumentScanner {
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
    package static func scan(
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
