import Fetching
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Places

/// A builder of the service's router from its routes and middlewares.
struct ServiceRouter: Sendable {
    let configuration: ServiceConfiguration
    let stores: ServiceStores
    let tokens: RotatingTokens
    let sessions: SessionRegistry
    let settings: SettingsFile
    let fetcher: PageFetcher
    let feed: EventFeed
    let onQueueChange: @Sendable () -> Void
    let onPlacesAdded: @Sendable (Int) -> Void
    let onUntitled: @Sendable ([UntitledPlace]) -> Void
    let now: @Sendable () -> Date
    let logger: Logger
    let port: BoundPort
    let logins: LoginCodes
    let pairings: PairingCodes
    let tickets: UndoTickets

    /// Returns the router of the service.
    ///
    /// Every request passes the guard, and every response has the security headers, even an error response.
    func build() -> Router<ServiceContext> {
        let table = RouteTable(routes: routes)
        let router = Router(context: ServiceContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: AccessLogMiddleware(logger: logger))
        router.add(middleware: ResponseMiddleware(routes: table))
        router.add(
            middleware: GuardMiddleware(
                port: port, tokens: tokens, sessions: sessions, routes: table, logger: logger))
        router.add(middleware: ConditionalMiddleware())
        // A router applies its middlewares only to routes that are added later.
        table.add(to: router)
        return router
    }

    /// All routes of the service.
    var routes: [Route] {
        let archive = stores.snapshots
        let directories = configuration.directories
        let groups = [
            PageRoutes(
                port: port, tokens: tokens, sessions: sessions, logins: logins, version: configuration.version
            ).routes,
            SessionRoutes(port: port, sessions: sessions).routes,
            SnapshotRoutes(
                archive: archive, batcher: SnapshotBatcher(archive: archive, onAdd: onPlacesAdded),
                tickets: tickets, settings: settings
            ).routes,
            ShelfRoutes(shelf: stores.shelf, now: now).routes,
            ShelfChangeRoutes(
                shelf: stores.shelf, settings: settings, onPlacesAdded: onPlacesAdded, onUntitled: onUntitled, now: now
            ).routes,
            TrashRoutes(shelf: stores.shelf).routes,
            PageExportRoutes(archive: archive).routes,
            AutomaticRoutes(archive: archive).routes,
            CopyPageRoutes(archive: archive, copies: stores.copies, settings: settings).routes,
            UndoRoutes(archive: archive, tickets: tickets).routes,
            CopyRoutes(
                archive: archive, copies: stores.copies, tickets: tickets, settings: settings
            ).routes,
            PairingRoutes(codes: pairings, tokens: tokens, sessions: sessions, now: now).routes,
            QueueRoutes(
                store: stores.queue, archive: archive, settings: settings, directories: directories,
                onChange: onQueueChange, now: now
            ).routes,
            ImportExportRoutes(
                store: stores.backup, settings: settings, directories: directories, now: now,
                onQueueChange: onQueueChange
            ).routes,
            WindowRoutes(archive: stores.windows, settings: settings).routes,
            LinkRoutes(archive: archive, links: LinkResponder(fetcher: fetcher, settings: settings)).routes,
            EventRoutes(feed: feed).routes,
            LoginRoutes(port: port, sessions: sessions, logins: logins).routes,
            StatusRoutes(version: configuration.version).routes,
            SettingsRoutes(
                settings: settings, tokens: tokens, sessions: sessions, port: port, directories: directories
            ).routes,
        ]
        return groups.flatMap { $0 }
    }
}

/// The context of a request.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The access of the request; set by the guard.
    var access = Access.none
    /// The credentials of the request for sessions; set by the guard.
    var credentials = SessionTable.Credentials.none
    /// The values of the session cookie, unless an extension sends the request; set by the guard.
    var cookies: [Substring] = []
    /// The generation of the tokens that granted the access; set by the guard.
    var tokenGeneration = 0

    /// The id of the session whose secret the request has; nil for a request with a token.
    var sessionID: String? { if case .session(let id) = credentials { id } else { nil } }

    /// The origin of codes that the request creates.
    var issuer: Issuer { Issuer(tokenGeneration: tokenGeneration, sessionID: sessionID) }

    /// True if the request may load the pages without private data: it has the cookie of a session, or full access.
    var isSignedIn: Bool { access == .full || credentials != .none }

    /// The connection; nil for a request that arrived without one.
    let channel: (any Channel)?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Creates the context of a request without a connection.
    ///
    /// - Parameters:
    ///   - logger: Receives internal errors.
    ///   - access: The access of the request.
    init(logger: Logger, access: Access) {
        coreContext = CoreRequestContextStorage(source: LoggerSource(logger: logger))
        self.access = access
        channel = nil
    }

    private struct LoggerSource: RequestContextSource {
        let logger: Logger
    }
}

extension ServiceContext {
    /// Returns the id in the path of a request that changes or removes a record.
    ///
    /// `@` denotes the newest record, which can change at any moment, so it must not select one to change or remove.
    ///
    /// - Parameter kind: The kind of record, for the message.
    /// - Returns: The id.
    /// - Throws: `Problem` (404) for `@`.
    func stableID(of kind: String) throws -> String {
        let id = try parameters.require("id")
        guard id != "@" else {
            throw Problem(
                .notFound, "@ can only be read, because the newest \(kind) can change at any moment: use an id")
        }
        return id
    }

    /// Logs the records that a list leaves out, because they cannot be read.
    func report(_ damaged: [UnreadableRecord]) {
        for record in damaged { logger.warning("a record is left out", metadata: ["reason": "\(record)"]) }
    }
}
