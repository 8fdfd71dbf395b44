package import DownloadQueue
package import FoundationEssentials
import Hummingbird
package import ImportExport
package import Logging
package import PageFetch
package import Snapshots

/// The service on loopback: the web page, the capture receiver and the API.
package struct LeftoffService: Sendable {
    private let configuration: ServiceConfiguration
    private let port: BoundPort
    private let logins = LoginCodes()
    private let logger: Logger
    private let router: ServiceRouter
    private let feed: EventFeed

    /// Prepares a service; ``run(onReady:)`` starts it.
    ///
    /// - Parameters:
    ///   - configuration: Port, directory and limits.
    ///   - snapshots: Keeps the places.
    ///   - queue: Keeps the downloads. The service adds and changes items; a worker carries them out.
    ///   - changes: Tells what changes in both.
    ///   - backup: Writes and takes in everything.
    ///   - progress: Tells how far the worker's downloads are.
    ///   - tokens: The secrets that open the service.
    ///   - tokenFiles: Where the secrets are kept; nil for nowhere.
    ///   - settings: What a person sets.
    ///   - fetcher: Fetches the pages whose links are asked for. Its address policy is the service's own.
    ///   - onQueueChange: Called when there may be more for a worker to do, or less.
    ///   - now: The clock for the queue.
    ///   - logger: Receives what goes wrong inside. No address with a token and no snapshot is ever logged.
    package init(
        configuration: ServiceConfiguration, snapshots: any SnapshotArchive, queue: any QueueStore,
        changes: any ChangeLog, backup: any BackupStore, progress: ProgressBoard = ProgressBoard(),
        tokens: ServiceTokens, tokenFiles: TokenFiles? = nil, settings: SettingsFile, fetcher: PageFetcher,
        onQueueChange: @escaping @Sendable () -> Void = {}, now: @escaping @Sendable () -> Date, logger: Logger
    ) {
        let port = BoundPort(configuration.port)
        self.configuration = configuration
        self.port = port
        self.logger = logger
        let keeper = TokenKeeper(tokens, files: tokenFiles)
        let feed = EventFeed(
            log: changes, archive: snapshots, queue: queue, board: progress, options: configuration.events,
            tokenGeneration: { keeper.generation })
        self.feed = feed
        router = ServiceRouter(
            configuration: configuration, snapshots: snapshots, queue: queue, backup: backup,
            tokens: keeper, settings: settings, fetcher: fetcher, feed: feed,
            port: port,
            logins: logins, onQueueChange: onQueueChange, now: now, logger: logger)
    }

    /// The routes' layers and handlers, for tests.
    var testRouter: Router<ServiceContext> { router.build() }

    /// A new one-time code, as the printed address has it.
    func issueLoginCode() -> String { logins.issue() }

    /// Serves on 127.0.0.1 and on ::1, where the machine has it, until the task is cancelled.
    ///
    /// - Parameter onReady: Called once, when the service can be reached.
    /// - Throws: `ServiceError` when the port cannot be had.
    package func run(onReady: @escaping @Sendable (ServiceAddress) -> Void) async throws {
        let responder = router.build().buildResponder()
        let (ports, bound) = AsyncStream.makeStream(of: UInt16.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { bound.finish() }
                try await listener("127.0.0.1", configuration.port).run(responder) { number in
                    // Connections are taken once this returns, so the guard knows the port before the first request.
                    port.number = number
                    bound.yield(number)
                }
            }
            group.addTask {
                // The free port that was found for one family is the one for the other.
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
            onReady(ServiceAddress(port: number, loginCode: logins.issue(), listensOnIPv6: listensOnIPv6))
        }
        do {
            try await listener("::1", number).run(responder) { _ in announce(listensOnIPv6: true) }
        } catch is ServiceError {
            // A machine without IPv6, or another program there: 127.0.0.1 serves all the same.
            announce(listensOnIPv6: false)
        }
    }

    private func listener(_ host: String, _ port: UInt16) -> Listener {
        Listener(host: host, port: port, configuration: configuration, logger: logger)
    }
}
