package import DownloadQueue
import FoundationEssentials
import Synchronization
package import Transfer

/// A worker that claims items of a queue and runs several downloads at once.
///
/// Several workers, even in different processes, can use one queue: each item belongs to the worker that holds its
/// lease.
///
/// ```swift
/// let engine = TransferEngine(configuration: TransferEngine.Configuration())
/// _ = try store.add([NewQueueItem(url: url, directory: "/home/ada/Downloads")], at: Date())
/// let limits = QueueLimits(jobs: 2, wait: .seconds(10))
/// let worker = QueueWorker(store: store, engine: engine, limits: limits, clock: SystemQueueClock())
/// let summary = try await worker.run()
/// print("\(summary.done) downloaded, \(summary.failed) failed, \(summary.waiting) waiting")
/// await engine.shutdown()
/// ```
package final class QueueWorker: Sendable {
    let store: any QueueStore
    let downloader: any ItemDownloading
    let limits: QueueLimits
    let clock: any QueueClock
    let identity: WorkerIdentity
    let random: @Sendable () -> Double
    let freeBytes: @Sendable (String) -> Int64?
    private let mailbox = Mutex<WorkerMailbox?>(nil)

    /// Creates a worker.
    ///
    /// - Parameters:
    ///   - store: The store of the queue.
    ///   - downloader: Downloads one item.
    ///   - limits: The limits of the worker.
    ///   - clock: The clock by which leases and delays are measured.
    ///   - identity: The name under which the worker holds leases.
    ///   - random: Returns random numbers from 0 to 1, for the jitter of backoffs.
    ///   - freeBytes: Returns the bytes that downloads may write to a directory; nil if they are unknown.
    package init(
        store: any QueueStore, downloader: any ItemDownloading, limits: QueueLimits, clock: any QueueClock,
        identity: WorkerIdentity = WorkerIdentity(), random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        freeBytes: @escaping @Sendable (String) -> Int64? = FreeSpace.usableBytes
    ) {
        self.store = store
        self.downloader = downloader
        self.limits = limits
        self.clock = clock
        self.identity = identity
        self.random = random
        self.freeBytes = freeBytes
    }

    /// Creates a worker that downloads through one engine, which must allow as many requests at once as the limits.
    package convenience init(
        store: any QueueStore, engine: TransferEngine, options: DownloadOptions = DownloadOptions(),
        limits: QueueLimits = QueueLimits(), clock: any QueueClock
    ) {
        self.init(
            store: store, engines: DownloadEngines(usual: engine) { _ in [] }, options: options, limits: limits,
            clock: clock)
    }

    /// Creates a worker that downloads through an engine for each connection profile.
    ///
    /// - Parameters:
    ///   - store: The store of the queue.
    ///   - engines: The engines; each must allow as many requests at once as the limits.
    ///   - options: The options of the downloads.
    ///   - limits: The limits of the worker.
    ///   - clock: The clock by which leases and delays are measured.
    package convenience init(
        store: any QueueStore, engines: DownloadEngines, options: DownloadOptions = DownloadOptions(),
        limits: QueueLimits = QueueLimits(), clock: any QueueClock
    ) {
        var options = options
        if options.sharedLimit == nil { options.sharedLimit = limits.bytesPerSecond.map(SharedRateLimit.init) }
        self.init(
            store: store, downloader: Downloader(engines: engines, options: options), limits: limits, clock: clock)
    }

    /// Runs downloads until no item is ready or running and every waiting item has a longer delay than the limits
    /// allow.
    ///
    /// Cancelling the task stops the worker: the progress of running items is recorded, and they become ready again.
    ///
    /// - Parameters:
    ///   - ids: The complete ids of the only items to download; nil for all.
    ///   - observer: The receiver of events; nil for none.
    /// - Returns: The result of the run.
    /// - Throws: An error of the store; ``QueueError/storeUnavailable(reason:)`` only after five minutes.
    package func run(
        ids: Set<String>? = nil, observer: (any QueueObserver)? = nil
    ) async throws -> QueueRunSummary {
        try await work(ids: ids, isEndless: false, observer: observer)
    }

    /// Runs downloads until the task is cancelled.
    ///
    /// Errors of the store are reported to the observer, and the worker continues after a delay. Downloads continue
    /// while the store is unavailable for a short time.
    ///
    /// - Parameter observer: The receiver of events; nil for none.
    package func runForever(observer: (any QueueObserver)? = nil) async {
        while !Task.isCancelled {
            do {
                _ = try await work(ids: nil, isEndless: true, observer: observer)
            } catch {
                observer?.observe(.warning("\(error)"))
                // The store is read once a second anyway; after an error, the worker waits longer.
                try? await clock.sleep(for: .seconds(5))
            }
        }
    }

    /// Notifies the worker that items were added or resumed.
    ///
    /// Without a notification, the worker reads the store once a second.
    package func wake() {
        _ = mailbox.withLock { $0?.send(.woken) }
    }

    private func work(
        ids: Set<String>?, isEndless: Bool, observer: (any QueueObserver)?
    ) async throws -> QueueRunSummary {
        let newMailbox = WorkerMailbox()
        mailbox.withLock { $0 = newMailbox }
        defer { mailbox.withLock { $0 = nil } }
        let attempts = FencedAttempts()
        let ticker = Task { [clock] in
            while !Task.isCancelled {
                try await clock.sleep(for: WorkerRun.tick)
                attempts.cancelFenced()
                newMailbox.send(.tick)
            }
        }
        defer { ticker.cancel() }
        var run = WorkerRun(
            WorkerRun.Configuration(worker: self, ids: ids, isEndless: isEndless, observer: observer),
            mailbox: newMailbox, attempts: attempts)
        return try await run.work()
    }
}
