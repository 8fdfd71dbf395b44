package import FoundationEssentials

/// Where the queue is kept.
///
/// Every call is short but blocks on the disk, is atomic, and is durable once it has returned. Several processes may use
/// the same queue at once.
package protocol QueueStore: Sendable {
    /// Adds downloads, all or none.
    ///
    /// - Parameters:
    ///   - items: What is asked for.
    ///   - now: The time.
    /// - Returns: One item for each, in order. Where a live item of the same address, directory and name exists, it is
    ///   that one; a failed one among these is tried again.
    /// - Throws: What the store throws; then nothing was added.
    func add(_ items: [NewQueueItem], at now: Date) throws -> [QueueItem]

    /// Lists items in the order of work: higher priority first, then as they were added.
    ///
    /// - Parameter listing: Which items.
    /// - Returns: The items.
    /// - Throws: ``QueueError/notFound(id:)`` when the item after which the list begins is gone, and what the store
    ///   throws.
    func items(_ listing: QueueListing) throws -> [QueueItem]

    /// Finds an item.
    ///
    /// - Parameter prefix: Its id or the beginning of it.
    /// - Returns: The item.
    /// - Throws: ``QueueError/notFound(id:)`` or ``QueueError/ambiguous(id:count:)``.
    func item(id prefix: String) throws -> QueueItem

    /// Gives the next items to a worker.
    ///
    /// Hosts that are held back get nothing; one on probation gets one item, if no worker has another of it.
    ///
    /// - Parameters:
    ///   - claim: Who wants what.
    ///   - limit: The most items.
    /// - Returns: The items with their leases, in the order of work; none when there are none now.
    /// - Throws: What the store throws.
    func claim(_ claim: QueueClaim, limit: Int) throws -> [QueueItem]

    /// Records what the holders of items' leases report, in one transaction.
    ///
    /// - Parameter records: The reports.
    /// - Returns: For each record, in order, what became of the item, with the actions that are left to the worker; or
    ///   ``QueueError/leaseLost(id:)`` when the item is no more the worker's, or
    ///   ``QueueError/nameTaken(directory:name:)`` when another live item has the name. One that is refused does not keep
    ///   the others from being recorded.
    /// - Throws: What the store throws; then nothing was recorded.
    func record(_ records: [QueueRecord]) throws -> [Result<QueueTransition, any Error>]

    /// Does what a person asks for, to all items or to none.
    ///
    /// - Parameters:
    ///   - command: What is done.
    ///   - ids: Ids or beginnings of them.
    ///   - now: The time.
    /// - Returns: What became of each, in order, with the actions that are left to the caller.
    /// - Throws: ``QueueError`` for the first item that does not allow it, and what the store throws.
    func apply(_ command: QueueCommand, to ids: [String], at now: Date) throws -> [QueueTransition]

    /// Moves an item in the order of work.
    ///
    /// To make room between two items of one priority, those ahead may get higher ones; their order among each other stays.
    ///
    /// - Parameters:
    ///   - prefix: The item's id or the beginning of it.
    ///   - placing: Where it goes.
    /// - Returns: The item as it is then.
    /// - Throws: ``QueueError``: ``QueueError/notAllowed(id:state:command:)`` when one of the two has ended; and what the
    ///   store throws. Then nothing was moved.
    func move(id prefix: String, _ placing: QueuePosition) throws -> QueueItem

    /// Lists the items that a worker holds.
    ///
    /// - Parameter owner: The worker.
    /// - Returns: Its items, paused and cancelled ones included.
    /// - Throws: What the store throws.
    func leased(by owner: String) throws -> [QueueItem]

    /// Lists who holds leases.
    ///
    /// - Returns: The owners of all leases, ended ones included.
    func leaseOwners() throws -> Set<String>

    /// Removes items that were cancelled and whose worker is gone.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - goneOwners: Lease holders that are known to be dead.
    /// - Returns: The removed items, whose part files are left to the caller.
    /// - Throws: What the store throws.
    func sweep(at now: Date, goneOwners: Set<String>) throws -> [QueueItem]

    /// Tells how the queue stands.
    ///
    /// - Parameter ids: The only items that count; nil for all.
    /// - Returns: The outlook.
    /// - Throws: What the store throws.
    func outlook(ids: Set<String>?) throws -> QueueSummary
}

extension QueueStore {
    /// Lists all items of some states in the order of work.
    ///
    /// - Parameter states: The states of interest; nil for all.
    /// - Returns: The items.
    /// - Throws: What the store throws.
    package func items(in states: Set<QueueState>?) throws -> [QueueItem] {
        try items(QueueListing(states: states))
    }

    /// Gives the next item to a worker.
    ///
    /// - Parameter claim: Who wants what.
    /// - Returns: The item with its lease, or nil when there is none now.
    /// - Throws: What the store throws.
    package func claim(_ claim: QueueClaim) throws -> QueueItem? { try self.claim(claim, limit: 1).first }

    /// Records what the holder of an item's lease reports.
    ///
    /// - Parameters:
    ///   - event: The report.
    ///   - lease: The lease that came with the claim.
    ///   - id: The item's whole id.
    ///   - now: The time.
    /// - Returns: What became of the item, with the actions that are left to the worker.
    /// - Throws: ``QueueError/leaseLost(id:)`` when the item is no more the worker's, and
    ///   ``QueueError/nameTaken(directory:name:)`` when another live item has the name.
    @discardableResult
    package func record(
        _ event: QueueEvent, lease: QueueLease, id: String, at now: Date
    ) throws -> QueueTransition {
        try record([QueueRecord([event], lease: lease, id: id, at: now)])[0].get()
    }

    /// Pauses items, all or none.
    ///
    /// - Parameters:
    ///   - ids: Ids or beginnings of them.
    ///   - now: The time.
    /// - Returns: The items.
    /// - Throws: ``QueueError``, and what the store throws.
    @discardableResult
    package func pause(ids: [String], at now: Date) throws -> [QueueItem] {
        try apply(.pause, to: ids, at: now).map(\.item)
    }

    /// Lets paused items go on, all or none.
    ///
    /// - Parameters:
    ///   - ids: Ids or beginnings of them.
    ///   - now: The time.
    /// - Returns: The items.
    /// - Throws: ``QueueError``, and what the store throws.
    @discardableResult
    package func resume(ids: [String], at now: Date) throws -> [QueueItem] {
        try apply(.resume, to: ids, at: now).map(\.item)
    }
}
