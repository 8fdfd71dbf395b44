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
///     configuration: ServiceConfiguration(downloadDirectory: "/home/ada/Downloads"), stores: stores,
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
    ///   - settings: The settings that the user can change on the web page.
    ///   - fetcher: Fetches the pages whose links are requested, under the service's own address policy.
    ///   - onPlacesAdded: Called after places were captured, with their number.
    ///   - now: The clock for the queue.
    ///   - logger: Receives internal errors. URLs with a token and snapshots are never logged.
    package init(
        configuration: ServiceConfiguration, stores: ServiceStores, worker: WorkerConnection = WorkerConnection(),
        tokens: RotatingTokens, settings: SettingsFile, fetcher: PageFetcher,
        onPlacesAdded: @escaping @Sendable (Int) -> Void = { _ in }, now: @escaping @Sendable () -> Date, logger: Logger
    ) {
        self.configuration = configuration
        self.logger = logger
        let feed = EventFeed(
            log: stores.changes, archive: stores.snapshots, queue: stores.queue, progress: worker.progress,
            options: configuration.events,
            onDamage: { record, error in
                logger.warning("a change is not sent", metadata: ["record": "\(record)", "error": "\(error)"])
            }, tokenGeneration: { tokens.generation })
        router = ServiceRouter(
            configuration: configuration, stores: stores, tokens: tokens, settings: settings, fetcher: fetcher,
            feed: feed, onQueueChange: worker.onQueueChange, onPlacesAdded: onPlacesAdded, now: now, logger: logger,
            port: BoundPort(configuration.port))
    }

    /// The router with all routes and middlewares, for tests.
    var testRouter: Router<ServiceContext> { router.build() }

    /// All routes, for tests.
    var testRoutes: [Route] { router.routes }

    /// Returns a new one-time login code for the address that `serve` prints.
    func issueLoginCode() -> String { router.logins.issue().token.text }

    /// Serves on 127.0.0.1, and on ::1 if the machine has it, until the task is cancelled.
    ///
    /// - Parameter onReady: Called once, when the service accepts connections.
    /// - Throws: `ServiceError` if the port cannot be bound.
    package func run(onReady: @escaping @Sendable (ServiceAddress) -> Void) async throws {
        let responder = router.build().buildResponder()
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
        @Sendable func announce(listensOnIPv6: Bool) {
            onReady(ServiceAddress(port: number, loginCode: issueLoginCode(), listensOnIPv6: listensOnIPv6))
        }
        do {
            try await listener("::1", number).run(responder) { _ in announce(listensOnIPv6: true) }
        } catch is ServiceError {
            // The machine has no IPv6, or another program uses the port there. Listening on 127.0.0.1 is sufficient.
            announce(listensOnIPv6: false)
        }
    }

    private func listener(_ host: String, _ port: UInt16) -> Listener {
        Listener(host: host, port: port, configuration: configuration, logger: logger)
    }
}
