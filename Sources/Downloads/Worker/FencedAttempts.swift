import Synchronization

/// The running attempts of a worker, which are cancelled as soon as the worker stops trusting their leases.
///
/// It does not use the store, so that it also works while a call of the store blocks the worker.
final class FencedAttempts: Sendable {
    private struct Entry {
        let fence: LeaseFence
        let attempt: AttemptHandle
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Adds an attempt that has started.
    func insert(_ id: String, fence: LeaseFence, attempt: AttemptHandle) {
        entries.withLock { $0[id] = Entry(fence: fence, attempt: attempt) }
    }

    /// Removes an attempt that has ended.
    func remove(_ id: String) {
        entries.withLock { _ = $0.removeValue(forKey: id) }
    }

    /// Cancels the attempts whose leases are no longer trusted.
    func cancelFenced() {
        for entry in entries.withLock({ Array($0.values) }) where entry.fence.isOver { entry.attempt.cancel() }
    }
}
