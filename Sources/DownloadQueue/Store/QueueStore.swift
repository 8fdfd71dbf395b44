package import FoundationEssentials
import Synchronization

/// A store of the queue.
///
/// Calls block on the disk for a short time. Each is atomic and durable when it returns. Several processes can use the
/// same queue at once.
package protocol QueueStore: Sendable {
    /// The rows that this store has met and could not read.
    ///
    /// They are skipped by lists, claims and all other calls, so that they never hide the others. A claim makes a
    /// damaged row failed.
    var damagedRows: DamagedRows { get }

    /// Adds downloads, either all or none.
    ///
    /// - Parameters:
    ///   - items: The requests, in the order in which they are added.
    ///   - now: The current time.
    /// - Returns: One item for each request, in order. If a request is a duplicate (``QueueState/blocksDuplicates``),
    ///   the existing item is returned. If that item has failed, it is retried.
    /// - Throws: An error of the store; then nothing was added.
    func add(_ items: [NewQueueItem], at now: Date) throws -> [QueueItem]

    /// Returns the items that are done and have the URL of one of several requests, in the order in which they ended.
    ///
    /// - Parameter requests: Requests with the URLs that are looked for.
    /// - Returns: The items. A store that several machines share returns none, because their files may be on another
    ///   machine.
    /// - Throws: An error of the store.
    func finished(_ requests: [NewQueueItem]) throws -> [QueueItem]

    /// Returns items in the order of the listing.
    ///
    /// - Parameter listing: The filter, order and range.
    /// - Returns: The items.
    /// - Throws: ``QueueError/notFound(id:)`` if the item after which the list begins no longer exists, and errors
    ///   of the store.
    func items(_ listing: QueueListing) throws -> [QueueItem]

    /// Returns an item.
    ///
    /// - Parameter prefix: The item's id or a prefix of it.
    /// - Returns: The item.
    /// - Throws: ``QueueError/notFound(id:)`` or ``QueueError/ambiguous(id:count:)``.
    func item(id prefix: String) throws -> QueueItem

    /// Claims the next items for a worker.
    ///
    /// An item with crashes is claimed alone, by an idle worker. No item of a host that is backing off is claimed. From
    /// a host on probation, one item is claimed, unless another worker holds one.
    ///
    /// - Parameters:
    ///   - claim: The worker and its restrictions.
    ///   - limit: The maximum number of items.
    /// - Returns: The items with their leases, in the order of work; empty if there are none now. An item that was
    ///   quarantined because it ended its workers (``RetryPolicy/maximumCrashes``) is returned without a lease.
    /// - Throws: An error of the store.
    func claim(_ claim: QueueClaim, limit: Int) throws -> [QueueItem]

    /// Records events that the holders of leases report, in one transaction.
    ///
    /// - Parameter records: The events of each item.
    /// - Returns: For each record, in order, the transition with the actions that remain for the worker, or an error.
    ///   The error is ``QueueError/leaseLost(id:)`` if the worker no longer holds the item, or
    ///   ``QueueError/nameTaken(directory:name:)`` if the name belongs to another item. A rejected record does not
    ///   prevent the others.
    /// - Throws: An error of the store; then nothing was recorded.
    func record(_ records: [QueueRecord]) throws -> [Result<QueueTransition, any Error>]

    /// Applies a user's command to all items, or to none.
    ///
    /// - Parameters:
    ///   - command: The change that the user requested.
    ///   - ids: Ids or prefixes of ids.
    ///   - now: The current time.
    /// - Returns: The transition of each item, in order, with the actions that remain for the caller. A damaged row can
    ///   only be removed; it has no transition, and its part file stays.
    /// - Throws: ``QueueError`` for the first item whose state does not allow it, and errors of the store.
    func apply(_ command: QueueCommand, to ids: [String], at now: Date) throws -> [QueueTransition]

    /// Moves an item in the order of work.
    ///
    /// If no priority is free between two neighbours, the priorities of the items ahead are increased; their order does
    /// not change.
    ///
    /// - Parameters:
    ///   - prefix: The item's id or a prefix of it.
    ///   - position: The new position.
    /// - Returns: The changed item.
    /// - Throws: ``QueueError/notAllowed(id:state:command:)`` if one of the two items has ended, other cases of
    ///   ``QueueError``, and errors of the store. Nothing was moved then.
    func move(id prefix: String, _ position: QueuePosition) throws -> QueueItem

    /// Returns the items that a worker holds, including paused and cancelled ones.
    func leased(by owner: String) throws -> [QueueItem]

    /// Returns the owners of all leases, including leases that have ended.
    func leaseOwners() throws -> Set<String>

    /// Removes items that were cancelled and whose worker has ended.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - goneOwners: Lease holders that are known to have ended.
    /// - Returns: The removed items. The caller deletes their part files.
    /// - Throws: An error of the store.
    func sweep(at now: Date, goneOwners: Set<String>) throws -> [QueueItem]

    /// Returns the number of items in each state, and the times at which the queue next changes.
    ///
    /// - Parameter ids: The ids of the only items to count; nil for all.
    /// - Returns: The summary.
    /// - Throws: An error of the store.
    func summary(ids: Set<String>?) throws -> QueueSummary
}

extension QueueStore {
    package func finished(_ requests: [NewQueueItem]) throws -> [QueueItem] { [] }

    package var damagedRows: DamagedRows { DamagedRows() }

    /// Returns all items in some states, in the order of work; nil for all states.
    package func items(in states: Set<QueueState>?) throws -> [QueueItem] {
        try items(QueueListing(states: states))
    }

    /// Claims the next item for a worker, or returns nil if there is none now.
    package func claim(_ claim: QueueClaim) throws -> QueueItem? { try self.claim(claim, limit: 1).first }

    /// Records an event that the holder of an item's lease reports.
    ///
    /// - Parameters:
    ///   - event: The event to record.
    ///   - lease: The lease that the claim created.
    ///   - id: The complete id of the item.
    ///   - now: The current time by the worker's clock.
    /// - Returns: The transition, with the actions that remain for the worker.
    /// - Throws: ``QueueError/leaseLost(id:)`` if the worker no longer holds the item, and
    ///   ``QueueError/nameTaken(directory:name:)`` if the name belongs to another item.
    @discardableResult
    package func record(
        _ event: QueueEvent, lease: QueueLease, id: String, at now: Date
    ) throws -> QueueTransition {
        try record([QueueRecord([event], lease: lease, id: id, at: now)])[0].get()
    }

    /// Pauses items, either all or none, and returns them.
    @discardableResult
    package func pause(ids: [String], at now: Date) throws -> [QueueItem] {
        try apply(.pause, to: ids, at: now).map(\.item)
    }

    /// Resumes paused items, either all or none, and returns them.
    @discardableResult
    package func resume(ids: [String], at now: Date) throws -> [QueueItem] {
        try apply(.resume, to: ids, at: now).map(\.item)
    }
}

/// A filter, order and range of items to list.
package struct QueueListing: Sendable, Hashable {
    /// The order of a list.
    package enum Order: String, Sendable, CaseIterable {
        /// By descending priority, then by the time at which items were added.
        case work
        /// Only items that have ended, the latest first.
        case ended
    }

    /// The states to list; nil for all.
    package var states: Set<QueueState>?

    /// The maximum number of items; nil for all.
    package var limit: Int?

    /// The complete id of the item after which the list begins; nil begins with the first.
    package var after: String?

    /// The order of the list, which also determines the items that come after ``after``.
    package var order = Order.work

    /// Creates a listing by priority.
    package init(states: Set<QueueState>? = nil, limit: Int? = nil, after: String? = nil) {
        self.states = states
        self.limit = limit
        self.after = after
    }
}

/// A worker's request for the next items.
package struct QueueClaim: Sendable {
    /// The name of the worker; see ``QueueLease/owner``.
    package var owner: String

    /// The current time by the worker's clock.
    package var now: Date

    /// The hosts, with their ports, for which the worker has reached its limit of simultaneous downloads.
    package var busyHosts: Set<String> = []

    /// The lease holders that are known to have ended.
    ///
    /// Their items are claimed at once.
    package var goneOwners: Set<String> = []

    /// The number of items of each host that the worker already holds.
    package var activeHosts: [String: Int] = [:]

    /// The maximum number of items of one host that the worker may hold.
    package var perHost = Int.max

    /// The maximum numbers of hosts for which they differ from ``perHost``.
    package var hostLimits: [String: Int] = [:]

    /// The maximum number of items of one host that all workers together may hold; nil for no limit.
    ///
    /// Only stores that several machines share enforce it. A worker alone on its machine needs only ``perHost``.
    package var sharedPerHost: Int?

    /// The shared maximum numbers of hosts for which they differ from ``sharedPerHost``.
    package var sharedHostLimits: [String: Int] = [:]

    /// Directories that have free space again.
    ///
    /// Items that wait for space there can be claimed at once.
    package var directoriesWithSpace: Set<String> = []

    /// The ids of the only items that can be claimed; nil for all.
    package var ids: Set<String>?

    /// True if the worker runs nothing, so that it may claim an item with crashes, which is run alone.
    package var isIdle = true

    /// Creates a claim without restrictions.
    package init(owner: String, now: Date) {
        self.owner = owner
        self.now = now
    }

    /// Returns the maximum number of items of a host that the worker may hold.
    package func limit(of host: String) -> Int { hostLimits[host] ?? perHost }

    /// Returns the maximum number of items of a host that all workers together may hold; nil for no limit.
    package func sharedLimit(of host: String) -> Int? { sharedHostLimits[host] ?? sharedPerHost }

    /// Returns the number of items of a host that the worker may still claim; 0 for a busy one.
    package func capacity(for host: String) -> Int {
        busyHosts.contains(host) ? 0 : max(0, limit(of: host) - (activeHosts[host] ?? 0))
    }
}

/// Events of one item that are recorded together under its lease.
package struct QueueRecord: Sendable, Hashable {
    /// The complete id of the item.
    package var id: String

    /// The lease that the claim created.
    package var lease: QueueLease

    /// The events, in order.
    ///
    /// All of them are recorded, or none.
    package var events: [QueueEvent]

    /// The current time by the worker's clock.
    package var now: Date

    /// Creates a record of at least one event.
    package init(_ events: [QueueEvent], lease: QueueLease, id: String, at now: Date) {
        self.id = id
        self.lease = lease
        self.events = events
        self.now = now
    }
}

/// The number of items in each state, and the times at which the queue next changes.
package struct QueueSummary: Sendable, Hashable {
    /// The number of items in each state that has any.
    package var counts: [QueueState: Int]

    /// The earliest time at which an item can be claimed; nil if none is ready or waiting.
    ///
    /// It is the distant past if an item is ready. For an item that waits, or whose host is backing off, it is the end
    /// of the delay.
    package var nextClaim: Date?

    /// The earliest end of a lease; nil if no item is held.
    package var nextLeaseEnd: Date?

    /// The directories in which items wait for free space, and the number of bytes that the smallest item in each
    /// needs.
    package var directoriesWithoutSpace: [String: Int64] = [:]

    /// Creates a summary.
    package init(counts: [QueueState: Int] = [:], nextClaim: Date? = nil, nextLeaseEnd: Date? = nil) {
        self.counts = counts
        self.nextClaim = nextClaim
        self.nextLeaseEnd = nextLeaseEnd
    }

    /// The number of items in a state.
    package subscript(state: QueueState) -> Int { counts[state] ?? 0 }

    /// The number of items that a worker holds.
    package var held: Int { self[.running] + self[.verifying] + self[.cancelled] }

    /// The number of items that are ready, waiting or held by a worker; paused items are not counted.
    package var left: Int { self[.ready] + self[.waiting] + held }
}

/// The rows of a queue that cannot be read, and which the store therefore skips.
///
/// A store records a damaged row whenever it meets one. Each is reported once, by whoever asks first: a command that
/// lists the queue, or a worker.
///
/// ```swift
/// let damaged = DamagedRows()
/// damaged.record(.damaged(id: "c4f8m2x9q1ab", field: "url"))
/// damaged.record(.damaged(id: "c4f8m2x9q1ab", field: "url"))
/// precondition(damaged.removeUnreported().count == 1)
/// ```
package final class DamagedRows: Sendable {
    private struct State {
        var known: Set<String> = []
        var unreported: [QueueError] = []
    }

    /// The maximum number of rows that are reported, so that a table full of damaged rows does not fill the memory.
    package static let capacity = 1_000

    private let state = Mutex(State())

    /// Creates an empty record.
    package init() {}

    /// Records a row, unless it was recorded before.
    ///
    /// - Parameter error: The reason, usually ``QueueError/damaged(id:field:)``.
    package func record(_ error: QueueError) {
        guard case .damaged(let id, _) = error else { return }
        state.withLock { state in
            guard state.known.count < Self.capacity, state.known.insert(id).inserted else { return }
            state.unreported.append(error)
        }
    }

    /// Removes and returns the reasons that were not reported yet, in the order in which the rows were met.
    package func removeUnreported() -> [QueueError] {
        state.withLock { state in
            defer { state.unreported = [] }
            return state.unreported
        }
    }
}
