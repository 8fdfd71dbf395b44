package import DownloadQueue
package import FoundationEssentials

/// The record of one try, written under the item's lease.
package struct DownloadJournal: Sendable {
    /// The item's id.
    package let id: String
    private let store: any QueueStore
    private let lease: QueueLease
    private let clock: any QueueClock

    /// Makes the record of a claimed item.
    ///
    /// - Parameters:
    ///   - item: The item as it was claimed.
    ///   - lease: Its lease.
    ///   - store: Where the queue is kept.
    ///   - clock: The time.
    package init(item: QueueItem, lease: QueueLease, store: any QueueStore, clock: any QueueClock) {
        id = item.id
        self.store = store
        self.lease = lease
        self.clock = clock
    }

    /// The time.
    package var now: Date { clock.now }

    /// Records an event; blocks on the disk.
    ///
    /// - Parameter event: The event.
    /// - Returns: What became of the item.
    /// - Throws: ``QueueError/leaseLost(id:)`` and what the store throws.
    @discardableResult
    package func record(_ event: QueueEvent) throws -> QueueTransition {
        try store.record(event, lease: lease, id: id, at: clock.now)
    }

    /// Records several events at once, all or none; blocks on the disk.
    ///
    /// - Parameter events: The events in their order, at least one.
    /// - Returns: What became of the item.
    /// - Throws: As ``record(_:)-(QueueEvent)``.
    @discardableResult
    package func record(_ events: [QueueEvent]) throws -> QueueTransition {
        try store.record([entry(events)])[0].get()
    }

    /// Makes a record of events, to be written with those of other items.
    ///
    /// - Parameter events: The events in their order, at least one.
    /// - Returns: The record.
    package func entry(_ events: [QueueEvent]) -> QueueRecord {
        QueueRecord(events, lease: lease, id: id, at: clock.now)
    }

    /// Writes the records of several items of the same queue at once; blocks on the disk.
    ///
    /// - Parameter entries: The records.
    /// - Returns: What became of each item.
    /// - Throws: What the store throws; then nothing was recorded.
    package func record(all entries: [QueueRecord]) throws -> [Result<QueueTransition, any Error>] {
        try store.record(entries)
    }

    /// Waits.
    ///
    /// - Parameter duration: How long.
    /// - Throws: `CancellationError` when the task is cancelled.
    package func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }
}
