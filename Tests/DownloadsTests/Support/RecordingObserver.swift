import DownloadQueue
import Downloads
import Synchronization
import TestSupport
import WHATWGURL

/// Counts what a worker tells, and moves a clock by one step whenever the worker is idle.
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

    /// The paths of the addresses of what was done, as it was told.
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

    /// Waits until the worker has looked at the whole queue once more.
    func nextOutlook() async {
        for await _ in looks { return }
    }

    /// Runs a worker to its end, moving the clock to its next tick whenever it is idle.
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
