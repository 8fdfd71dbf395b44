package import FoundationEssentials

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
