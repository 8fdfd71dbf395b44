import DownloadQueue
import Downloads
import Synchronization
import TestSupport
import WHATWGURL

/// Counts the events of a worker, and advances a clock by one step whenever the worker is idle.
final class RecordingObserver: QueueObserver {
    private let counts = Mutex((started: 0, progressed: 0, outlooks: 0))
    private let finished = Mutex<[String]>([])
    private let idles: AsyncStream<Void>
    private let idle: AsyncStream<Void>.Continuation
    private let looks: AsyncStream<Void>
    private let look: AsyncStream<Void>.Continuation

    init() {
        (idles, idle) = AsyncStream.makeStream()
        (looks, look) = AsyncStream.makeStream()
    }

    /// The URL paths of the items that are done, in the order of their events.
    var done: [String] { finished.withLock { $0 } }
    var started: Int { counts.withLock { $0.started } }
    var progressed: Int { counts.withLock { $0.progressed } }

    func observe(_ event: QueueWorkerEvent) {
        switch event {
        case .started: counts.withLock { $0.started += 1 }
        case .progressed: counts.withLock { $0.progressed += 1 }
        case .idle: idle.yield()
        case .summary: look.yield()
        case .ended(let item): if item.state == .done { finished.withLock { $0.append(item.url.path) } }
        case .warning: break
        }
    }

    /// Waits for the next summary of the whole queue.
    func nextSummary() async {
        for await _ in looks { return }
    }

    /// Runs a worker until it ends, and advances the clock to the next tick whenever it is idle.
    func moving<Value: Sendable>(
        _ clock: ManualClock, _ body: () async throws -> Value
    ) async throws -> Value {
        let mover = Task { [idles] in
            for await _ in idles {
                await clock.waitForSleepers()
                clock.advanceToNextSleeper()
            }
        }
        defer { mover.cancel() }
        return try await body()
    }
}
