import ArgumentParser
import Downloads
import Store
import TerminalHUD
import Transfer

/// What `leftoff queue run` and `leftoff get` take, and how they run.
struct QueueRunOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The most downloads at once.", valueName: "n"))
    var jobs = 4

    @Option(help: ArgumentHelp("The most downloads at once from one host.", valueName: "n"))
    var perHost = 2

    @Option(help: ArgumentHelp("The speed of all together, in bytes per second; 500K, 2M.", valueName: "rate"))
    var limitRate: RateLimit?

    @Option(help: ArgumentHelp("How many seconds to wait for downloads to be tried again.", valueName: "seconds"))
    var wait = 60

    @Option(
        help: ArgumentHelp(
            "What is made durable: full, or none for speed at the risk of a power cut.", valueName: "mode"))
    var sync = DownloadOptions.Durability.full

    func validate() throws {
        guard (1...1_000).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 1000") }
        guard (1...1_000).contains(perHost) else { throw ValidationError("--per-host takes a number from 1 to 1000") }
        guard (0...1_000_000).contains(wait) else { throw ValidationError("--wait takes seconds from 0") }
    }

    /// Runs the queue until nothing is left to do, and prints the path of each file that is done.
    ///
    /// - Parameters:
    ///   - store: The queue.
    ///   - ids: The only items to run; nil for all.
    ///   - options: The command's other options.
    /// - Throws: `ExitStatus.someFailed` when an item failed or is left waiting.
    func run(_ store: SQLiteQueueStore, ids: Set<String>? = nil, options: GlobalOptions) async throws {
        let engine = TransferEngine(
            configuration: TransferEngine.Configuration(
                maximumConcurrent: max(64, jobs), maximumPerHost: max(6, perHost)))
        var downloads = DownloadOptions()
        downloads.durability = sync
        downloads.userAgent = "Leftoff/\(Version.current)"
        let limits = QueueLimits(
            jobs: jobs, perHost: perHost, bytesPerSecond: limitRate?.bytesPerSecond, wait: .seconds(wait))
        let worker = QueueWorker(
            store: store, engine: engine, options: downloads, limits: limits, clock: SystemQueueClock())
        let before = try store.outlook(ids: ids)
        let total = before[.ready] + before[.waiting] + before.held
        let work = StartedWork()
        let signals = StopSignals { work.cancel() }
        let display = try options.statusDisplay()
        let status = QueueStatus(display: display, total: total)
        let task = Task { try await worker.run(ids: ids, observer: status) }
        work.set(task)
        let result = await task.result
        await engine.shutdown()
        let summary: QueueRunSummary
        do {
            summary = try result.get()
        } catch {
            await display.finish(.failure, summary: "")
            signals.endProcessIfStopped()
            throw error
        }
        var output = try OutputStream()
        for path in summary.done.compactMap(\.path) { try output.writeLine(path) }
        try display.whileHidden { try output.finish() }
        let stopped = "stopped; what was downloaded is kept"
        await display.finish(
            summary.wasStopped ? .partial : status.outcome, summary: summary.wasStopped ? stopped : status.summary)
        signals.endProcessIfStopped()
        let after = try store.outlook(ids: ids)
        let isIncomplete = !summary.failed.isEmpty || after[.waiting] > 0
        // With given ids another worker may have taken some of them, and failed.
        let isFailedElsewhere = ids != nil && after[.failed] + after[.quarantined] > 0
        if isIncomplete || isFailedElsewhere { throw ExitStatus.someFailed }
    }
}

extension DownloadOptions.Durability: ExpressibleByArgument {}
