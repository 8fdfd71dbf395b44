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

    /// How many items of each host the worker has already.
    package var activeHosts: [String: Int] = [:]

    /// How many items of one host it may have.
    package var perHost = Int.max

    /// Directories that have room: items that wait for room there need not wait longer.
    package var roomyDirectories: Set<String> = []

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

    /// How many more items of a host the worker may have.
    ///
    /// - Parameter host: The host.
    /// - Returns: 0 for a busy one.
    package func room(for host: String) -> Int {
        busyHosts.contains(host) ? 0 : max(0, perHost - (activeHosts[host] ?? 0))
    }
}
