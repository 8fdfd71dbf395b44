package import DownloadQueue
import TerminalHUD
import WHATWGURL

/// A notice that quarantined downloads were added again, and that their files were deleted.
package struct QuarantineNotice {
    /// The maximum number of items that are listed on lines of their own.
    private static let maximumLines = 10

    private let items: [QueueItem]

    /// Creates the notice.
    ///
    /// - Parameter items: The items that were added again, as they were before.
    package init(_ items: [QueueItem]) {
        self.items = items
    }

    /// The lines of the notice, safe for a terminal; none if there are no items.
    package var lines: [String] {
        var lines = items.prefix(Self.maximumLines).map { item in
            let file = item.path.map { ", \($0)," } ?? ""
            return TerminalText.sanitized(
                "leftoff: \(item.url.displayText): is downloaded again; the copy with a wrong checksum\(file) was "
                    + "deleted")
        }
        if items.count > Self.maximumLines {
            lines.append("leftoff: and \(counted(items.count - Self.maximumLines, "more quarantined download"))")
        }
        return lines
    }
}
