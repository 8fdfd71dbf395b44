package import DownloadLists
import LinkHarvest

/// A format that a downloader reads as its input, and that contains each URL once.
package protocol DownloadListFormat: LinkFormat {
    /// The format of the downloader.
    associatedtype List: DownloadList
    /// The conversion of links to downloads.
    var links: DownloadLinks { get set }
    /// The writer of the downloads.
    var list: List { get set }
}

extension DownloadListFormat {
    package func opening() -> [UInt8] { Array(list.opening.utf8) }

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        do throws(LinkOmission) {
            output.append(contentsOf: list.text(of: try links.entry(for: record.link)).utf8)
            return nil
        } catch {
            return error
        }
    }

    package func closing() -> [UInt8] { Array(list.closing.utf8) }

    package var hasForgotten: Bool { links.hasForgotten }
}
