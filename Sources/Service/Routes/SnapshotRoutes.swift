import FoundationEssentials
import HTTPTypes
import Hummingbird
import Snapshots

/// `/api/snapshots`: the places.
struct SnapshotRoutes: Sendable {
    let archive: any SnapshotArchive
    let intake: SnapshotBatcher
    let tickets: UndoTickets
    let now: @Sendable () -> Date

    /// How many places an answer holds at most, and when nothing is said.
    static let limits = (most: 500, standard: 50)
    /// The most bytes of new tags and a note.
    static let markLimit = 256 * 1024

    private static let parameters: Set<String> = ["q", "page", "site", "tag", "limit", "offset", "after"]

    /// A merge patch: nil leaves what is there, null takes it away.
    private struct Marks: Decodable {
        private enum CodingKeys: String, CodingKey { case tags, note }

        var tags: [String]?
        var note: String?

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            if values.contains(.tags) { tags = try values.decode([String]?.self, forKey: .tags) ?? [] }
            if values.contains(.note) { note = try values.decode(String?.self, forKey: .note) ?? "" }
        }
    }

    private struct Tally: Encodable {
        var name: String
        var count: Int
    }

    /// Adds the routes that read and remove.
    func addReading(to group: RouterGroup<ServiceContext>) {
        group.get("/api/snapshots", use: list)
        group.get("/api/snapshots/:id", use: show)
        group.patch("/api/snapshots/:id", use: mark)
        group.delete("/api/snapshots/:id", use: remove)
        group.get("/api/snapshots/:id/restore", use: restore)
        for (path, subject) in [("/api/sites", SnapshotTally.Subject.sites), ("/api/tags", .tags)] {
            group.get(RouterPath(path)) { request, _ -> Response in
                try request.expectParameters(["limit"])
                let limit = try request.number("limit", standard: .max, in: 1...100_000)
                let tallies = try await Blocking.run { [archive] in try archive.tallies(of: subject) }
                return try .json(tallies.prefix(limit).map { Tally(name: $0.name, count: $0.count) })
            }
        }
    }

    /// Adds the route that adds.
    func addAdding(to group: RouterGroup<ServiceContext>) {
        group.post("/api/snapshots", use: add)
    }

    @Sendable
    private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(Self.parameters)
        var listing = SnapshotListing(query: request.queryValue("q"))
        let limit = try request.number("limit", standard: Self.limits.standard, in: 1...Self.limits.most)
        // One more than is shown tells whether there is a next part.
        listing.limit = limit + 1
        listing.offset = try request.number("offset", standard: 0, in: 0...Int(Int32.max))
        listing.pageKey = try request.queryValue("page").map(Self.pageKey)
        listing.site = request.queryValue("site").map { site in
            let site = site.lowercased()
            return site.hasPrefix("www.") ? String(site.dropFirst(4)) : site
        }
        listing.tag = request.queryValue("tag")
        if let cursor = request.queryValue("after") {
            guard let position = Int64(cursor), position >= 0 else {
                throw Problem(.badRequest, "after must be what a Link field named")
            }
            listing.before = position
        }
        let found = try await Blocking.run { [archive, listing] in try archive.snapshots(listing) }
        let places = found.prefix(limit)
        let cursor = found.count > limit ? places.last.map { String($0.position) } : nil
        return .json(.array(places.map { SnapshotDocument($0).json }), fields: request.linkToNext(after: cursor))
    }

    @Sendable
    private func add(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.jsonBody(limit: PageSnapshot.maximumByteCount)
        let place = try await intake.add(try PageSnapshot(json: body.readableBytesView))
        let isForgettable = context.access == .full
        let undo = isForgettable ? nil : tickets.issue(for: place.id, at: now())
        return .json(
            SnapshotDocument(place, isForgettable: isForgettable, undo: undo), status: .created,
            fields: [.location: "/api/snapshots/\(place.id)", .eTag: EntityTag(place).text])
    }

    @Sendable
    private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let place = try await place(context)
        return .json(SnapshotDocument(place, isWhole: true), fields: [.eTag: EntityTag(place).text])
    }

    /// Changes tags and note by a merge patch (RFC 7396).
    @Sendable
    private func mark(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let marks = try await request.decoded(
            Marks.self, limit: Self.markLimit, types: ["application/json", "application/merge-patch+json"],
            expected: "an object with \"tags\", an array of texts, or \"note\", a text")
        let id = try Self.lastingID(context)
        let place = try await Blocking.run { [archive] in
            try archive.mark(id: id) { place in
                try request.expectMatch(of: EntityTag(place))
                return try SnapshotMarks(
                    tags: marks.tags ?? place.marks.tags, note: marks.note ?? place.marks.note)
            }
        }
        return .json(SnapshotDocument(place), fields: [.eTag: EntityTag(place).text])
    }

    @Sendable
    private func remove(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectNoForm()
        let id = try Self.lastingID(context)
        if request.headers[.ifMatch] != nil {
            try request.expectMatch(of: EntityTag(try await place(context)))
        }
        _ = try await Blocking.run { [archive] in try archive.remove(ids: [id]) }
        return Response(status: .noContent)
    }

    @Sendable
    private func restore(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let kind = request.queryValue("as") ?? "script"
        return try RestoreResponse.response(for: try await place(context).snapshot, as: kind)
    }

    private func place(_ context: ServiceContext) async throws -> StoredSnapshot {
        let id = try context.parameters.require("id")
        return try await Blocking.run { [archive] in try archive.snapshot(id: id) }
    }

    /// The id in the address.
    ///
    /// `@` means another place at each moment, which is no name to change or remove something by from afar.
    private static func lastingID(_ context: ServiceContext) throws -> String {
        let id = try context.parameters.require("id")
        guard id != "@" else { throw SnapshotArchiveError.notFound(id) }
        return id
    }

    private static func pageKey(ofAddress address: String) throws -> String {
        guard let snapshot = try? PageSnapshot(value: .object(["url": .string(address)])) else {
            throw Problem(.badRequest, "page must be an http, https or file address")
        }
        return snapshot.pageKey
    }
}
