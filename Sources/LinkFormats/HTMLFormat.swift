import DownloadLists
import LinkHarvest

/// A page of links to click, a list for each page that they come from, each address once.
///
/// It holds no script and loads nothing, and a policy in it says so. A text with a control character gives way to the title or
/// the address. It carries addresses, texts, titles and languages only, and no `javascript:`, `data:` and the like.
package struct HTMLFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "html", mediaType: "text/plain; charset=utf-8", fileExtension: "html", contents: [.descriptions]
    ) { _ in HTMLFormat() }

    private var seen = SeenAddresses()
    private var source: String?

    /// Makes a writer for one output.
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
            let shown = try ClickableLink(record.link, seen: &seen, escape: XMLText.escaped)
            if source != record.link.source {
                if source != nil { output.append(contentsOf: "</ul>\n".utf8) }
                source = record.link.source
                let heading = XMLText.escaped(record.link.source) ?? "A page"
                output.append(contentsOf: "<h2><bdi>\(heading)</bdi></h2>\n<ul>\n".utf8)
            }
            var attributes = "href=\"\(XMLText.escaped(shown.href) ?? "")\""
            if let title = record.link.title.flatMap(XMLText.escaped) { attributes += " title=\"\(title)\"" }
            if let language = record.link.hreflang.flatMap(XMLText.escaped) {
                attributes += " hreflang=\"\(language)\""
            }
            // What turns the direction of a text must not turn what stands behind it.
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
