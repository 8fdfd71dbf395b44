import Synchronization

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
    private static let capacity = 1_000

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
