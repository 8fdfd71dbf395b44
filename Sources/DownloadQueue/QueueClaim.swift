package import FoundationEssentials

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
