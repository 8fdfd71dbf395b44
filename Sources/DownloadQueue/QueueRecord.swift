package import FoundationEssentials

/// What the holder of an item's lease reports about it at once.
package struct QueueRecord: Sendable, Hashable {
    /// The item's whole id.
    package var id: String

    /// The lease that came with the claim.
    package var lease: QueueLease

    /// The reports, in order; all of them are taken down, or none.
    package var events: [QueueEvent]

    /// The time.
    package var now: Date

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - events: The reports, at least one.
    ///   - lease: The lease that came with the claim.
    ///   - id: The item's whole id.
    ///   - now: The time.
    package init(_ events: [QueueEvent], lease: QueueLease, id: String, at now: Date) {
        self.id = id
        self.lease = lease
        self.events = events
        self.now = now
    }
}
