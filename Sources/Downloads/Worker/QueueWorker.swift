package import DownloadQueue
import FoundationEssentials
import Synchronization
package import Transfer

/// Takes items off the queue and downloads them, several at once.
///
/// Several workers, also of several processes, may work on one queue: leases see to it that each item has one worker.
package final class QueueWorker: Sendable {
    let store: any QueueStore
    let downloader: any ItemDownloading
    let limits: QueueLimits
    let clock: any QueueClock
    let identity: WorkerIdentity
    let random: @Sendable () -> Double
    let freeBytes: @Sendable (String) -> Int64?
    private let bell = Mutex<WorkerMailbox?>(nil)

    /// Makes a worker.
    ///
    /// - Parameters:
    ///   - store: Where the queue is kept.
    ///   - downloader: Downloads one item.
    ///   - limits: What it may do at once.
    ///   - clock: The time.
    ///   - identity: The name under which it holds leases.
    ///   - random: Gives random numbers from 0 to 1, for the pauses between tries.
    ///   - freeBytes: Tells how much is free in a directory; nil when nobody knows.
    package init(
        store: any QueueStore, downloader: any ItemDownloading, limits: QueueLimits, clock: any QueueClock,
        identity: WorkerIdentity = WorkerIdentity(), random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        freeBytes: @escaping @Sendable (String) -> Int64? = FreeSpace.bytes
    ) {
        self.store = store
        self.downloader = downloader
        self.limits = limits
        self.clock = clock
        self.identity = identity
        self.random = random
        self.freeBytes = freeBytes
    }

    /// Makes a worker that downloads through an engine.
    ///
    /// - Parameters:
    ///   - store: Where the queue is kept.
    ///   - engine: Makes the requests; it must allow as many at once as the limits do.
    ///   - options: How files are downloaded.
    ///   - limits: What it may do at once.
    ///   - clock: The time.
    package convenience init(
        store: any QueueStore, engine: TransferEngine, options: DownloadOptions = DownloadOptions(),
        limits: QueueLimits = QueueLimits(), clock: any QueueClock
    ) {
        self.init(
            store: store, engines: DownloadEngines(usual: engine) { _ in [] }, options: options, limits: limits,
            clock: clock)
    }

    /// Makes a worker that downloads through engines, one for each way to a server.
    ///
    /// - Parameters:
    ///   - store: Where the queue is kept.
    ///   - engines: Make the requests; each must allow as many at once as the limits do.
    ///   - options: How files are downloaded.
    ///   - limits: What it may do at once.
    ///   - clock: The time.
    package convenience init(
        store: any QueueStore, engines: DownloadEngines, options: DownloadOptions = DownloadOptions(),
        limits: QueueLimits = QueueLimits(), clock: any QueueClock
    ) {
        var options = options
        if options.sharedLimit == nil { options.sharedLimit = limits.bytesPerSecond.map(SharedRateLimit.init) }
        self.init(
            store: store, downloader: Downloader(engines: engines, options: options), limits: limits, clock: clock)
    }

    /// Works until nothing is ready or running and what waits has longer to wait than the limits say.
    ///
    /// Cancelling the task stops it: running items are recorded and become ready again.
    ///
    /// - Parameters:
    ///   - ids: The whole ids of the only items to work on; nil for all.
    ///   - observer: Hears what is done.
    /// - Returns: What was done.
    /// - Throws: What the store throws.
    package func run(
        ids: Set<String>? = nil, observer: (any QueueObserver)? = nil
    ) async throws -> QueueRunSummary {
        try await work(ids: ids, isEndless: false, observer: observer)
    }

    /// Works until the task is cancelled.
    ///
    /// Trouble with the store is observed, and overcome when it passes.
    ///
    /// - Parameter observer: Hears what is done.
    package func runForever(observer: (any QueueObserver)? = nil) async {
        while !Task.isCancelled {
            do {
                _ = try await work(ids: nil, isEndless: true, observer: observer)
            } catch {
                observer?.observe(.trouble("\(error)"))
                // The store is asked once a second anyway; trouble with it deserves a longer pause.
                try? await clock.sleep(for: .seconds(5))
            }
        }
    }

    /// Tells the worker at once that items were added or resumed; it would notice within a second by itself.
    package func wake() {
        _ = bell.withLock { $0?.yield(.woken) }
    }

    private func work(
        ids: Set<String>?, isEndless: Bool, observer: (any QueueObserver)?
    ) async throws -> QueueRunSummary {
        let signals = WorkerMailbox()
        bell.withLock { $0 = signals }
        defer { bell.withLock { $0 = nil } }
        let ticker = Task { [clock] in
            while !Task.isCancelled {
                try await clock.sleep(for: WorkerRun.tick)
                signals.yield(.tick)
            }
        }
        defer { ticker.cancel() }
        var run = WorkerRun(worker: self, ids: ids, isEndless: isEndless, observer: observer, signals: signals)
        return try await run.work()
    }
}
