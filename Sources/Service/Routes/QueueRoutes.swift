import Downloads
import FoundationEssentials
import HTTPTypes
import Hummingbird
import WHATWGURL

/// `/api/queue`: the downloads.
struct QueueRoutes: Sendable {
    let store: any QueueStore
    let directory: String
    let now: @Sendable () -> Date

    /// The most bytes of a request to queue addresses: ten thousand of common length.
    static let bodyLimit = 1024 * 1024

    private struct Order: Decodable {
        var urls: [String]
        var referer: String?
    }

    /// Adds the routes.
    func add(to group: RouterGroup<ServiceContext>) {
        group.get("/api/queue", use: list)
        group.post("/api/queue", use: enqueue)
        group.get("/api/queue/:id", use: show)
        group.delete("/api/queue/:id", use: remove)
        for command in [QueueCommand.pause, .resume, .retry] {
            group.post("/api/queue/:id/\(command.rawValue)") { request, context in
                try await change(command, request, context)
            }
        }
    }

    @Sendable
    private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let items = try await Blocking.run { [store] in try store.items(in: nil) }
        return try .json(items.map(QueueItemJSON.init))
    }

    @Sendable
    private func enqueue(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.jsonBody(limit: Self.bodyLimit)
        let order: Order
        do {
            order = try JSONDecoder().decode(Order.self, from: Data(body.readableBytesView))
        } catch DecodingError.dataCorrupted {
            throw Problem(.badRequest, "the body is not valid JSON")
        } catch {
            throw Problem(.unprocessableContent, "expected an object with \"urls\", an array of addresses")
        }
        guard !order.urls.isEmpty else { throw Problem(.unprocessableContent, "\"urls\" is empty") }
        let referer = try order.referer.map { try Self.address($0, at: "\"referer\"").withoutFragment() }
        let items = try order.urls.enumerated().map { index, url in
            NewQueueItem(
                url: try Self.address(url, at: "\"urls\"[\(index)]").withoutFragment(), directory: directory,
                referer: referer?.href)
        }
        let added = try await Blocking.run { [store, now] in try store.add(items, at: now()) }
        return try .json(added.map(QueueItemJSON.init), status: .created)
    }

    @Sendable
    private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.require("id")
        return try .json(QueueItemJSON(try await Blocking.run { [store] in try store.item(id: id) }))
    }

    @Sendable
    private func remove(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectNoForm()
        let id = try context.parameters.require("id")
        _ = try await Blocking.run { [store, now] in try store.remove(ids: [id], at: now()) }
        return Response(status: .noContent)
    }

    private func change(
        _ command: QueueCommand, _ request: Request, _ context: ServiceContext
    ) async throws -> Response {
        try request.expectNoForm()
        let id = try context.parameters.require("id")
        let transitions = try await Blocking.run { [store, now] in try store.apply(command, to: [id], at: now()) }
        guard let item = transitions.first?.item else { throw QueueError.notFound(id: id) }
        return try .json(QueueItemJSON(item))
    }

    private static func address(_ text: String, at place: String) throws -> WebURL {
        guard let url = WebURL(text), url.isHTTP else {
            throw Problem(.unprocessableContent, "\(place) is not an http or https address")
        }
        return url
    }
}
