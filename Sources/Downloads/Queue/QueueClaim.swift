package import FoundationEssentials

/// A worker's wish for the next item.
package struct QueueClaim: Sendable {
    /// The worker.
    package var owner: String

    /// The time.
    package var now: Date

    /// Hosts (with their ports, as ``QueueItem`` addresses have them) of which the worker runs enough already.
    package var busyHosts: Set<String> = []

    /// Lease holders that are known to be dead: their items are taken over at once.
    package var goneOwners: Set<String> = []

    /// The only items that the worker wants; nil for all.
    package var ids: Set<String>?

    /// Makes a wish.
    ///
    /// - Parameters:
    ///   - owner: The worker.
    ///   - now: The time.
    package init(owner: String, now: Date) {
        self.owner = owner
        self.now = now
    }
}
