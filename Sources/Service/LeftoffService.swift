package import DownloadQueue
package import Fetching
package import FoundationEssentials
import Glibc
import Hummingbird
package import ImportExport
package import Logging
package import Places

/// The service on the loopback interface: the web page, the capture receiver and the API.
///
/// ```swift
/// let stores = ServiceStores(
///     snapshots: archive, queue: queue, changes: changes, backup: backup, copies: copies, windows: windows,
///     shelf: shelf)
/// let files = TokenFiles(home: home)
/// let service = LeftoffService(
///     configuration: ServiceConfiguration(directories: ConfirmedDirectories(standard: "/home/ada/Downloads")),
///     stores: stores,
///     tokens: RotatingTokens(try files.load(), files: files), settings: try SettingsFile(home: home),
///     fetcher: PageFetcher(engine: engine), now: { Date() }, logger: Logger(label: "leftoff"))
/// try await service.run { address in
///     print(address.loginAddress)
/// }
/// ```
package struct LeftoffService: Sendable {
    private let configuration: ServiceConfiguration
    private let logger: Logger
    private let router: ServiceRouter

    /// Creates a service; ``run(onReady:)`` starts it.
    ///
    /// - Parameters:
    ///   - configuration: The port, the directory for downloads, and limits.
    ///   - stores: The places and downloads.
    ///   - worker: The worker that runs the downloads; by default, there is none.
    ///   - tokens: The secrets that give access to the service.
    ///   - sessions: The file of the sessions, which other processes may change; nil keeps them in memory.
    ///   - settings: The settings that the user can change on the web page.
    ///   - fetcher: Fetches the pages whose links are requested, under the service's own address policy.
    ///   - onPlacesAdded: Called after places were captured, with their number.
    ///   - onUntitled: Called with places that were added by their addresses, whose titles are to be fetched.
    ///   - now: The clock for the queue and the ends of sessions.
    ///   - monotonicNow: The clock for the ends of codes and tickets, which nobody can set.
    ///   - logger: Receives internal errors. URLs with a token and snapshots are never logged.
    package init(
        configuration: ServiceConfiguration, stores: ServiceStores, worker: WorkerConnection = WorkerConnection(),
        tokens: RotatingTokens, sessions: SessionFile? = nil, settings: SettingsFile, fetcher: PageFetcher,
        onPlacesAdded: @escaping @Sendable (Int) -> Void = { _ in },
        onUntitled: @escaping @Sendable ([UntitledPlace]) -> Void = { _ in }, now: @escaping @Sendable () -> Date,
        monotonicNow: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, logger: Logger
    ) {
        self.configuration = configuration
        self.logger = logger
        let sessions = SessionRegistry(file: sessions, tokens: tokens, now: now, monotonicNow: monotonicNow)
        if let problem = sessions.problem {
            logger.warning("sessions are ignored, so browsers must sign in again", metadata: ["reason": "\(problem)"])
        }
        let feed = EventFeed(
            log: stores.changes, archive: stores.snapshots, queue: stores.queue, progress: worker.progress,
            options: configuration.events,
            onDamage: { record, error in
                logger.warning("a change is not sent", metadata: ["record": "\(record)", "error": "\(error)"])
            }, tokenGeneration: { tokens.generation }, hasSession: { sessions.hasSession(id: $0) })
        router = ServiceRouter(
            configuration: configuration, stores: stores, tokens: tokens, sessions: sessions, settings: settings,
            fetcher: fetcher, feed: feed, onQueueChange: worker.onQueueChange, onPlacesAdded: onPlacesAdded,
            onUntitled: onUntitled, now: now, logger: logger, port: BoundPort(configuration.port),
            logins: LoginCodes(now: monotonicNow), pairings: PairingCodes(now: monotonicNow),
            tickets: UndoTickets(now: monotonicNow))
    }

    /// The router with all routes and middlewares, for tests.
    var testRouter: Router<ServiceContext> { router.build() }

    /// All routes, for tests.
    var testRoutes: [Route] { router.routes }

    /// Returns a new one-time login code for the address that `serve` prints.
    func issueLoginCode() -> String {
        router.logins.issue(by: Issuer(tokenGeneration: router.tokens.generation)).token.text
    }

    /// The sessions, for tests.
    var testSessions: SessionRegistry { router.sessions }

    /// Serves on 127.0.0.1, and on ::1 if the machine has it, until the task is cancelled.
    ///
    /// - Parameter onReady: Called once, when the service accepts connections.
    /// - Throws: `ServiceError` if the port cannot be bound.
    package func run(onReady: @escaping @Sendable (ServiceAddress) -> Void) async throws {
        let responder = router.build().buildResponder()
        // Until it is known who listens on ::1.
        router.port.servesLocalhost = false
        let (ports, bound) = AsyncStream.makeStream(of: UInt16.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { bound.finish() }
                try await listener("127.0.0.1", configuration.port).run(responder) { number in
                    // Connections are accepted only after this closure returns, so the guard knows the port before the
                    // first request.
                    router.port.number = number
                    bound.yield(number)
                }
            }
            group.addTask {
                // The free port of one address family is used for the other too.
                for await number in ports { try await serveIPv6(port: number, responder, onReady) }
            }
            try await group.waitForAll()
        }
    }

    private func serveIPv6(
        port number: UInt16, _ responder: RouterResponder<ServiceContext>,
        _ onReady: @escaping @Sendable (ServiceAddress) -> Void
    ) async throws {
        @Sendable func announce(_ ipv6: ServiceAddress.IPv6) {
            router.port.servesLocalhost = ipv6 != .usedByOther
            onReady(ServiceAddress(port: number, loginCode: issueLoginCode(), ipv6: ipv6))
        }
        // Listening on 127.0.0.1 is sufficient.
        do {
            try await listener("::1", number).run(responder) { _ in announce(.listening) }
        } catch ServiceError.addressInUse {
            announce(.usedByOther)
        } catch is ServiceError {
            announce(.unavailable)
        }
    }

    private func listener(_ host: String, _ port: UInt16) -> Listener {
        Listener(host: host, port: port, configuration: configuration, logger: logger)
    }
}

/// The configuration of a service.
package struct ServiceConfiguration: Sendable {
    /// The default port of Leftoff: 5338 spells LEFT on a telephone's keypad.
    package static let defaultPort: UInt16 = 5338

    /// The port to listen on; 0 chooses a free one.
    package var port: UInt16
    /// Leftoff's version, which is part of the userscript.
    package var version: String
    /// The directories below which downloads of the web page are saved.
    package var directories: ConfirmedDirectories
    /// The grace period for requests in progress at shutdown.
    var shutdownGrace = Duration.seconds(5)
    /// The limits of each connection.
    package var connections = ConnectionLimits()
    /// The maximum number of simultaneous connections; more wait in the kernel's backlog.
    ///
    /// It limits the resources that a local program can exhaust.
    let maximumConnections = 512
    /// The timing and the limits of the event feed.
    var events = EventFeed.Options()

    /// Creates a configuration.
    package init(
        port: UInt16 = ServiceConfiguration.defaultPort, version: String = "0", directories: ConfirmedDirectories
    ) {
        self.port = port
        self.version = version
        self.directories = directories
    }
}

/// The stores that a service reads and changes.
package struct ServiceStores: Sendable {
    /// The places.
    package var snapshots: any SnapshotArchive
    /// The downloads.
    ///
    /// The service adds and changes items; a worker runs them.
    package var queue: any QueueStore
    /// The log of the changes to places and downloads.
    package var changes: any ChangeLog
    /// The store that can export and import all places and downloads.
    package var backup: any BackupStore
    /// The copies of pages.
    package var copies: any CopyArchive
    /// The window sets.
    package var windows: any WindowSetArchive
    /// The pages with their states.
    package var shelf: any PageShelf

    /// Creates a set of stores, which are views of one database.
    package init(
        snapshots: any SnapshotArchive, queue: any QueueStore, changes: any ChangeLog, backup: any BackupStore,
        copies: any CopyArchive, windows: any WindowSetArchive, shelf: any PageShelf
    ) {
        self.snapshots = snapshots
        self.queue = queue
        self.changes = changes
        self.backup = backup
        self.copies = copies
        self.windows = windows
        self.shelf = shelf
    }
}

/// The connection of a service with the worker that runs its downloads.
package struct WorkerConnection: Sendable {
    /// The progress of the running downloads, which the worker reports and the events pass on to clients.
    package var progress: ProgressMonitor
    /// Called when the queue has changed, so that the worker can look for work.
    var onQueueChange: @Sendable () -> Void

    /// Creates a connection; by default, there is no worker.
    package init(
        progress: ProgressMonitor = ProgressMonitor(), onQueueChange: @escaping @Sendable () -> Void = {}
    ) {
        self.progress = progress
        self.onQueueChange = onQueueChange
    }
}

/// The address of the running service.
package struct ServiceAddress: Sendable, Hashable {
    /// The state of the port on `::1`.
    package enum IPv6: Sendable, Hashable {
        /// The service listens there.
        case listening
        /// The machine has no IPv6.
        case unavailable
        /// Another program uses the port. The service then refuses requests for `localhost`, because browsers may send
        /// them to that program.
        case usedByOther
    }

    /// The port on which it listens.
    package var port: UInt16
    /// A login code, which signs a browser in once.
    var loginCode: String
    /// The state of the port on `::1`.
    package var ipv6: IPv6

    /// The service's origin, for instance `http://127.0.0.1:5338`.
    package var origin: String { "http://127.0.0.1:\(port)" }

    /// The address that signs a browser in once, when it is opened.
    package var loginAddress: String { "\(origin)/?token=\(loginCode)" }
}

/// An error that prevents the service from starting, or its tokens or settings from being used.
package enum ServiceError: Error, CustomStringConvertible {
    /// Another program uses the port.
    case addressInUse(port: UInt16)
    /// The port may not be used, for instance one below 1024.
    case addressRefused(port: UInt16, reason: String)
    /// The token file or its directory cannot be read or created.
    case tokenFile(path: String, reason: String)
    /// A file contains something other than a token, or other users may read or change it.
    case unsafeFile(path: String, reason: String)
    /// A file with authority cannot be read.
    case unreadableFile(path: String, errno: Int32)
    /// A file with authority is longer than its limit, in bytes.
    case largeFile(path: String, limit: Int)
    /// A file that several processes change cannot be written.
    case sharedFile(path: String, reason: String)
    /// Another process holds the lock of a file for too long.
    case lockedFile(path: String)
    /// The settings cannot be read.
    case settingsFile(path: String, reason: String)

    package var description: String {
        switch self {
        case .addressInUse(let port):
            "serve: port \(port) is in use: stop the program that uses it, or choose another port with --port"
        case .addressRefused(let port, let reason): "serve: cannot listen on port \(port): \(reason)"
        case .tokenFile(let path, let reason): "\(path): \(reason)"
        case .sharedFile(let path, let reason): "\(path): \(reason)"
        case .lockedFile(let path): "\(path): another process is changing it: try again"
        case .settingsFile(let path, let reason): "\(path): \(reason)"
        case .unsafeFile(let path, let reason): "\(path): \(reason)"
        case .unreadableFile(let path, let number):
            "\(path): \(strerror(number).map { String(cString: $0) } ?? "error \(number)")"
        case .largeFile(let path, let limit): "\(path): larger than \(limit) bytes"
        }
    }
}
