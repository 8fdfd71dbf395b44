import DownloadQueue
import Downloads
import Fetching
import FileFormats
import FoundationEssentials
import HTTPTypes
import Hummingbird
import ImportExport
import Places
import Syntax
import WHATWGURL

/// `/api/queue`: the downloads.
struct QueueRoutes: Sendable {
    let store: any QueueStore
    let archive: any SnapshotArchive
    let settings: SettingsFile
    /// The directories below which the files are saved.
    let directories: ConfirmedDirectories
    /// Called after each change of the queue.
    let onChange: @Sendable () -> Void
    let now: @Sendable () -> Date

    /// The maximum size of a request's body, in bytes: enough for ten thousand URLs of common length.
    static let bodyLimit = 1024 * 1024

    /// A download in a request: a URL, or an object with a URL and a suggested name.
    private struct RequestedURL: Decodable {
        var url: String
        /// The file name that the link suggests (HTML's `download` attribute).
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

    private struct EnqueueRequest: Decodable {
        var urls: [RequestedURL]
        var referer: String?
        var snapshot: String?
    }

    /// The valid priorities.
    private static let priorities = -1_000_000...1_000_000

    /// The maximum number of items of a page.
    ///
    /// Without the parameter `limit`, a response contains all items.
    private static let pageLimit = 1_000

    /// The routes.
    var routes: [Route] {
        let commands = [QueueCommand.pause, .resume, .retry].map { command in
            Route.action("/api/queue/{id}/\(command.rawValue)") { try await change(command, $0, $1) }
        }
        let items: [Route] = [
            .get("/api/queue", list), .post("/api/queue", enqueue), .get("/api/queue/{id}", show),
            .patch("/api/queue/{id}", move), .delete("/api/queue/{id}", remove),
        ]
        return items + commands
    }

    @Sendable
    private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["limit", "after", "order"], lists: ["state"])
        var listing = QueueListing()
        let limit = try request.queryValue("limit").map { _ in
            try request.number("limit", standard: Self.pageLimit, in: 1...Self.pageLimit)
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
        let found: [QueueItem]
        do { found = try await Blocking.run { [store, listing] in try store.items(listing) } } catch QueueError.notFound
            where listing.after != nil
        {
            throw Problem(.notFound, "after must be the id of a download in the queue")
        }
        let items = limit.map { found.prefix($0) } ?? found[...]
        let cursor = items.count < found.count ? items.last?.id : nil
        return try .json(items.map(QueueItemDocument.init), fields: request.linkToNext(after: cursor))
    }

    @Sendable
    private func enqueue(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let order = try await request.decoded(
            EnqueueRequest.self, limit: Self.bodyLimit, expected: "an object with \"urls\", an array of URLs")
        guard !order.urls.isEmpty else { throw Problem(.unprocessableContent, "\"urls\" is empty") }
        let referer = try order.referer.flatMap { $0.isEmpty ? nil : $0 }.map {
            try Self.url($0, key: "\"referer\"").withoutFragment()
        }
        let destination = try directories.destination(choosing: settings.current.downloadDirectory)
        var place: StoredSnapshot?
        if let id = order.snapshot { place = try await Blocking.run { [archive] in try archive.snapshot(id: id) } }
        let source = referer ?? place.map(\.snapshot.url).flatMap { $0.isHTTP ? $0.withoutFragment() : nil }
        let policy = IPAddressPolicy.publicExcept(hosts: settings.allowedPrivateHosts)
        let items = try order.urls.enumerated().map { index, wanted in
            let url = try Self.url(wanted.url, key: "\"urls\"[\(index)]").withoutFragment()
            guard policy.allowsHost(of: url) else { throw Problem.privateAddress(url) }
            var item = NewQueueItem(url: url, directory: destination.directory, referer: source?.href)
            item.root = destination.root
            // The URL may come from a hostile page. The hosts in the settings are allowed when the download runs.
            item.privateHosts = .none
            item.suggestedName = wanted.suggestedName.flatMap(FileName.safe)
            item.snapshot = place?.id
            return item
        }
        let added = try await Blocking.run { [store, now] in try store.addDiscardingFiles(items, at: now()).added }
        onChange()
        return try .json(added.map(QueueItemDocument.init), status: .created)
    }

    @Sendable
    private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.require("id")
        return try .json(QueueItemDocument(try await Blocking.run { [store] in try store.item(id: id) }))
    }

    /// Changes the priority or the position of an item.
    @Sendable
    private func move(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let expected = "an object with one key: \"priority\" (a whole number), \"before\" or \"after\" (an id)"
        let order = try await request.decoded(
            JSONValue.self, limit: PairingRoutes.bodyLimit,
            types: ["application/json", "application/merge-patch+json"], expected: expected)
        let position: QueuePosition
        switch order.object.flatMap({ $0.count == 1 ? $0.first : nil }) {
        case ("priority", .number(let number))?:
            guard let priority = Int(exactly: number), Self.priorities.contains(priority) else {
                let range = "\(Self.priorities.lowerBound) to \(Self.priorities.upperBound)"
                throw Problem(.unprocessableContent, "\"priority\" must be a whole number from \(range)")
            }
            position = .priority(priority)
        case ("before", .string(let id))?: position = .before(id)
        case ("after", .string(let id))?: position = .after(id)
        default: throw Problem(.unprocessableContent, "expected \(expected)")
        }
        let id = try context.parameters.require("id")
        let item = try await Blocking.run { [store] in try store.move(id: id, position) }
        onChange()
        return try .json(QueueItemDocument(item))
    }

    @Sendable
    private func remove(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.require("id")
        _ = try await Blocking.run { [store, now] in try store.remove(ids: [id], at: now()) }
        onChange()
        return Response(status: .noContent)
    }

    private func change(
        _ command: QueueCommand, _ request: Request, _ context: ServiceContext
    ) async throws -> Response {
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

    private static func url(_ text: String, key: String) throws -> WebURL {
        guard let url = WebURL(text), url.isHTTP else {
            throw Problem(.unprocessableContent, "\(key) is not an http or https URL")
        }
        return url
    }
}

/// A download as the API represents it: the queue's JSON, plus the time of the next attempt if the download waits.
struct QueueItemDocument: Encodable {
    private enum Key: String, CodingKey { case nextTryAt }

    private let item: QueueItem

    /// Creates the document of an item.
    init(_ item: QueueItem) {
        self.item = item.withWrittenBytes()
    }

    func encode(to encoder: any Encoder) throws {
        try QueueItemJSON(item).encode(to: encoder)
        guard item.state == .waiting, let time = item.notBefore else { return }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(QueueItemJSON.text(time), forKey: .nextTryAt)
    }
}
