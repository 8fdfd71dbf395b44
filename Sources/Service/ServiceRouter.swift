import DownloadQueue
import FoundationEssentials
import Hummingbird
import ImportExport
import Logging
import PageFetch
import Snapshots

/// Puts the routes together, with the layers before them.
struct ServiceRouter: Sendable {
    let configuration: ServiceConfiguration
    let snapshots: any SnapshotArchive
    let queue: any QueueStore
    let backup: any BackupStore
    let tokens: TokenKeeper
    let settings: SettingsFile
    let fetcher: PageFetcher
    let feed: EventFeed
    let port: BoundPort
    let logins: LoginCodes
    let pairings = PairingCodes()
    let tickets = UndoTickets()
    let onQueueChange: @Sendable () -> Void
    let now: @Sendable () -> Date
    let logger: Logger

    /// Builds the router.
    ///
    /// - Returns: A router whose every answer, errors too, has passed the guard and carries the protective fields.
    func build() -> Router<ServiceContext> {
        // The layers must know all routes, and a router gives its layers only to routes that are added later.
        let plain = Router(context: ServiceContext.self)
        addRoutes(to: plain)
        let entries = plain.routes.map {
            RouteCatalogue.Entry(method: $0.method.rawValue, path: $0.path.description)
        }
        let router = Router(context: ServiceContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: AccessLogMiddleware(logger: logger))
        router.add(middleware: ResponseMiddleware(routes: RouteCatalogue(entries: entries)))
        router.add(middleware: GuardMiddleware(port: port, tokens: tokens))
        router.add(middleware: ConditionalMiddleware())
        addRoutes(to: router)
        return router
    }

    private func addRoutes(to router: Router<ServiceContext>) {
        PageRoutes(port: port, tokens: tokens, logins: logins, version: configuration.version).add(to: router)
        let undo = UndoRoutes(archive: snapshots, tickets: tickets, now: now)
        let archive = snapshots
        let snapshots = SnapshotRoutes(
            archive: archive, intake: SnapshotBatcher(archive: archive), tickets: tickets, now: now)
        let pairing = PairingRoutes(codes: pairings, tokens: tokens, now: now)
        pairing.addPairing(to: router)
        let adding = router.group().add(middleware: AccessMiddleware(needed: .capture))
        snapshots.addAdding(to: adding)
        undo.add(to: adding)
        let everything = router.group().add(middleware: AccessMiddleware(needed: .full))
        snapshots.addReading(to: everything)
        pairing.addShowing(to: everything)
        let directory: @Sendable () -> String = { [configuration, settings] in
            settings.current.downloadDirectory ?? configuration.downloadDirectory
        }
        QueueRoutes(store: queue, archive: archive, directory: directory, onChange: onQueueChange, now: now)
            .add(to: everything)
        ImportExportRoutes(store: backup, now: now, onQueueChange: onQueueChange).add(to: everything)
        LinkRoutes(archive: archive, links: LinkResponder(fetcher: fetcher, settings: settings)).add(to: everything)
        EventRoutes(feed: feed).add(to: everything)
        LoginRoutes(port: port, logins: logins).add(to: everything)
        SettingsRoutes(
            settings: settings, tokens: tokens, port: port, usualDirectory: configuration.downloadDirectory
        ).add(to: everything)
    }
}
