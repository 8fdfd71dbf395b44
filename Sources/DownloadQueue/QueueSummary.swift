package import FoundationEssentials

/// How many items stand where, and when there is work again.
package struct QueueSummary: Sendable, Hashable {
    /// The number of items in each state that has any.
    package var counts: [QueueState: Int]

    /// The earliest time at which an item may be claimed; nil when none is ready or waits.
    ///
    /// That is the distant past for one that is ready, and the end of its pause for one that waits or whose host is held
    /// back.
    package var nextClaim: Date?

    /// The earliest end of a lease; nil when no item is held.
    package var nextLeaseEnd: Date?

    /// The directories in which items wait for room, with the bytes that the least of them needs.
    package var crampedDirectories: [String: Int64] = [:]

    /// Makes an outlook.
    ///
    /// - Parameters:
    ///   - counts: The number of items in each state.
    ///   - nextClaim: The earliest time at which an item may be claimed.
    ///   - nextLeaseEnd: The earliest end of a lease.
    package init(counts: [QueueState: Int] = [:], nextClaim: Date? = nil, nextLeaseEnd: Date? = nil) {
        self.counts = counts
        self.nextClaim = nextClaim
        self.nextLeaseEnd = nextLeaseEnd
    }

    /// The number of items in a state.
    ///
    /// - Parameter state: The state.
    package subscript(state: QueueState) -> Int { counts[state] ?? 0 }

    /// The number of items that a worker holds.
    package var held: Int { self[.running] + self[.verifying] + self[.cancelled] }

    /// The number of items that are still to be done.
    package var left: Int { self[.ready] + self[.waiting] + held }
}
