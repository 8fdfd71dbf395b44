import LinkHarvest
import MarkupText

/// An HTML page of links: a list for each source page, with each URL once.
///
/// It contains no script and loads nothing, which its content security policy enforces. A text with a control character
/// is replaced by the title or the URL. It contains URLs, texts, titles and languages. URLs such as `javascript:` and
/// `data:` are omitted.
package struct HTMLFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "html", mediaType: "text/plain; charset=utf-8", fileExtension: "html", contents: [.descriptions]
    ) { _ in HTMLFormat() }

    private var seen = SeenAddresses()
    private var source: String?

    /// Creates a writer for one output.
    package init() {}

    package var hasForgotten: Bool { seen.hasForgotten }

    package func opening() -> [UInt8] {
        let page = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="referrer" content="no-referrer">
            <meta name="viewport" content="width=device-width">
            <title>Links</title>
            <style>
            :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
            body { margin: 2rem auto; max-width: 50rem; padding: 0 1rem; overflow-wrap: anywhere; }
            </style>
            <h1>Links</h1>

            """
        return Array(page.utf8)
    }

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        do throws(LinkOmission) {
            let shown = try ClickableLink(record.link, seen: &seen, escape: MarkupText.xml)
            if source != record.link.source {
                if source != nil { output.append(contentsOf: "</ul>\n".utf8) }
                source = record.link.source
                let heading = MarkupText.xml(record.link.source) ?? "A page"
                output.append(contentsOf: "<h2><bdi>\(heading)</bdi></h2>\n<ul>\n".utf8)
            }
            var attributes = "href=\"\(MarkupText.xml(shown.href) ?? "")\""
            if let title = record.link.title.flatMap(MarkupText.xml) { attributes += " title=\"\(title)\"" }
            if let language = record.link.hreflang.flatMap(MarkupText.xml) {
                attributes += " hreflang=\"\(language)\""
            }
            // A text that changes its direction must not affect the text after it.
            let item = "<li><a \(attributes) rel=\"noopener noreferrer\"><bdi>\(shown.label)</bdi></a></li>\n"
            output.append(contentsOf: item.utf8)
            return nil
        } catch {
            return error
        }
    }

    package func closing() -> [UInt8] {
        Array(((source == nil ? "" : "</ul>\n") + "</html>\n").utf8)
    }
}
