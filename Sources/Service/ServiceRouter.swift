import FoundationEssentials
import Hummingbird
import Logging
import PageFetch

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
            AutomaticRoutes(archive: archive).routes,
            CopyPageRoutes(archive: archive, copies: stores.copies).routes,
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
