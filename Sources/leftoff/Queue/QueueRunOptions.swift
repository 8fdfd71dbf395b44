import ArgumentParser
import Dispatch
import DownloadQueue
import Downloads
import FoundationEssentials
import Store
import TerminalHUD
import Transfer

/// What `leftoff queue run` and `leftoff get` take, and how they run.
struct QueueRunOptions: ParsableArguments {
    /// How progress is shown.
    enum Progress: String, ExpressibleByArgument, CaseIterable {
        /// For people, as the terminal allows.
        case hud
        /// A JSON object a line on standard error.
        case json
    }

    @Option(parsing: .unconditional, help: ArgumentHelp("The most downloads at once.", valueName: "n"))
    var jobs = 4

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The most downloads at once from one host.", valueName: "n"))
    var perHost = 2

    @Option(
        help: ArgumentHelp("The speed of all together, in bytes per second; 500K, 2M.", valueName: "rate"),
        transform: { try RateLimit(argument: $0) })
    var limitRate: RateLimit?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many seconds to wait for downloads to be tried again.", valueName: "seconds"))
    var wait = 60

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The most connections for one large file.", valueName: "n"))
    var segments = DownloadOptions().segments

    @Option(
        help: ArgumentHelp(
            "Keep SHA-256, address and validators of each file: none, attribute (user.leftoff) or sidecar.",
            valueName: "form"))
    var receipt = DownloadOptions.Receipt.none

    @Flag(help: "Replace files that have the names of downloads; otherwise a download gets a number behind its name.")
    var overwrite = false

    @Option(help: ArgumentHelp("Certificates to trust instead of the system's, in PEM.", valueName: "file"))
    var caFile: String?

    @Flag(help: "Follow redirects from https to http too.")
    var allowDowngrade = false

    @Option(
        help: ArgumentHelp(
            "What is made durable: full, or none for speed at the risk of a power cut.", valueName: "mode"))
    var sync = DownloadOptions.Durability.full

    @Option(help: ArgumentHelp("How to show progress: hud or json.", valueName: "form"))
    var progress = Progress.hud

    func validate() throws {
        guard (1...1_000).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 1000") }
        guard (1...1_000).contains(perHost) else { throw ValidationError("--per-host takes a number from 1 to 1000") }
        guard (0...1_000_000).contains(wait) else { throw ValidationError("--wait takes seconds from 0") }
        guard (1...8).contains(segments) else { throw ValidationError("--segments takes a number from 1 to 8") }
    }

    /// Runs the queue until nothing is left to do, and prints the path of each file that is done.
    ///
    /// - Parameters:
    ///   - store: The queue.
    ///   - ids: The only items to run; nil for all.
    ///   - added: How many of them were queued just now.
    ///   - options: The command's other options.
    /// - Throws: `ExitStatus.someFailed` when an item failed or is left waiting.
    func run(_ store: SQLiteQueueStore, ids: Set<String>? = nil, added: Int = 0, options: GlobalOptions) async throws {
        let configuration = try Configuration.load(from: DataHome())
        if sync == .none { try store.relaxDurability() }
        var transfers = TransferEngine.Configuration(
            maximumConcurrent: max(64, jobs * segments), maximumPerHost: max(6, perHost * segments))
        transfers.certificatePath = try CertificateFile.readable(caFile)
        let engine = TransferEngine(configuration: transfers)
        let engines = DownloadEngines(usual: engine) { try CookieFile(path: $0).lines() }
        let before = try store.outlook(ids: ids)
        let total = before.left
        let work = CancellationHandle()
        let signals = StopSignals { work.cancel() }
        let display = progress == .json ? ReportingDisplay() : try options.statusDisplay()
        let isVerbose = options.verbose && !options.quiet
        var downloads = downloadOptions
        // Not on the engine's thread: whoever does not read what is said would hold up all downloads.
        let voice = DispatchQueue(label: "leftoff.answers")
        if isVerbose { downloads.onAnswer = { answer in voice.async { display.log(QueueStatus.line(answer)) } } }
        let worker = QueueWorker(
            store: store, engines: engines, options: downloads, limits: limits, clock: SystemQueueClock())
        let hook = configuration.onDone.map { words in
            DoneHook(words: words) { display.log("leftoff: \(TerminalText.sanitized($0))") }
        }
        let status = QueueStatus(
            display: display, total: total, added: added, paths: try PathOutput(display: display),
            ids: ids, report: progress == .json ? QueueProgressReport() : nil, hook: hook,
            isVerbose: isVerbose)
        let task = Task { try await worker.run(ids: ids, observer: status) }
        work.set(task, hook)
        let result = await task.result
        await engine.shutdown()
        await withCheckedContinuation { continuation in voice.async { continuation.resume() } }
        await engines.shutdown()
        await hook?.finish()
        let summary: QueueRunSummary
        do {
            try status.finish(store)
            summary = try result.get()
        } catch {
            await display.finish(.failure, summary: "")
            signals.endProcessIfStopped()
            throw error
        }
        let after = try summary.outlook ?? store.outlook(ids: ids)
        let held = summary.wasStopped ? 0 : after[.ready]
        if held > 0 {
            let whose = held == 1 ? "its host" : "their hosts"
            let now = Date()
            let next = after.nextClaim.map { ", next try \(WaitText.until($0, at: now))" } ?? ""
            display.log("leftoff: \(held) left for later: \(whose) asked for patience\(next); run again then")
        }
        if ids != nil, after[.paused] > 0 { display.log("leftoff: \(after[.paused]) paused; resume them first") }
        let old = before[.failed] + before[.quarantined]
        if ids == nil, total == 0, old > 0, !options.quiet {
            display.log("leftoff: \(old) failed before: leftoff queue retry ID tries again")
        }
        let stopped = "stopped; what was downloaded is kept"
        await display.finish(
            summary.wasStopped ? .partial : status.outcome, summary: summary.wasStopped ? stopped : status.summary)
        signals.endProcessIfStopped()
        let isIncomplete = summary.failed + after[.waiting] + held > 0
        // Of given ids others may have been failed, paused or removed by somebody else.
        let isMissing = ids.map { after[.done] < $0.count } ?? false
        if isIncomplete || isMissing { throw ExitStatus.someFailed }
    }

    private var limits: QueueLimits {
        QueueLimits(jobs: jobs, perHost: perHost, bytesPerSecond: limitRate?.bytesPerSecond, wait: .seconds(wait))
    }

    private var downloadOptions: DownloadOptions {
        var downloads = DownloadOptions()
        downloads.durability = sync
        downloads.segments = segments
        downloads.receipt = receipt
        downloads.allowsDowngrade = allowDowngrade
        downloads.overwrites = overwrite
        downloads.userAgent = Version.userAgent
        return downloads
    }
}

extension DownloadOptions.Durability: ExpressibleByArgument {}
extension DownloadOptions.Receipt: ExpressibleByArgument {}
