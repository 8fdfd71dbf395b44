import DownloadQueue
import Downloads
import Fetching
import FoundationEssentials
import Glibc
import Logging
import Places
import QueueControl
import Service
import Store
import TerminalHUD

/// The parts of `leftoff serve`: the service, the worker of the queue, their stores and their outputs.
struct ServeComposition {
    /// The options of the command.
    struct Settings {
        /// The port to listen on; 0 to choose a free one.
        var port: UInt16
        /// True to run the download queue.
        var runsWorker: Bool
        /// The path of a PEM file with the certificates to trust; nil for the system's.
        var certificatePath: String?
        /// The hosts that downloads and pages may use although they are private, in addition to those of the settings.
        var privateHosts: Set<String>
        /// The absolute paths of directories for downloads, in addition to the default one.
        var downloadDirectories: [String]
        var log: ServiceLog.Format
        var options: GlobalOptions
        /// True to use no standard stream as soon as the service is ready.
        var isInBackground: Bool
    }

    private let settings: Settings
    private let stores: ServeStores
    private let engines: ServeEngines
    private let display: ServiceStatusDisplay
    private let logger: Logger
    private let hook: CompletionHook?
    private let worker: QueueWorker
    private let observer: ServeObserver
    private let service: LeftoffService
    /// The places that were added by their addresses, and have no titles yet.
    private let untitled: AsyncStream<[UntitledPlace]>

    /// The number of requests whose titles wait to be fetched; those of later ones are not fetched.
    private static let waitingRequests = 100

    /// Opens the stores and connects all parts, but runs nothing yet.
    ///
    /// - Parameter settings: The options of the command.
    /// - Throws: The errors of the data directory and its files.
    init(settings: Settings) throws {
        self.settings = settings
        let home = try DataHome()
        let configuration = try Configuration.load(from: home)
        let stores = try ServeStores(
            home: home, privateHosts: settings.privateHosts.union(configuration.allowedPrivateHosts))
        let directories = DownloadDirectory.confirmed(configuration, adding: settings.downloadDirectories)
        // Whoever can change the database must not choose more than a request to the service.
        let distrust = home.distrust
        let rules = distrust.map { _ in WorkerRules(roots: directories.roots) }
        let engines = ServeEngines(certificatePath: settings.certificatePath, rules: rules)
        let display = ServiceStatusDisplay(writeLine: StandardError.writeLine)
        let logger = Self.logger(settings, tokens: stores.tokens, display: display)
        let worker = QueueWorker(
            store: stores.queue, engines: engines.downloads, options: Self.downloadOptions(stores.settings, rules),
            clock: SystemQueueClock())
        let progress = ProgressMonitor()
        let ignored = stores.settings.current.downloadDirectory.flatMap(directories.refusal)
        let limited = distrust.map { "the downloads of the queue are obeyed within limits: \($0)" }
        for warning in [configuration.warning, ignored, limited].compactMap({ $0 }) + stores.settings.warnings
            + directories.warnings
        {
            logger.warning("\(TerminalText.sanitized(warning))")
        }
        hook = configuration.onDone.map { command in
            CompletionHook(command: command) { logger.warning("\($0)") }
        }
        observer = ServeObserver(hook: hook, progress: progress, display: display, logger: logger)
        let (untitled, newPages) = AsyncStream.makeStream(
            of: [UntitledPlace].self, bufferingPolicy: .bufferingOldest(Self.waitingRequests))
        self.untitled = untitled
        service = LeftoffService(
            configuration: ServiceConfiguration(
                port: settings.port, version: Version.current, directories: directories),
            stores: ServiceStores(
                snapshots: stores.archive, queue: stores.queue, changes: stores.changes, backup: stores.backup,
                copies: stores.copies, windows: stores.windows, shelf: stores.shelf),
            worker: WorkerConnection(progress: progress) { [queue = stores.queue] in
                worker.wake()
                display.refresh(from: queue)
            },
            tokens: RotatingTokens(stores.tokens, files: stores.tokenFiles),
            sessions: SessionFile(home: stores.home.path), settings: stores.settings,
            fetcher: engines.pageFetcher, onPlacesAdded: display.addPlaces,
            onUntitled: { newPages.yield($0) }, now: { Date() }, logger: logger)
        self.stores = stores
        self.engines = engines
        self.display = display
        self.logger = logger
        self.worker = worker
    }

    /// Runs the service until a signal or an error ends it.
    ///
    /// - Throws: The error of the service, such as a port that is in use.
    func run() async throws {
        let (signalsAreHandled, installation) = AsyncStream.makeStream(of: Void.self)
        let work = Task { try await runTasks(after: signalsAreHandled) }
        let signals = StopSignals { [hook, interrupt = stores.interrupt] in
            work.cancel()
            hook?.stop()
            StopSignals.endStatements(interrupt)
            StopSignals.endProcess { [logger] in logger.warning("a request did not end, and was ended") }
        }
        installation.finish()
        defer { withExtendedLifetime(signals) {} }
        let result = await work.result
        await engines.shutdown()
        await hook?.finish()
        await display.finish()
        try result.get()
    }

    /// Runs the service, the worker and the periodic clean-up until the task is cancelled.
    private func runTasks(after signalsAreHandled: AsyncStream<Void>) async throws {
        let (addresses, listening) = AsyncStream.makeStream(of: ServiceAddress.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.finish() }
                try await service.run { listening.yield($0) }
            }
            group.addTask {
                // The address is printed only after signals are handled, because its reader may stop the service at
                // once.
                for await _ in signalsAreHandled {}
                var record: ServiceRecord?
                defer { record?.remove(from: stores.home) }
                // Nothing is announced or downloaded before the service listens on its port.
                for await address in addresses {
                    record = ServiceRecord(port: address.port, pid: getpid(), version: Version.current)
                    // The service works without a record, which only other commands read.
                    do { try record?.write(to: stores.home) } catch { logger.warning("\(error)") }
                    try await serve(at: address)
                }
            }
            group.addTask { await stores.performMaintenance() }
            group.addTask { await fetchTitles() }
            do {
                while try await group.next() != nil {}
            } catch is CancellationError {
                // A signal has ended the service.
            }
        }
    }

    /// Fetches the titles of pages that were added by their addresses, until the task is cancelled.
    private func fetchTitles() async {
        for await places in untitled {
            let fetch = TitleFetch(
                engine: engines.pageEngine, privateHosts: stores.settings.allowedPrivateHosts,
                excludedHosts: ExcludedHosts(stores.settings.current.neverCaptured))
            let pages = places.map { TitleFetch.Page(id: $0.id, url: $0.url) }
            // A place without a title is shown with its address. One that cannot be stored costs no other title.
            try? await fetch.run(pages) { page, title in
                try Task.checkCancellation()
                guard case .success(let title) = title else { return }
                do { _ = try stores.archive.setTitle(title, of: page.id) } catch {
                    logger.warning("a title cannot be stored", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    private func serve(at address: ServiceAddress) async throws {
        try ServeAnnouncement(address: address, isQuiet: settings.options.quiet).write(
            log: settings.log, logger: logger)
        if settings.log == .text,
            let live = StatusDisplays.live(options: try settings.options.hudOptions(), delay: .zero)
        {
            try display.show(live, origin: address.origin, queue: stores.queue)
        }
        if settings.isInBackground { StandardDescriptors.detach() }
        if settings.runsWorker { await worker.runForever(observer: observer) }
    }

    // MARK: Parts

    private static func downloadOptions(_ settings: SettingsFile, _ rules: WorkerRules?) -> DownloadOptions {
        var options = DownloadOptions()
        options.rules = rules
        options.userAgent = Version.userAgent
        options.privateHosts = { settings.allowedPrivateHosts }
        return options
    }

    /// Returns the logger for standard error.
    ///
    /// It logs problems and, with `--verbose`, each request.
    private static func logger(_ settings: Settings, tokens: ServiceTokens, display: ServiceStatusDisplay) -> Logger {
        let log = ServiceLog(
            format: settings.log, secrets: [tokens.full.text, tokens.capture.text], write: display.log)
        var logger = Logger(label: "leftoff") { _ in log }
        logger.logLevel = settings.options.verbose ? .info : .warning
        return logger
    }
}

/// The stores of `leftoff serve`, which are all in one data directory.
private struct ServeStores {
    /// The interval of the periodic clean-up.
    private static let housekeepingInterval: Duration = .seconds(300)
    /// The number of rounds between two searches for stray files, which visit every file.
    private static let strayFileScanInterval = 12

    let home: DataHome
    let tokenFiles: TokenFiles
    let tokens: ServiceTokens
    let settings: SettingsFile
    let queue: SQLiteQueueStore
    let archive: SQLiteSnapshotArchive
    let changes: SQLiteChangeLog
    let backup: SQLiteBackupStore
    let copies: SQLiteCopyArchive
    let windows: SQLiteWindowSetArchive
    let shelf: SQLiteShelf
    /// Ends the statement that the database of this process is running.
    let interrupt: @Sendable () -> Void

    /// Opens the stores, and creates those that do not exist.
    ///
    /// - Parameters:
    ///   - home: The data directory.
    ///   - privateHosts: The hosts that are allowed although they are private, in addition to those of the settings.
    /// - Throws: `ServiceError` for the files of tokens and settings, `StoreError` for the database.
    init(home: DataHome, privateHosts: Set<String>) throws {
        self.home = home
        tokenFiles = TokenFiles(home: home.path)
        tokens = try tokenFiles.load()
        let database = try home.database()
        interrupt = { database.interrupt() }
        queue = SQLiteQueueStore(database: database)
        archive = SQLiteSnapshotArchive(database: database, now: { Date() })
        changes = SQLiteChangeLog(database: database)
        windows = SQLiteWindowSetArchive(database: database, now: { Date() })
        shelf = SQLiteShelf(database: database, now: { Date() })
        let settings = try SettingsFile(home: home.path, privateHosts: privateHosts)
        self.settings = settings
        copies = SQLiteCopyArchive(
            database: database, policy: { CopyPolicy(settings.current) }, now: { Date() })
        backup = SQLiteBackupStore(database: database) { CopyPolicy(settings.current) }
    }

    /// Erases old removed places, old changes and files of removed copies periodically, until the task is cancelled.
    func performMaintenance() async {
        var round = 0
        while !Task.isCancelled {
            // Errors are ignored, because the next round tries again and nothing depends on it.
            try? archive.purgeRemoved()
            try? windows.purgeRemoved()
            try? changes.trim()
            try? copies.updateIndex()
            if round.isMultiple(of: Self.strayFileScanInterval) { try? copies.performMaintenance() }
            round += 1
            try? await Task.sleep(for: Self.housekeepingInterval)
        }
    }
}

/// The transfer engines of `leftoff serve`.
private struct ServeEngines {
    /// The maximum number of transfers for pages, of which only a few are fetched at the same time.
    private static let maximumPageTransfers = 16

    private let downloadEngine: TransferEngine
    /// The engine of pages.
    let pageEngine: TransferEngine
    /// The engines of downloads.
    let downloads: DownloadEngines

    /// Starts the engines.
    ///
    /// - Parameters:
    ///   - certificatePath: The path of a PEM file with the certificates to trust; nil for the system's.
    ///   - rules: The limits within which downloads are obeyed; nil if the items decide.
    init(certificatePath: String?, rules: WorkerRules?) {
        var downloads = QueueLimits().engineConfiguration(segments: DownloadOptions().segments)
        downloads.certificatePath = certificatePath
        downloadEngine = TransferEngine(configuration: downloads)
        // A separate engine, so that fetching a page does not wait for downloads.
        var configuration = TransferEngine.Configuration()
        configuration.certificatePath = certificatePath
        configuration.maximumConcurrent = Self.maximumPageTransfers
        pageEngine = TransferEngine(configuration: configuration)
        self.downloads = DownloadEngines(usual: downloadEngine, rules: rules) { try CookieFile(path: $0).lines() }
    }

    /// The fetcher of pages that requests to the service need.
    var pageFetcher: PageFetcher {
        PageFetcher(
            engine: pageEngine, policy: FetchPolicy(userAgent: FetchPolicy.userAgent(version: Version.current)))
    }

    /// Ends all transfers.
    func shutdown() async {
        await downloadEngine.shutdown()
        await downloads.shutdown()
        await pageEngine.shutdown()
    }
}

/// An observer that forwards the events of the service's worker to the web page, the display, the log and the
/// completion hook.
private struct ServeObserver: QueueObserver {
    let hook: CompletionHook?
    let progress: ProgressMonitor
    let display: ServiceStatusDisplay
    let logger: Logger

    func observe(_ event: QueueWorkerEvent) {
        progress.observe(event)
        display.observe(event)
        switch event {
        case .ended(let item): hook?.run(item)
        case .warning(let reason): logger.warning("queue: \(reason)")
        case .started, .progressed, .summary, .idle: break
        }
    }
}

/// The message that a service prints when it is ready.
private struct ServeAnnouncement {
    let address: ServiceAddress
    /// True to print only the login address.
    let isQuiet: Bool

    /// Prints the login address on standard output, and the origin on standard error.
    ///
    /// - Parameters:
    ///   - log: The format of the message on standard error.
    ///   - logger: The logger that writes the message in JSON.
    /// - Throws: `CommandFailure` if standard output cannot be written.
    func write(log: ServiceLog.Format, logger: Logger) throws {
        try OutputStream.print(lines: [address.loginAddress])
        guard !isQuiet else { return }
        switch log {
        case .json:
            var logger = logger
            logger.logLevel = .info
            logger.info("serving", metadata: ["address": "\(address.origin)", "ipv6": "\(address.ipv6 == .listening)"])
        case .text: StandardError.write(lines)
        }
    }

    private var lines: [String] {
        let ipv6 =
            switch address.ipv6 {
            case .listening: " and http://[::1]:\(address.port)"
            case .unavailable: " (IPv6 is not available on this machine)"
            case .usedByOther:
                " only: another program uses the port on [::1], so the service refuses the name localhost"
            }
        return [
            "leftoff: serving on \(address.origin)\(ipv6)",
            "leftoff: open the address above to sign a browser in; it works once. Press Ctrl-C to stop the service.",
        ]
    }
}
