import DownloadQueue

/// An item as the table has it; an object, since it is handed on many times, and an item is large.
final class StoredItem: Sendable {
    /// The row's number, which is the order of adding.
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
}
