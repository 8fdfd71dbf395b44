package import FoundationEssentials
import Hummingbird
package import Logging
package import PageFetch

/// The service on the loopback interface: the web page, the capture receiver and the API.
///
/// ```swift
/// let stores = ServiceStores(
///     snapshots: archive, queue: queue, changes: changes, backup: backup, copies: copies, windows: windows)
/// let service = LeftoffService(
///     configuration: ServiceConfiguration(directories: ConfirmedDirectories(standard: "/home/ada/Downloads")),
///     stores: stores,
///     tokens: try RotatingTokens(files: TokenFiles(home: home)), settings: try SettingsFile(home: home),
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
    ///   - now: The clock for the queue and the ends of sessions.
    ///   - steadyNow: The clock for the ends of codes and tickets, which nobody can set.
    ///   - logger: Receives internal errors. URLs with a token and snapshots are never logged.
    package init(
        configuration: ServiceConfiguration, stores: ServiceStores, worker: WorkerConnection = WorkerConnection(),
        tokens: RotatingTokens, sessions: SessionFile? = nil, settings: SettingsFile, fetcher: PageFetcher,
        onPlacesAdded: @escaping @Sendable (Int) -> Void = { _ in }, now: @escaping @Sendable () -> Date,
        steadyNow: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, logger: Logger
    ) {
        self.configuration = configuration
        self.logger = logger
        let sessions = SessionRegistry(file: sessions, tokens: tokens, now: now, steadyNow: steadyNow)
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
            fetcher: fetcher, feed: feed, onQueueChange: worker.onQueueChange, onPlacesAdded: onPlacesAdded, now: now,
            logger: logger, port: BoundPort(configuration.port), logins: LoginCodes(now: steadyNow),
            pairings: PairingCodes(now: steadyNow), tickets: UndoTickets(now: steadyNow))
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
