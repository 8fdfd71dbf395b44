import DownloadQueue

/// A download as it is stored in the table.
///
/// It is a class, because an item is large and is passed on often.
final class StoredItem: Sendable {
    /// The number of the row: the order in which items were added.
    let position: Int64
    /// The number of changes of the row.
    let version: Int64
    /// The item.
    let item: QueueItem

    init(position: Int64, version: Int64, item: QueueItem) {
        self.position = position
        self.version = version
        self.item = item
    }

    /// The position in the order of work.
    var rank: QueueRank { QueueRank(priority: item.priority, position: position) }
}
