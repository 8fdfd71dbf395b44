import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials
import QueueControl
import Synchronization
import Syntax
import TerminalHUD

/// `leftoff queue run`: runs the downloads of the queue.
struct QueueRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the queue and print the path of each finished file.",
        discussion: """
            The run ends when no download is ready or running, and every waiting download has to wait longer than \
            --wait. The exit code is 1 if a download failed or is still waiting. Ctrl-C stops the run; the next run \
            continues each download where it was stopped.
            """
    )

    @OptionGroup(title: "Run") var run: QueueRunOptions
    @OptionGroup(title: "Run") var privateHosts: QueuePrivateHostOptions
    @OptionGroup(title: "Shared queues") var rules: WorkerRuleOptions
    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let queue = try storage.open(isDurable: run.sync == .full)
        try await run.run(queue, rules: try queue.rules(rules), privateHosts: privateHosts, options: options)
    }
}

/// The options of `leftoff queue run` and `leftoff get`, from which the run is configured.
struct QueueRunOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Run at most this many downloads at once. (default: 8; up to 32 short ones)", valueName: "n"))
    var jobs: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Run at most this many downloads at once from one host. (default: 6; up to 32 short ones)",
            valueName: "n"))
    var perHost: Int?

    @Option(
        help: ArgumentHelp(
            "Limit the total speed to this many bytes per second, such as 500K or 2M.", valueName: "rate"),
        transform: { try RateLimit(argument: $0) })
    var limitRate: RateLimit?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Wait at most this many seconds for the next attempt of a download.", valueName: "seconds"))
    var wait = 60

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Download a large file with at most this many connections. (default: \(DownloadOptions().segments); \
            shared queue: 1)
            """,
            valueName: "n"))
    var segments: Int?

    @Option(
        help: ArgumentHelp(
            """
            Record the SHA-256, address and validators of each file: none, attribute (the extended attribute \
            user.leftoff) or sidecar (a file beside it).
            """, valueName: "form"))
    var receipt = DownloadOptions.Receipt.none

    @Option(
        help: ArgumentHelp(
            "Keep incomplete files in this directory. (default: their destination; shared queue: the data directory)",
            valueName: "dir"))
    var workDir: String?

    @Flag(help: "Replace existing files; by default, a number is appended to the name of the new file.")
    var overwrite = false

    @Option(help: ArgumentHelp("Trust the certificates in this PEM file instead of the system's.", valueName: "file"))
    var caFile: String?

    @Flag(help: "Also follow redirects from https to http.")
    var allowDowngrade = false

    @Option(
        help: ArgumentHelp(
            "Durability: full, or none for more speed and the risk of damaged files after a power cut.",
            valueName: "mode"))
    var sync = DownloadOptions.Durability.full

    @Option(
        help: ArgumentHelp(
            "The form of the progress report on standard error; hud is an animated display.", valueName: "form"))
    var progress = ProgressFormat.hud

    func validate() throws {
        guard (1...1_000).contains(jobs ?? 1) else { throw ValidationError("--jobs must be from 1 to 1000") }
        guard (1...1_000).contains(perHost ?? 1) else { throw ValidationError("--per-host must be from 1 to 1000") }
        guard (0...1_000_000).contains(wait) else { throw ValidationError("--wait must be from 0 to 1000000 seconds") }
        guard (1...8).contains(segments ?? 1) else { throw ValidationError("--segments must be from 1 to 8") }
    }

    /// Runs the queue.
    ///
    /// - Parameters:
    ///   - queue: The queue to run.
    ///   - ids: The complete ids of the items to run; nil to run all.
    ///   - added: The number of items that the command has just added.
    ///   - rules: The limits within which the rows of the queue are obeyed; nil if the rows decide.
    ///   - privateHosts: The private hosts that every download may contact, in addition to those of the settings.
    ///   - options: The global options.
    /// - Throws: `ExitStatus.someFailed` if an item failed or is still waiting.
    func run(
        _ queue: CommandQueue, ids: Set<String>? = nil, added: Int = 0, rules: WorkerRules?,
        privateHosts: some PrivateHostArguments, options: GlobalOptions
    ) async throws {
        var configuration = try runConfiguration(options)
        let hosts = try privateHosts.hostsWithSettings()
        configuration.downloads.privateHosts = { hosts }
        configuration.ids = ids
        configuration.addedCount = added
        configuration.downloads.rules = rules
        if rules != nil, !queue.isShared, let distrust = queue.distrust {
            StandardError.writeLine("leftoff: the downloads of the queue are obeyed within limits: \(distrust)")
        }
        configuration.downloads.workDirectory = try queue.workDirectory(workDir)
        if queue.isShared { share(&configuration) }
        let handle = CancellationHandle()
        // Installed before the display, whose signal handlers restore the terminal and then call these.
        let signals = StopSignals { [interrupt = queue.interrupt] in
            handle.cancel()
            StopSignals.endStatements(interrupt)
        }
        defer { signals.endProcessIfStopped() }
        let environment = QueueRun.Environment(
            store: queue.store, display: progress == .json ? ReportingDisplay() : try options.statusDisplay(),
            paths: try StandardPathOutput(), clock: QueueRunClock(now: { Date() }, uptime: { ContinuousClock.now }),
            queueClock: SystemQueueClock(), writeProgress: StandardError.writeLine,
            readCookies: { try CookieFile(path: $0).lines() })
        let run = QueueRun(configuration: configuration, environment: environment)
        guard try await run.run(handle: handle) else { throw ExitStatus.someFailed }
    }

    /// Applies the rules of a queue that several machines share.
    private func share(_ configuration: inout QueueRunConfiguration) {
        // Other machines take over what this one does not renew in time.
        configuration.limits.leaseFence = QueueLease.fence
        // The limit of a host applies to all workers, so it cannot grow, and a download counts as one connection.
        configuration.limits.perHost = perHost ?? QueueLimits.initialPerHost
        configuration.limits.sharedPerHost = configuration.limits.perHost
        if segments == nil { configuration.downloads.segments = 1 }
    }

    private func runConfiguration(_ options: GlobalOptions) throws -> QueueRunConfiguration {
        var configuration = QueueRunConfiguration()
        let file = try Configuration.load(from: DataHome())
        if let warning = file.warning { StandardError.writeLine("leftoff: \(warning)") }
        configuration.completionCommand = file.onDone
        configuration.certificatePath = try CertificateFile.readable(caFile)
        configuration.limits = QueueLimits(
            jobs: jobs, perHost: perHost, bytesPerSecond: limitRate?.bytesPerSecond, wait: .seconds(wait))
        configuration.downloads.durability = sync
        if let segments { configuration.downloads.segments = segments }
        configuration.downloads.receipt = receipt
        configuration.downloads.allowsDowngrade = allowDowngrade
        configuration.downloads.overwrites = overwrite
        configuration.downloads.userAgent = Version.userAgent
        configuration.isQuiet = options.quiet
        configuration.isVerbose = options.verbose && !options.quiet
        configuration.reportsProgress = progress == .json
        return configuration
    }
}

extension DownloadOptions.Durability: ExpressibleByArgument {}
extension DownloadOptions.Receipt: ExpressibleByArgument {}

/// A speed limit on the command line, with the suffixes of curl and wget: K, M and G are powers of 1,024.
struct RateLimit {
    /// The error for text that is not a speed limit.
    struct InvalidArgument: Error, CustomStringConvertible {
        let description = "must be a number of bytes per second from 1, such as 500000, 500K, 1.5M or 2G"
    }

    /// The limit in bytes per second, at least 1.
    let bytesPerSecond: Int64

    /// Parses a limit.
    ///
    /// - Parameter argument: The value of the option, such as `500K` or `1.5M`.
    /// - Throws: ``InvalidArgument``.
    init(argument: String) throws(InvalidArgument) {
        let factors: [Character: Double] = ["k": 1_024, "m": 1_048_576, "g": 1_073_741_824]
        var digits = argument[...]
        var factor = 1.0
        if let last = digits.last, let known = factors[Character(last.lowercased())] {
            factor = known
            digits.removeLast()
        }
        let isPlain = digits.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard isPlain, let number = Double(digits), case let rate = number * factor, rate >= 1, rate < 1e15 else {
            throw InvalidArgument()
        }
        bytesPerSecond = Int64(clamping: rate, to: 1...1 << 50, rounding: .towardZero)
    }
}

/// An output that prints the paths of finished downloads on standard output.
private final class StandardPathOutput: PathOutput {
    private let stream: Mutex<OutputStream>

    /// Opens standard output.
    ///
    /// - Throws: `CommandFailure` if it is closed.
    init() throws {
        stream = Mutex(try OutputStream())
    }

    func write(_ lines: [String]) throws {
        try stream.withLock { stream in
            for line in lines { try stream.writeLine(line) }
            try stream.flush()
        }
    }

    func finish() throws {
        try stream.withLock { try $0.finish() }
    }
}
