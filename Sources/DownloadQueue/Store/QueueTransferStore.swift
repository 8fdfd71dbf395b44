/// A store from and to which items can be copied with all their properties.
package protocol QueueTransferStore: QueueStore {
    /// Returns items with all their properties, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - position: The position of the item after which the list begins; nil begins with the first.
    ///   - limit: The maximum number of items.
    /// - Returns: The items with their positions, which grow.
    /// - Throws: An error of the store.
    func itemsToTransfer(after position: Int64?, limit: Int) throws -> [QueueTransferItem]

    /// Inserts items with all their properties, including ids, states, times, leases and failures.
    ///
    /// They come after all existing items of their priorities, in the given order.
    ///
    /// - Parameter items: Items of another store, in the order in which they were added.
    /// - Returns: The items that were inserted, and those that were not.
    /// - Throws: An error of the store; then nothing was inserted.
    func insert(_ items: [QueueItem]) throws -> QueueTransferResult

    /// Returns the backoffs of all hosts that have failed recently.
    func hostBackoffs() throws -> [String: HostBackoff]

    /// Records the backoffs of hosts that have none.
    func insert(_ backoffs: [String: HostBackoff]) throws
}

/// An item that is copied to another store.
package struct QueueTransferItem: Sendable, Hashable {
    /// A number that grows with every item that is added to the store.
    package var position: Int64

    /// The item.
    package var item: QueueItem

    /// Creates an item to be copied.
    package init(position: Int64, item: QueueItem) {
        self.position = position
        self.item = item
    }
}

/// The outcome of copying items to another store.
package struct QueueTransferResult: Sendable, Hashable {
    /// The number of copied items.
    package var copied = 0

    /// The number of items whose ids the other store contains already, as after an interrupted copy.
    package var existing = 0

    /// The ids of items that were refused, because the other store contains an unfinished item with the same URL,
    /// directory and name, or with the same part file.
    package var duplicates: [String] = []

    /// Creates the outcome of copying nothing.
    package init() {}

    /// Adds the outcome of another batch.
    package mutating func add(_ other: QueueTransferResult) {
        copied += other.copied
        existing += other.existing
        duplicates += other.duplicates
    }
}

extension QueueTransferStore {
    /// Copies all items and backoffs to another store, in batches.
    ///
    /// An interrupted copy can be repeated: it continues with the items that are missing. No worker should use either
    /// store meanwhile, because this store keeps its items.
    ///
    /// - Parameters:
    ///   - other: The store that receives the items.
    ///   - batch: The number of items in one transaction.
    ///   - transform: Returns the items to insert for a batch; nil to copy everything, and the backoffs of hosts too.
    /// - Returns: The outcome.
    /// - Throws: An error of one of the stores; the batches before it were copied.
    package func copyAll(
        to other: any QueueTransferStore, batch: Int = 5_000, transform: (([QueueItem]) -> [QueueItem])? = nil
    ) throws -> QueueTransferResult {
        var result = QueueTransferResult()
        try forEachBatch(of: batch) { result.add(try other.insert(transform?($0) ?? $0)) }
        if transform == nil { try other.insert(try hostBackoffs()) }
        return result
    }

    /// Calls a function with all items, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - count: The maximum number of items of one call.
    ///   - body: Receives the items.
    /// - Throws: An error of the store, or of `body`.
    package func forEachBatch(of count: Int = 5_000, _ body: ([QueueItem]) throws -> Void) throws {
        var position: Int64?
        while case let items = try itemsToTransfer(after: position, limit: count), let last = items.last {
            try body(items.map(\.item))
            position = last.position
        }
    }
}
