package import FoundationEssentials

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
