import Downloads
import FoundationEssentials
import Hummingbird
import Snapshots

/// Puts the routes together, with the layers before them.
struct ServiceRouter: Sendable {
    let configuration: ServiceConfiguration
    let snapshots: any SnapshotArchive
    let queue: any QueueStore
    let tokens: ServiceTokens
    let port: BoundPort
    let logins: LoginCodes
    let now: @Sendable () -> Date

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
        router.add(middleware: AnswerMiddleware(routes: RouteCatalogue(entries: entries)))
        router.add(middleware: GuardMiddleware(port: port, tokens: tokens))
        addRoutes(to: router)
        return router
    }

    private func addRoutes(to router: Router<ServiceContext>) {
        PageRoutes(port: port, tokens: tokens, logins: logins).add(to: router)
        let snapshots = SnapshotRoutes(archive: snapshots)
        let adding = router.group().add(middleware: AccessMiddleware(needed: .capture))
        snapshots.addAdding(to: adding)
        let everything = router.group().add(middleware: AccessMiddleware(needed: .full))
        snapshots.addReading(to: everything)
        QueueRoutes(store: queue, directory: configuration.downloadDirectory, now: now).add(to: everything)
    }
}
