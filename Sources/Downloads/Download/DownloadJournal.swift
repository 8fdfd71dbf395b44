package import DownloadQueue
package import FoundationEssentials

/// The record of one attempt, written under the item's lease.
package struct DownloadJournal: Sendable {
    /// The item's id.
    package let id: String
    private let store: any QueueStore
    private let lease: QueueLease
    private let clock: any QueueClock

    /// Creates the record of a claimed item.
    package init(item: QueueItem, lease: QueueLease, store: any QueueStore, clock: any QueueClock) {
        id = item.id
        self.store = store
        self.lease = lease
        self.clock = clock
    }

    /// The current time by the worker's clock.
    package var now: Date { clock.now }

    /// Records an event and returns the transition; blocks on the disk.
    ///
    /// - Parameter event: The event to record.
    /// - Returns: The transition.
    /// - Throws: ``QueueError/leaseLost(id:)``, and errors of the store.
    @discardableResult
    package func record(_ event: QueueEvent) throws -> QueueTransition {
        try store.record(event, lease: lease, id: id, at: clock.now)
    }

    /// Records several events, all or none; blocks on the disk.
    ///
    /// - Parameter events: At least one event, in order.
    /// - Returns: The transition.
    /// - Throws: ``QueueError/leaseLost(id:)``, and errors of the store.
    @discardableResult
    package func record(_ events: [QueueEvent]) throws -> QueueTransition {
        try store.record([entry(events)])[0].get()
    }

    /// Returns a record of at least one event, to be written with those of other items.
    package func entry(_ events: [QueueEvent]) -> QueueRecord {
        QueueRecord(events, lease: lease, id: id, at: clock.now)
    }

    /// Writes the records of several items of the same queue in one transaction; blocks on the disk.
    ///
    /// - Parameter entries: The records, which can belong to different items.
    /// - Returns: The result of each record, in order.
    /// - Throws: An error of the store; then nothing was recorded.
    package func record(all entries: [QueueRecord]) throws -> [Result<QueueTransition, any Error>] {
        try store.record(entries)
    }

    /// Waits for a duration by the worker's clock; throws `CancellationError` if the task is cancelled.
    package func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }
}
