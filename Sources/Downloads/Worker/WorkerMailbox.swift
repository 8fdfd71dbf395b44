import Synchronization

/// A thread-safe list of signals to a worker, which removes all of them together.
///
/// While the worker handles the end of one small file, many more signals may arrive.
final class WorkerMailbox: Sendable {
    /// A stream that has an element while the mailbox is not empty.
    let notifications: AsyncStream<Void>
    private let notifier: AsyncStream<Void>.Continuation
    private let signals = Mutex<[WorkerSignal]>([])

    /// Creates an empty mailbox.
    init() {
        // One notification is enough for all signals in the mailbox.
        (notifications, notifier) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds a signal; any thread may call this.
    func send(_ signal: WorkerSignal) {
        signals.withLock { signals in
            signals.append(signal)
            // The lock is held: a late notification would wake the worker although the mailbox is empty.
            if signals.count == 1 { notifier.yield() }
        }
    }

    /// Removes and returns all signals, in their order.
    func removeAll() -> [WorkerSignal] {
        signals.withLock { signals in
            defer { signals = [] }
            return signals
        }
    }
}
