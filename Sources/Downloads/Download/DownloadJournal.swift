package import DownloadQueue
package import FoundationEssentials
import Synchronization

/// The record of one attempt, written under the item's lease.
package struct DownloadJournal: Sendable {
    /// Events of one attempt that are recorded together with those of others.
    typealias Entry = (journal: DownloadJournal, events: [QueueEvent])

    /// The item's id.
    package let id: String
    private let store: any QueueStore
    private let lease: QueueLease
    private let clock: any QueueClock
    private let fence: LeaseFence?
    private let retries: StoreRetries?

    /// Creates the record of a claimed item.
    ///
    /// - Parameters:
    ///   - item: The item as it was claimed.
    ///   - lease: The lease that the claim created.
    ///   - store: The store of the queue.
    ///   - clock: The worker's clock.
    ///   - fence: The worker's own limit for trusting the lease; nil for none.
    ///   - retries: Repeats records while the store is unavailable; nil if they fail at once.
    init(
        item: QueueItem, lease: QueueLease, store: any QueueStore, clock: any QueueClock, fence: LeaseFence? = nil,
        retries: StoreRetries? = nil
    ) {
        id = item.id
        self.store = store
        self.lease = lease
        self.clock = clock
        self.fence = fence
        self.retries = retries
    }

    /// The current time by the worker's clock.
    package var now: Date { clock.now }

    /// Checks that the worker still trusts its lease, so that it may write files.
    ///
    /// - Throws: ``QueueError/leaseLost(id:)``.
    func checkLease() throws(QueueError) {
        if fence?.isExpired == true { throw .leaseLost(id: id) }
    }

    /// Records an event and returns the transition; blocks on the disk.
    ///
    /// - Throws: ``QueueError/leaseLost(id:)``, and errors of the store.
    @discardableResult
    package func record(_ event: QueueEvent) throws -> QueueTransition { try record([event]) }

    /// Records several events, all or none; blocks on the disk.
    ///
    /// - Parameter events: At least one event, in order.
    /// - Returns: The transition.
    /// - Throws: ``QueueError/leaseLost(id:)``, and errors of the store.
    @discardableResult
    package func record(_ events: [QueueEvent]) throws -> QueueTransition {
        try Self.record(all: [(self, events)])[0].get()
    }

    /// Records an event with a single call of the store, even if the store is unavailable; blocks on the disk.
    ///
    /// - Throws: ``QueueError/leaseLost(id:)``, and errors of the store.
    func recordOnce(_ event: QueueEvent) throws -> QueueTransition {
        try checkLease()
        return try store.record(event, lease: lease, id: id, at: clock.now)
    }

    /// Writes the records of several items of the same queue in one transaction; blocks on the disk.
    ///
    /// - Parameter entries: The events of different items.
    /// - Returns: The result of each entry, in order.
    /// - Throws: An error of the store; then nothing was recorded.
    static func record(all entries: [Entry]) throws -> [Result<QueueTransition, any Error>] {
        guard let journal = entries.first?.journal else { return [] }
        func record() throws -> [Result<QueueTransition, any Error>] {
            // Checked before each call, because a lease may end while the store is unavailable.
            let isHeld = entries.map { $0.journal.fence?.isExpired != true }
            let records = zip(entries, isHeld).filter(\.1).map { $0.0.journal.record(of: $0.0.events) }
            var results = (records.isEmpty ? [] : try journal.store.record(records))[...]
            return zip(entries, isHeld).map { entry, isHeld in
                isHeld ? results.removeFirst() : .failure(QueueError.leaseLost(id: entry.journal.id))
            }
        }
        return try journal.retries?.run(record) ?? record()
    }

    private func record(of events: [QueueEvent]) -> QueueRecord {
        QueueRecord(events, lease: lease, id: id, at: clock.now)
    }

    /// Waits for a duration by the worker's clock; throws `CancellationError` if the task is cancelled.
    func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }
}

/// A worker's own limit for the time during which it trusts the lease of one item.
///
/// A worker that was suspended or disconnected cannot know if its lease has ended. Therefore it stops on its own, some
/// time before the store would give the item to another worker. The time is measured from the request of the last claim
/// or renewal that succeeded, because the store may have executed it as soon as it was sent.
final class LeaseFence: Sendable {
    private struct State {
        /// The end of the trust, by the clock's ``QueueClock/uptime``.
        var end: Duration
        var isExpired = false
    }

    private let length: Duration?
    private let clock: any QueueClock
    private let state: Mutex<State>

    /// Creates the fence of an item that was claimed.
    ///
    /// - Parameters:
    ///   - length: The duration of the trust, for example ``QueueLease/fence``; nil if the worker trusts its leases
    ///     until the store rejects a record.
    ///   - requestedAt: The ``QueueClock/uptime`` before the claim was sent to the store.
    ///   - clock: The worker's clock.
    init(length: Duration?, requestedAt: Duration, clock: any QueueClock) {
        self.length = length
        self.clock = clock
        state = Mutex(State(end: requestedAt + (length ?? .zero)))
    }

    /// Prolongs the trust after a renewal, unless it is over already.
    ///
    /// - Parameter requestedAt: The ``QueueClock/uptime`` before the renewal was sent to the store.
    func extend(requestedAt: Duration) {
        guard let length else { return }
        let now = clock.uptime
        state.withLock { state in
            state.isExpired = state.isExpired || now >= state.end
            state.end = max(state.end, requestedAt + length)
        }
    }

    /// True if the worker must not write anything more for the item; it stays true.
    var isExpired: Bool {
        guard length != nil else { return false }
        let now = clock.uptime
        return state.withLock { state in
            state.isExpired = state.isExpired || now >= state.end
            return state.isExpired
        }
    }
}
