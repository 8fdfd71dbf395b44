import DownloadQueue
import Synchronization

/// A worker's own limit for the time during which it trusts the lease of one item.
///
/// A worker that was suspended or disconnected cannot know if its lease has ended. Therefore it stops on its own, some
/// time before the store would give the item to another worker. The time is measured from the request of the last claim
/// or renewal that succeeded, because the store may have executed it as soon as it was sent.
package final class LeaseFence: Sendable {
    private struct State {
        /// The end of the trust, by the clock's ``QueueClock/uptime``.
        var end: Duration
        var isOver = false
    }

    private let length: Duration?
    private let clock: any QueueClock
    private let state: Mutex<State>

    /// Creates the fence of an item that was claimed.
    ///
    /// - Parameters:
    ///   - length: The duration of the trust, for example ``QueueLease/fence``; nil if the worker trusts its leases
    ///     until the store rejects a record.
    ///   - requestedAt: The ``QueueClock/uptime`` before the claim was sent to the store.
    ///   - clock: The worker's clock.
    package init(length: Duration?, requestedAt: Duration, clock: any QueueClock) {
        self.length = length
        self.clock = clock
        state = Mutex(State(end: requestedAt + (length ?? .zero)))
    }

    /// Prolongs the trust after a renewal, unless it is over already.
    ///
    /// - Parameter requestedAt: The ``QueueClock/uptime`` before the renewal was sent to the store.
    package func extend(requestedAt: Duration) {
        guard let length else { return }
        let now = clock.uptime
        state.withLock { state in
            state.isOver = state.isOver || now >= state.end
            state.end = max(state.end, requestedAt + length)
        }
    }

    /// True if the worker must not write anything more for the item; it stays true.
    package var isOver: Bool {
        guard length != nil else { return false }
        let now = clock.uptime
        return state.withLock { state in
            state.isOver = state.isOver || now >= state.end
            return state.isOver
        }
    }
}
