import DownloadImportExport
import DownloadLists
import DownloadQueue
import Downloads
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Snapshots
import WHATWGURL

/// `/api/queue`: the downloads.
struct QueueRoutes: Sendable {
    let store: any QueueStore
    let archive: any SnapshotArchive
    /// The directory for items without one of their own.
    let directory: @Sendable () -> String
    /// Called after each change.
    let onChange: @Sendable () -> Void
    let now: @Sendable () -> Date

    /// The most bytes of a request to queue addresses: ten thousand of common length.
    static let bodyLimit = 1024 * 1024

    /// An address, or an object that says more about it.
    private struct Wanted: Decodable {
        var url: String
        /// The name that the link gives the file (HTML's `download` attribute).
        var suggestedName: String?

        private enum Key: CodingKey { case url, suggestedName }

        init(from decoder: any Decoder) throws {
            if let url = try? decoder.singleValueContainer().decode(String.self) {
                self.url = url
                return
            }
            let object = try decoder.container(keyedBy: Key.self)
            url = try object.decode(String.self, forKey: .url)
            suggestedName = try object.decodeIfPresent(String.self, forKey: .suggestedName)
        }
    }

    private struct Order: Decodable {
        var urls: [Wanted]
        var referer: String?
        var snapshot: String?
    }

    /// The priorities that can be given here.
    static let priorities = -1_000_000...1_000_000

    /// How many items an answer holds at most; all of them when nothing is said.
    static let most = 1_000

    /// Adds the routes.
    func add(to group: RouterGroup<ServiceContext>) {
        group.get("/api/queue", use: list)
        group.post("/api/queue", use: enqueue)
        group.get("/api/queue/:id", use: show)
        group.patch("/api/queue/:id", use: move)
        group.delete("/api/queue/:id", use: remove)
        for command in [QueueCommand.pause, .resume, .retry] {
            group.post("/api/queue/:id/\(command.rawValue)") { request, context in
                try await change(command, request, context)
            }
        }
    }

    @Sendable
    private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["state", "limit", "after", "order"])
        var listing = QueueListing()
        let limit = try request.queryValue("limit").map { _ in
            try request.number("limit", standard: Self.most, in: 1...Self.most)
        }
        listing.limit = limit.map { $0 + 1 }
        listing.after = request.queryValue("after")
        let states = try request.queryValues("state").map { name in
            guard let state = QueueState(rawValue: name) else {
                let known = QueueState.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(.badRequest, "state must be one of \(known)")
            }
            return state
        }
        if !states.isEmpty { listing.states = Set(states) }
        if let name = request.queryValue("order") {
            guard let order = QueueListing.Order(rawValue: name) else {
                let known = QueueListing.Order.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(.badRequest, "order must be one of \(known)")
            }
            listing.order = order
        }
        do {
            let found = try await Blocking.run { [store, listing] in try store.items(listing) }
            let items = limit.map { found.prefix($0) } ?? found[...]
            let cursor = items.count < found.count ? items.last?.id : nil
            return try .json(items.map(QueueItemDocument.init), fields: request.linkToNext(after: cursor))
        } catch QueueError.notFound where listing.after != nil {
            throw Problem(.badRequest, "after must be the id of an item that is still there")
        }
    }

    @Sendable
    private func enqueue(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let order = try await request.decoded(
            Order.self, limit: Self.bodyLimit, expected: "an object with \"urls\", an array of addresses")
        guard !order.urls.isEmpty else { throw Problem(.unprocessableContent, "\"urls\" is empty") }
        let referer = try order.referer.map { try Self.address($0, at: "\"referer\"").withoutFragment() }
        let directory = directory()
        var place: StoredSnapshot?
        if let id = order.snapshot { place = try await Blocking.run { [archive] in try archive.snapshot(id: id) } }
        let source = referer ?? place.map(\.snapshot.url).flatMap { $0.isHTTP ? $0.withoutFragment() : nil }
        let items = try order.urls.enumerated().map { index, wanted in
            var item = NewQueueItem(
                url: try Self.address(wanted.url, at: "\"urls\"[\(index)]").withoutFragment(), directory: directory,
                referer: source?.href)
            item.suggestedName = wanted.suggestedName.flatMap(FileName.safe)
            item.snapshot = place?.id
            return item
        }
        let added = try await Blocking.run { [store, now] in try store.add(items, at: now()) }
        onChange()
        return try .json(added.map(QueueItemDocument.init), status: .created)
    }

    @Sendable
    private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.require("id")
        return try .json(QueueItemDocument(try await Blocking.run { [store] in try store.item(id: id) }))
    }

    /// Moves an item in the order of work.
    @Sendable
    private func move(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let expected = "an object with \"priority\", a whole number, or \"before\" or \"after\", an id"
        let order = try await request.decoded(
            JSONValue.self, limit: PairingRoutes.bodyLimit,
            types: ["application/json", "application/merge-patch+json"], expected: expected)
        let placing: QueuePosition
        switch order.object.flatMap({ $0.count == 1 ? $0.first : nil }) {
        case ("priority", .number(let number))?:
            guard let priority = Int(exactly: number), Self.priorities.contains(priority) else {
                let range = "\(Self.priorities.lowerBound) to \(Self.priorities.upperBound)"
                throw Problem(.unprocessableContent, "\"priority\" must be a whole number from \(range)")
            }
            placing = .priority(priority)
        case ("before", .string(let id))?: placing = .before(id)
        case ("after", .string(let id))?: placing = .after(id)
        default: throw Problem(.unprocessableContent, "expected \(expected), and one of them alone")
        }
        let id = try context.parameters.require("id")
        let item = try await Blocking.run { [store] in try store.move(id: id, placing) }
        onChange()
        return try .json(QueueItemDocument(item))
    }

    @Sendable
    private func remove(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectNoForm()
        let id = try context.parameters.require("id")
        _ = try await Blocking.run { [store, now] in try store.remove(ids: [id], at: now()) }
        onChange()
        return Response(status: .noContent)
    }

    private func change(
        _ command: QueueCommand, _ request: Request, _ context: ServiceContext
    ) async throws -> Response {
        try request.expectNoForm()
        let id = try context.parameters.require("id")
        let transitions = try await Blocking.run { [store, now] in
            let transitions = try store.apply(command, to: [id], at: now())
            for transition in transitions { transition.discardFiles() }
            return transitions
        }
        onChange()
        guard let item = transitions.first?.item else { throw QueueError.notFound(id: id) }
        return try .json(QueueItemDocument(item))
    }

    private static func address(_ text: String, at place: String) throws -> WebURL {
        guard let url = WebURL(text), url.isHTTP else {
            throw Problem(.unprocessableContent, "\(place) is not an http or https address")
        }
        return url
    }
}
