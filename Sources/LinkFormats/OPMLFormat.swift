import LinkHarvest
import MarkupText

/// An outline in OPML 2.0: feeds as subscriptions (`type="rss"`, `xmlUrl`), other links as `type="link"`, each URL
/// once.
///
/// It contains URLs, texts, titles and languages. A text with a control character is replaced by the title or the URL.
/// URLs such as `javascript:` and `data:` are omitted. Feed readers import the feeds and ignore the rest; `--kind feed`
/// selects only feeds.
package struct OPMLFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "opml", mediaType: "text/plain; charset=utf-8", fileExtension: "opml", contents: [.descriptions]
    ) { _ in OPMLFormat() }

    private var seen = SeenAddresses()

    /// Creates a writer for one output.
    package init() {}

    package var hasForgotten: Bool { seen.hasForgotten }

    package func opening() -> [UInt8] {
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
              <head><title>Links</title></head>
              <body>

            """
        return Array(head.utf8)
    }

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        do throws(LinkOmission) {
            let shown = try ClickableLink(record.link, seen: &seen, escape: MarkupText.xml)
            let address = MarkupText.xml(shown.href) ?? ""
            var attributes = "text=\"\(shown.label)\""
            if let title = record.link.title.flatMap(MarkupText.xml) { attributes += " title=\"\(title)\"" }
            if let language = record.link.hreflang.flatMap(MarkupText.xml) {
                attributes += " language=\"\(language)\""
            }
            attributes +=
                record.link.kind == .feed ? " type=\"rss\" xmlUrl=\"\(address)\"" : " type=\"link\" url=\"\(address)\""
            output.append(contentsOf: "    <outline \(attributes)/>\n".utf8)
            return nil
        } catch {
            return error
        }
    }

    package func closing() -> [UInt8] { Array("  </body>\n</opml>\n".utf8) }
}
