import DownloadQueue
package import Downloads
import TerminalHUD
import WHATWGURL

/// A notice that quarantined downloads were added again, which says if their files were deleted.
package struct QuarantineNotice {
    /// The maximum number of items that are listed on lines of their own.
    private static let maximumLines = 10

    private let downloads: [RequeuedDownload]

    /// Creates the notice.
    ///
    /// - Parameter downloads: The downloads that were added again.
    package init(_ downloads: [RequeuedDownload]) {
        // An item that ended its workers too often is quarantined without a file.
        self.downloads = downloads.filter { $0.item.fileName != nil }
    }

    /// The lines of the notice, safe for a terminal; none if there are no downloads.
    package var lines: [String] {
        var lines = downloads.prefix(Self.maximumLines).map { download in
            let item = download.item
            let file = item.path.map { ", \($0)," } ?? ""
            let outcome = download.isFileGone ? "was deleted" : "could not be deleted: delete it yourself"
            return TerminalText.sanitized(
                "leftoff: \(item.url.displayText): is downloaded again; the copy with a wrong checksum\(file) "
                    + outcome)
        }
        if downloads.count > Self.maximumLines {
            lines.append("leftoff: and \(counted(downloads.count - Self.maximumLines, "more quarantined download"))")
        }
        return lines
    }
}
