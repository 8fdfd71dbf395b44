import FoundationEssentials
import HTTPTypes
import Hummingbird
import JSON
import Snapshots

/// `/api/snapshots`: the places.
struct SnapshotRoutes: Sendable {
    let archive: any SnapshotArchive
    let batcher: SnapshotBatcher
    let tickets: UndoTickets
    let now: @Sendable () -> Date

    /// The maximum and the default number of places in a response.
    static let limits = (maximum: 500, standard: 50)
    /// The maximum size of a body with tags and a note, in bytes.
    static let metadataLimit = 256 * 1024

    private static let parameters: Set<String> = ["q", "page", "site", "tag", "limit", "offset", "after"]

    /// A merge patch: a missing key keeps the value, null removes it.
    private struct MetadataPatch: Decodable {
        private enum CodingKeys: String, CodingKey { case tags, note }

        var tags: [String]?
        var note: String?

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            if values.contains(.tags) { tags = try values.decode([String]?.self, forKey: .tags) ?? [] }
            if values.contains(.note) { note = try values.decode(String?.self, forKey: .note) ?? "" }
        }
    }

    private struct CountDocument: Encodable {
        var name: String
        var count: Int
    }

    /// The routes.
    var routes: [Route] {
        [
            .post("/api/snapshots", access: .capture, add), .get("/api/snapshots", list),
            .get("/api/snapshots/{id}", show), .patch("/api/snapshots/{id}", updateMetadata),
            .delete("/api/snapshots/{id}", remove), .get("/api/snapshots/{id}/restore", restore),
            .get("/api/sites") { request, _ in try await counts(of: .sites, request) },
            .get("/api/tags") { request, _ in try await counts(of: .tags, request) },
        ]
    }

    private func counts(of subject: SnapshotCount.Subject, _ request: Request) async throws -> Response {
        try request.expectParameters(["limit"])
        let limit = try request.number("limit", standard: .max, in: 1...100_000)
        let counts = try await Blocking.run { [archive] in try archive.counts(of: subject) }
        return try .json(counts.prefix(limit).map { CountDocument(name: $0.name, count: $0.count) })
    }

    @Sendable
    private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(Self.parameters)
        var listing = SnapshotListing(query: request.queryValue("q"))
        let limit = try request.number("limit", standard: Self.limits.standard, in: 1...Self.limits.maximum)
        // One place more than the response contains shows that there is a next page.
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
                throw Problem(.badRequest, "after must be the value in the Link field of the previous page")
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
        let place = try await batcher.add(try PageSnapshot(json: body.readableBytesView))
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

    /// Changes the tags and the note by a merge patch (RFC 7396).
    @Sendable
    private func updateMetadata(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let patch = try await request.decoded(
            MetadataPatch.self, limit: Self.metadataLimit, types: ["application/json", "application/merge-patch+json"],
            expected: "an object with \"tags\", an array of strings, or \"note\", a string")
        let id = try Self.stableID(context)
        let place = try await Blocking.run { [archive] in
            try archive.updateMetadata(id: id) { place in
                try request.expectMatch(of: EntityTag(place))
                return try SnapshotMetadata(
                    tags: patch.tags ?? place.metadata.tags, note: patch.note ?? place.metadata.note)
            }
        }
        return .json(SnapshotDocument(place), fields: [.eTag: EntityTag(place).text])
    }

    @Sendable
    private func remove(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try Self.stableID(context)
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

    /// Returns the id in the path.
    ///
    /// `@` denotes the newest place, which can change at any moment, so it must not select a place to change or remove.
    private static func stableID(_ context: ServiceContext) throws -> String {
        let id = try context.parameters.require("id")
        guard id != "@" else {
            throw Problem(
                .notFound, "@ can only be read, because the newest snapshot can change at any moment: use an id")
        }
        return id
    }

    private static func pageKey(ofURL url: String) throws -> String {
        guard let snapshot = try? PageSnapshot(value: .object(["url": .string(url)])) else {
            throw Problem(.badRequest, "page must be an http, https or file URL")
        }
        return snapshot.pageKey
    }
}
