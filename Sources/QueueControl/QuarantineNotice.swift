package import DownloadQueue
import TerminalHUD
import WHATWGURL

/// A notice that earlier copies of downloads that were added again are still quarantined.
package struct QuarantineNotice {
    /// The maximum number of items that are listed on lines of their own.
    private static let maximumLines = 10

    /// The URL and the destination of an item.
    private struct Key: Hashable {
        var url: WebURL
        var directory: String
        var name: String?

        init(_ item: QueueItem) {
            url = item.url
            directory = item.directory
            name = item.name
        }
    }

    private let quarantined: [QueueItem]

    /// Finds the quarantined items with the same source and destination as items that were just added.
    ///
    /// - Parameters:
    ///   - added: The items that were added.
    ///   - store: The queue that they were added to.
    /// - Throws: The store's errors.
    package init(added: [QueueItem], in store: any QueueStore) throws {
        let quarantined = try store.items(in: [.quarantined])
        let keys = quarantined.isEmpty ? [] : Set(added.map(Key.init))
        self.quarantined = quarantined.filter { keys.contains(Key($0)) }
    }

    /// The lines of the notice, safe for a terminal; none if nothing is quarantined.
    package var lines: [String] {
        var lines = quarantined.prefix(Self.maximumLines).map { item in
            let file = item.path.map { " as \($0)" } ?? ""
            return TerminalText.sanitized(
                "leftoff: \(item.url.displayText): will be downloaded again; an earlier copy with a wrong checksum "
                    + "is kept\(file) until \(item.id) is removed")
        }
        if quarantined.count > Self.maximumLines {
            let more = counted(quarantined.count - Self.maximumLines, "more quarantined file")
            lines.append("leftoff: and \(more); see 'leftoff queue list --state quarantined'")
        }
        return lines
    }
}
