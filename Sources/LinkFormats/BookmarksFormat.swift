import DownloadLists
import LinkHarvest

/// Bookmarks in the Netscape format, which every browser imports: a folder for each source page, each URL once.
///
/// It contains URLs and texts. A text with a control character is replaced by the title or the URL. There are no times,
/// because a page does not say when a link was created. URLs such as `javascript:` and `data:` are omitted, because a
/// click on the bookmark would run them in the current page.
package struct BookmarksFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "bookmarks", mediaType: "text/plain; charset=utf-8", fileExtension: "html", contents: [.descriptions]
    ) { _ in BookmarksFormat() }

    private var seen = SeenAddresses()
    private var source: String?

    /// Creates a writer for one output.
    package init() {}

    package var hasForgotten: Bool { seen.hasForgotten }

    package func opening() -> [UInt8] {
        let head = """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>Bookmarks</TITLE>
            <H1>Bookmarks</H1>
            <DL><p>

            """
        return Array(head.utf8)
    }

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        do throws(LinkOmission) {
            let shown = try ClickableLink(record.link, seen: &seen, escape: XMLText.escaped)
            if source != record.link.source {
                if source != nil { output.append(contentsOf: "    </DL><p>\n".utf8) }
                source = record.link.source
                let folder = XMLText.escaped(record.link.source) ?? "A page"
                output.append(contentsOf: "    <DT><H3>\(folder)</H3>\n    <DL><p>\n".utf8)
            }
            let address = XMLText.escaped(shown.href) ?? ""
            output.append(contentsOf: "        <DT><A HREF=\"\(address)\">\(shown.label)</A>\n".utf8)
            return nil
        } catch {
            return error
        }
    }

    package func closing() -> [UInt8] {
        Array(((source == nil ? "" : "    </DL><p>\n") + "</DL><p>\n").utf8)
    }
}
