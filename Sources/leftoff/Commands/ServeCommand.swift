import ArgumentParser
import Downloads
import FoundationEssentials
import Logging
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

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let home = try DataHome()
        let tokens = try TokenFiles(home: home.path).load()
        let database = try home.database()
        let queue = SQLiteQueueStore(database: database)
        let service = LeftoffService(
            configuration: ServiceConfiguration(port: port, downloadDirectory: Self.downloadDirectory()),
            snapshots: SQLiteSnapshotArchive(database: database, now: { Date() }), queue: queue, tokens: tokens,
            now: { Date() }, logger: Self.logger)
        let engine = TransferEngine()
        let worker = QueueWorker(store: queue, engine: engine, clock: SystemQueueClock())
        let (readiness, ready) = AsyncStream.makeStream(of: ServiceAddress.self)

        let work = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { ready.finish() }
                    try await service.run { ready.yield($0) }
                }
                group.addTask {
                    // Nothing is announced and nothing downloaded before the port is ours.
                    for await address in readiness {
                        try announce(address)
                        if !hasNoWorker { await worker.runForever(observer: TroubleObserver()) }
                    }
                }
                do {
                    while try await group.next() != nil {}
                } catch is CancellationError {
                    // A person or the system ended it.
                }
            }
        }
        let signals = StopSignals { work.cancel() }
        defer { withExtendedLifetime(signals) {} }
        defer { Task { await engine.shutdown() } }
        try await work.value
    }

    private func announce(_ address: ServiceAddress) throws {
        var output = try OutputStream()
        try output.writeLine(address.loginAddress)
        try output.finish()
        guard !options.quiet else { return }
        let also = address.listensOnIPv6 ? " and http://[::1]:\(address.port)" : " ([::1] is not to be had here)"
        StandardError.writeLine("leftoff: serving on \(address.origin)\(also)")
        StandardError.writeLine("leftoff: open the address above; it signs a browser in once. Ctrl-C ends the service.")
    }

    /// What goes wrong inside, on standard error.
    private static var logger: Logger {
        var logger = Logger(label: "leftoff") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        return logger
    }

    private static func downloadDirectory() -> String {
        let environment = ProcessInfo.processInfo.environment
        if let directory = environment["XDG_DOWNLOAD_DIR"], directory.hasPrefix("/") { return directory }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/Downloads" }
        return FileManager.default.currentDirectoryPath
    }
}

/// Says on standard error what hinders the worker.
private struct TroubleObserver: QueueObserver {
    func observe(_ event: QueueWorkerEvent) {
        if case .trouble(let reason) = event {
            StandardError.writeLine("leftoff: queue: \(TerminalText.sanitized(reason))")
        }
    }
}
