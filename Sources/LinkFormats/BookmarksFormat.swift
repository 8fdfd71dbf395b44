import FileFormats
import LinkHarvest
import MarkupText

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
    private var writer = BookmarksWriter()
    private var source: String?

    /// Creates a writer for one output.
    package init() {}

    package var hasForgotten: Bool { seen.hasForgotten }

    package func opening() -> [UInt8] { writer.opening(title: "Bookmarks") }

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        do throws(LinkOmission) {
            let shown = try ClickableLink(record.link, seen: &seen) { MarkupText.isXML($0) ? $0 : nil }
            if source != record.link.source {
                writer.endFolder(in: &output)
                source = record.link.source
                writer.beginFolder(MarkupText.isXML(record.link.source) ? record.link.source : "A page", in: &output)
            }
            writer.append(Bookmark(url: shown.href, title: shown.label), to: &output)
            return nil
        } catch {
            return error
        }
    }

    package func closing() -> [UInt8] { writer.closing() }
}
