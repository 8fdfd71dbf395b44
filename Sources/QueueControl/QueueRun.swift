package import DownloadQueue
package import Downloads
import Fetching
package import FoundationEssentials
import Synchronization
package import TerminalHUD

/// A run of the download queue from its start to the messages at its end.
///
/// A run ends when it is cancelled, or when no item is ready or running and the waiting items have longer to wait than
/// its limits allow. It writes the path of each finished file to its output and everything else to its display.
///
/// ```swift
/// var configuration = QueueRunConfiguration()
/// configuration.limits = QueueLimits(jobs: 8, perHost: 4)
/// let run = QueueRun(
///     configuration: configuration,
///     environment: QueueRun.Environment(
///         store: store, display: display, paths: output, clock: clock, queueClock: SystemQueueClock(),
///         writeProgress: { line in print(line) }, readCookies: { _ in [] }))
/// let handle = CancellationHandle()
/// let isComplete = try await run.run(handle: handle)
/// ```
package struct QueueRun: Sendable {
    /// The external objects that a run works with.
    package struct Environment: Sendable {
        var store: any QueueStore
        var display: any StatusDisplay
        var paths: any PathOutput
        var clock: QueueRunClock
        var queueClock: any QueueClock
        var writeProgress: @Sendable (String) -> Void
        var readCookies: DownloadEngines.CookieReader

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - store: The queue to run.
        ///   - display: The receiver of status and messages.
        ///   - paths: The output for the paths of finished files.
        ///   - clock: The clocks for messages and the display.
        ///   - queueClock: The clock for attempts and leases.
        ///   - writeProgress: Writes a line of the JSON progress report, if the configuration asks for one.
        ///   - readCookies: Reads the lines of a cookie file.
        package init(
            store: any QueueStore, display: any StatusDisplay, paths: any PathOutput, clock: QueueRunClock,
            queueClock: any QueueClock, writeProgress: @escaping @Sendable (String) -> Void,
            readCookies: @escaping DownloadEngines.CookieReader
        ) {
            self.store = store
            self.display = display
            self.paths = paths
            self.clock = clock
            self.queueClock = queueClock
            self.writeProgress = writeProgress
            self.readCookies = readCookies
        }
    }

    private let configuration: QueueRunConfiguration
    private let environment: Environment

    /// Creates a run, which starts when ``run(handle:)`` is called.
    ///
    /// - Parameters:
    ///   - configuration: The settings of the run.
    ///   - environment: The queue, the outputs and the clocks.
    package init(configuration: QueueRunConfiguration, environment: Environment) {
        self.configuration = configuration
        self.environment = environment
    }

    /// Runs the queue.
    ///
    /// - Parameter handle: A handle that cancels the run.
    /// - Returns: True if every requested item is done and nothing is left waiting.
    /// - Throws: The errors of the store and of the path output.
    package func run(handle: CancellationHandle) async throws -> Bool {
        let before = try environment.store.summary(ids: configuration.ids)
        let hook = makeHook()
        let monitor = makeMonitor(total: before.left, hook: hook)
        let result = await work(monitor: monitor, hook: hook, handle: handle)
        let summary: QueueRunSummary
        do {
            try monitor.finish(environment.store)
            summary = try result.get()
        } catch {
            await environment.display.finish(.failure, summary: "")
            throw error
        }
        let after = try summary.queue ?? environment.store.summary(ids: configuration.ids)
        let deferredCount = summary.wasStopped ? 0 : after[.ready]
        logRemaining(before: before, after: after, deferredCount: deferredCount)
        await environment.display.finish(
            summary.wasStopped ? .partial : monitor.outcome,
            summary: summary.wasStopped ? monitor.stoppedSummary(left: after.left) : monitor.summary)
        return summary.failed + after[.waiting] + deferredCount == 0 && !isMissingItems(after)
    }

    // MARK: Steps

    private func makeHook() -> CompletionHook? {
        let display = environment.display
        return configuration.completionCommand.map { command in
            CompletionHook(command: command) { display.log("leftoff: \($0)") }
        }
    }

    private func makeMonitor(total: Int, hook: CompletionHook?) -> QueueRunMonitor {
        let (display, clock) = (environment.display, environment.clock)
        let report =
            configuration.reportsProgress
            ? QueueProgressReport(start: clock.uptime(), writeLine: environment.writeProgress) : nil
        let paths = FinishedPathWriter(output: environment.paths, display: display)
        return QueueRunMonitor(
            configuration: configuration, total: total,
            outputs: QueueRunMonitor.Outputs(display: display, paths: paths, report: report, hook: hook), clock: clock)
    }

    /// Runs the worker until it ends, and then shuts the engines and the hook down.
    private func work(
        monitor: QueueRunMonitor, hook: CompletionHook?, handle: CancellationHandle
    ) async -> Result<QueueRunSummary, any Error> {
        let engine = TransferEngine(configuration: transferConfiguration)
        let engines = DownloadEngines(
            usual: engine, rules: configuration.downloads.rules, readCookies: environment.readCookies)
        let responses = ResponseLog { [display = environment.display] in display.log($0) }
        let worker = QueueWorker(
            store: environment.store, engines: engines, options: downloadOptions(logging: responses),
            limits: configuration.limits, clock: environment.queueClock)
        let task = Task { [ids = configuration.ids] in try await worker.run(ids: ids, observer: monitor) }
        handle.attach(task, hook: hook)
        let result = await task.result
        await engine.shutdown()
        await responses.drain()
        await engines.shutdown()
        await hook?.finish()
        return result
    }

    private var transferConfiguration: TransferEngine.Configuration {
        var transfers = configuration.limits.engineConfiguration(segments: configuration.downloads.segments)
        transfers.certificatePath = configuration.certificatePath
        return transfers
    }

    private func downloadOptions(logging responses: ResponseLog) -> DownloadOptions {
        var options = configuration.downloads
        guard configuration.isVerbose else { return options }
        options.onResponse = { response in
            responses.record { QueueMessage.line(for: response) }
        }
        return options
    }

    /// Logs the items that were not attempted: deferred, paused, or failed in earlier runs.
    private func logRemaining(before: QueueSummary, after: QueueSummary, deferredCount: Int) {
        let display = environment.display
        if deferredCount > 0 {
            display.log(
                QueueMessage.deferred(deferredCount, nextAttempt: after.nextClaim, at: environment.clock.now()))
        }
        if configuration.ids != nil {
            if after[.paused] > 0 { display.log(QueueMessage.paused(after[.paused])) }
            return
        }
        let failedCount = before[.failed] + before[.quarantined]
        if before.left == 0, failedCount > 0, !configuration.isQuiet {
            display.log(QueueMessage.failedEarlier(failedCount))
        }
    }

    /// Returns true if another process has paused, removed or failed some of the requested items.
    private func isMissingItems(_ after: QueueSummary) -> Bool {
        configuration.ids.map { after[.done] < $0.count } ?? false
    }
}

/// The settings of a queue run.
package struct QueueRunConfiguration: Sendable {
    /// The complete ids of the items to run; nil to run all.
    package var ids: Set<String>?
    /// The number of items that were added just before the run, for the animation of the display's badge.
    package var addedCount = 0
    /// The maximum numbers of simultaneous downloads, the speed limit and the longest wait.
    package var limits = QueueLimits()
    /// The settings of each download.
    package var downloads = DownloadOptions()
    /// The path of a PEM file with the certificates to trust; nil for the system's.
    package var certificatePath: String?
    /// The program to run for each finished download, and its arguments; nil for none.
    package var completionCommand: [String]?
    /// True to log only problems.
    package var isQuiet = false
    /// True to log each attempt, request and finished file as well.
    package var isVerbose = false
    /// True to report progress as JSON lines instead of on the display.
    package var reportsProgress = false

    /// Creates the default settings.
    package init() {}
}

/// The clocks of a queue run.
package struct QueueRunClock: Sendable {
    /// Returns the current time of the wall clock, for the delays in messages.
    package var now: @Sendable () -> Date
    /// Returns the current time of a monotonic clock, for intervals.
    var uptime: @Sendable () -> ContinuousClock.Instant

    /// Creates clocks from functions.
    ///
    /// - Parameters:
    ///   - now: Returns the current time of the wall clock.
    ///   - uptime: Returns the current time of a monotonic clock.
    package init(now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.now = now
        self.uptime = uptime
    }
}

/// A handle that cancels a queue run, even before the run has started.
package final class CancellationHandle: Sendable {
    private struct State {
        var task: Task<QueueRunSummary, any Error>?
        var hook: CompletionHook?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Creates a handle that is not attached to a run.
    package init() {}

    /// Attaches a run, and cancels it at once if the handle is already cancelled.
    ///
    /// - Parameters:
    ///   - task: The worker's task, which is cancelled together with the handle.
    ///   - hook: The hook, which starts no further programs after a cancellation; nil if there is none.
    func attach(_ task: Task<QueueRunSummary, any Error>, hook: CompletionHook?) {
        let isCancelled = state.withLock { state in
            state.task = task
            state.hook = hook
            return state.isCancelled
        }
        if isCancelled { stop(task, hook) }
    }

    /// Cancels the run, now or as soon as one is attached.
    package func cancel() {
        let (task, hook) = state.withLock { state in
            state.isCancelled = true
            return (state.task, state.hook)
        }
        stop(task, hook)
    }

    private func stop(_ task: Task<QueueRunSummary, any Error>?, _ hook: CompletionHook?) {
        task?.cancel()
        hook?.stop()
    }
}
