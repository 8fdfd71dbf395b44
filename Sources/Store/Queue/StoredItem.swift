import Downloads

/// An item as the table has it.
struct StoredItem {
    /// The row's number, which is the order of adding.
    var position: Int64
    /// The number of changes of the row.
    var version: Int64
    /// The item.
    var item: QueueItem
}
