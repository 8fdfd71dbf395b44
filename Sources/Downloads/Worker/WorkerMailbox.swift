import Synchronization

/// What a worker is told, handed over in whole lots: of thousands of small files, many are reported while the worker looks
/// after one of them.
final class WorkerMailbox: Sendable {
    /// Has an element when there is something to take.
    let rings: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation
    private let waiting = Mutex<[WorkerSignal]>([])

    /// Makes an empty box.
    init() {
        // One ring is enough for all that lies in the box.
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Puts a signal in; any thread may.
    func yield(_ signal: WorkerSignal) {
        waiting.withLock { waiting in
            waiting.append(signal)
            // Under the lock: a late ring would wake a worker for whom nothing lies here any more.
            if waiting.count == 1 { bell.yield() }
        }
    }

    /// Takes all that lies in the box, in its order.
    func take() -> [WorkerSignal] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
