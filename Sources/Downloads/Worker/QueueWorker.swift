package import DownloadQueue
package import Fetching
package import FoundationEssentials
import Glibc
import Synchronization
import Syntax

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

/// A receiver of a worker's events.
///
/// It may be called on any thread and must return quickly.
package protocol QueueObserver: Sendable {
    /// Receives an event.
    func observe(_ event: QueueWorkerEvent)
}

/// An event of a worker.
package enum QueueWorkerEvent: Sendable, Hashable {
    /// An attempt has started.
    case started(QueueItem)
    /// An item has made progress. This is reported at most ten times a second for each item.
    case progressed(ItemProgress)
    /// An attempt has ended; the item's state shows the outcome.
    case ended(QueueItem)
    /// The summary of the whole queue.
    case summary(QueueSummary)
    /// Nothing is running; the worker waits for items that are not due yet or that other workers hold.
    case idle
    /// A failure that belongs to no item, for example of the database. The worker continues if it can.
    case warning(String)
}

/// The result of a worker's run.
package struct QueueRunSummary: Sendable {
    /// The number of items that the worker completed.
    ///
    /// The worker's observer receives each of them.
    package var done = 0

    /// The number of items that failed, including those with a wrong digest.
    package var failed = 0

    /// The number of items that wait for a later attempt.
    package var waiting: Int { queue?[.waiting] ?? 0 }

    /// The summary of the queue at the end; nil if the worker was stopped.
    package var queue: QueueSummary?

    /// True if the worker was stopped before its work was done.
    package var wasStopped = false

    /// Creates an empty summary.
    init() {}
}

/// A clock that returns the time and waits for durations.
package protocol QueueClock: Sendable {
    /// The calendar time, because other processes read the recorded times.
    var now: Date { get }

    /// The time since an arbitrary moment, which never decreases.
    ///
    /// It also counts while the process or the machine is suspended.
    var uptime: Duration { get }

    /// Waits for a duration; throws `CancellationError` if the task is cancelled.
    func sleep(for duration: Duration) async throws

    /// Blocks the thread for a short duration.
    func block(for duration: Duration)
}

/// The system's clock.
package struct SystemQueueClock: QueueClock {
    private static let start = ContinuousClock.now

    /// Creates the system's clock.
    package init() {}

    package var now: Date { Date() }

    // CLOCK_BOOTTIME on Linux, which counts while the machine is suspended.
    package var uptime: Duration { Self.start.duration(to: .now) }

    package func sleep(for duration: Duration) async throws {
        // The tolerance of up to half a second lets the system combine several wake-ups.
        try await Task.sleep(for: duration, tolerance: min(duration / 10, .milliseconds(500)))
    }

    package func block(for duration: Duration) {
        usleep(UInt32(clamping: duration / .microseconds(1)))
    }
}

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

/// A signal that makes a worker check its items again.
enum WorkerSignal: Sendable {
    /// A second has passed.
    case tick
    /// Items were added or resumed.
    case woken
    /// The pending claim has been processed.
    case claimed
    /// All bytes of an item have been received, and it is being finished.
    case received(id: String)
    /// An attempt has ended.
    case ended(id: String, ItemAttempt.Outcome)
}
