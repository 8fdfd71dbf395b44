package import FoundationEssentials

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
