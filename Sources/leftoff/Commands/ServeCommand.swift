import ArgumentParser
import Downloads
import FoundationEssentials
import Logging
import PageFetch
import Service
import Store
import TerminalHUD
import Transfer

/// `leftoff serve`: the service and its web page on loopback.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the service and its web page on 127.0.0.1 and ::1.",
        discussion: """
            Prints the address to open, which signs a browser in once. Downloads of the queue run meanwhile. Files that \
            the web page queues go to $XDG_DOWNLOAD_DIR, else to ~/Downloads.
            """
    )

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = ServiceConfiguration.defaultPort

    @Flag(name: .customLong("no-worker"), help: "Leave the downloads of the queue to others.")
    var hasNoWorker = false

    @Option(help: ArgumentHelp("Certificates to trust instead of the system's, in PEM.", valueName: "file"))
    var caFile: String?

    @OptionGroup var options: GlobalOptions

    @Option(help: ArgumentHelp("How to write what happens: text, or json with one object a line.", valueName: "form"))
    var log = ServiceLog.Format.text

    func run() async throws {
        OpenFileLimit.raise()
        let home = try DataHome()
        let files = TokenFiles(home: home.path)
        let tokens = try files.load()
        let database = try home.database()
        let queue = SQLiteQueueStore(database: database)
        let archive = SQLiteSnapshotArchive(database: database, now: { Date() })
        let changes = SQLiteChangeLog(database: database)
        var transfers = TransferEngine.Configuration()
        transfers.certificatePath = try CertificateFile.readable(caFile)
        let engine = TransferEngine(configuration: transfers)
        // Pages are fetched by an engine of their own: what a request asks for must not wait for downloads.
        transfers.maximumConcurrent = 16
        let pages = TransferEngine(configuration: transfers)
        let engines = DownloadEngines(usual: engine) { try CookieFile(path: $0).lines() }
        var downloads = DownloadOptions()
        downloads.userAgent = Version.userAgent
        let worker = QueueWorker(store: queue, engines: engines, options: downloads, clock: SystemQueueClock())
        let progress = ProgressMonitor()
        let screen = ServeScreen()
        let logger = logger(tokens: tokens, screen: screen)
        let service = LeftoffService(
            configuration: ServiceConfiguration(
                port: port, version: Version.current, downloadDirectory: Self.downloadDirectory()),
            stores: ServiceStores(
                snapshots: NotifyingArchive(archive: archive, onAdd: screen.keep), queue: queue, changes: changes,
                backup: SQLiteBackupStore(database: database)),
            progress: progress, tokens: RotatingTokens(tokens, files: files),
            settings: try SettingsFile(home: home.path),
            fetcher: PageFetcher(
                engine: pages, policy: FetchPolicy(userAgent: FetchPolicy.userAgent(version: Version.current))),
            onQueueChange: {
                worker.wake()
                screen.follow(queue)
            }, now: { Date() }, logger: logger)
        let hook = try Configuration.load(from: home).onDone.map { words in
            DoneHook(words: words) { logger.warning("\(TerminalText.sanitized($0))") }
        }
        let (readiness, ready) = AsyncStream.makeStream(of: ServiceAddress.self)
        let (heeding, heeds) = AsyncStream.makeStream(of: Void.self)

        let work = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { ready.finish() }
                    try await service.run { ready.yield($0) }
                }
                group.addTask {
                    // Whoever reads the address may end the service by a signal at once.
                    for await _ in heeding {}
                    // Nothing is announced and nothing downloaded before the port is ours.
                    for await address in readiness {
                        try announce(address, logger)
                        if log == .text { try screen.show(address.origin, queue: queue, options: options) }
                        let observer = ServeObserver(hook: hook, board: progress, screen: screen, logger: logger)
                        if !hasNoWorker { await worker.runForever(observer: observer) }
                    }
                }
                group.addTask { await keepHouse(archive, changes) }
                do {
                    while try await group.next() != nil {}
                } catch is CancellationError {
                    // A person or the system ended it.
                }
            }
        }
        let signals = StopSignals {
            work.cancel()
            hook?.stop()
        }
        heeds.finish()
        defer { withExtendedLifetime(signals) {} }
        let result = await work.result
        await engine.shutdown()
        await engines.shutdown()
        await pages.shutdown()
        await hook?.finish()
        await screen.finish()
        try result.get()
    }

    /// Erases what was forgotten for good, every few minutes.
    private func keepHouse(_ archive: SQLiteSnapshotArchive, _ changes: SQLiteChangeLog) async {
        while !Task.isCancelled {
            // A store that is busy or full now is asked again later; nothing depends on this.
            try? archive.eraseForgotten()
            try? changes.trim()
            try? await Task.sleep(for: .seconds(300))
        }
    }

    /// Prints the address that signs in, which is data, and says beside it where the service is.
    private func announce(_ address: ServiceAddress, _ logger: Logger) throws {
        var output = try OutputStream()
        try output.writeLine(address.loginAddress)
        try output.finish()
        guard !options.quiet else { return }
        if log == .json {
            var logger = logger
            logger.logLevel = .info
            logger.info("serving", metadata: ["address": "\(address.origin)", "ipv6": "\(address.listensOnIPv6)"])
            return
        }
        let also = address.listensOnIPv6 ? " and http://[::1]:\(address.port)" : " ([::1] is not to be had here)"
        StandardError.writeLine("leftoff: serving on \(address.origin)\(also)")
        StandardError.writeLine("leftoff: open the address above; it signs a browser in once. Ctrl-C ends the service.")
    }

    /// What happens, on standard error: what goes wrong, and with `--verbose` each request.
    private func logger(tokens: ServiceTokens, screen: ServeScreen) -> Logger {
        let log = ServiceLog(format: log, secrets: [tokens.full.text, tokens.capture.text], write: screen.say)
        var logger = Logger(label: "leftoff") { _ in log }
        logger.logLevel = options.verbose ? .info : .warning
        return logger
    }

    private static func downloadDirectory() -> String {
        let environment = ProcessInfo.processInfo.environment
        if let directory = environment["XDG_DOWNLOAD_DIR"], directory.hasPrefix("/") { return directory }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/Downloads" }
        return FileManager.default.currentDirectoryPath
    }
}

/// Says on standard error what hinders the worker, and hands on what is done and how far the rest is.
private struct ServeObserver: QueueObserver {
    let hook: DoneHook?
    let board: ProgressMonitor
    let screen: ServeScreen
    let logger: Logger

    func observe(_ event: QueueWorkerEvent) {
        board.observe(event)
        screen.observe(event)
        if case .ended(let item) = event { hook?.run(item) }
        if case .trouble(let reason) = event {
            logger.warning("queue: \(TerminalText.sanitized(reason))")
        }
    }
}

extension ServiceLog.Format: ExpressibleByArgument {}
