import FoundationEssentials
import GroupCommit
import HTTPTypes
import Hummingbird
import NIOPosix
import PageScripts
import Places
import Syntax
import WHATWGURL

/// `/api/snapshots`: the places.
struct SnapshotRoutes: Sendable {
    let archive: any SnapshotArchive
    let batcher: SnapshotBatcher
    let tickets: UndoTickets
    let settings: SettingsFile

    /// The maximum and the default number of places in a response.
    private static let limits = (maximum: 500, standard: 50)
    /// The maximum number of complete snapshots in a response, which is then at most 1 MB long.
    private static let wholeLimit = 10
    /// The maximum size of a body with tags and a note, in bytes.
    static let metadataLimit = 256 * 1024

    private static let parameters: Set<String> = [
        "q", "page", "site", "tag", "whole", "limit", "offset", "after",
    ]

    /// A merge patch: a missing key keeps the value, null removes it.
    private struct MetadataPatch: Decodable {
        private enum CodingKeys: String, CodingKey { case tags, note, origin }

        var tags: [String]?
        var note: String?
        /// True if the origin becomes ``SnapshotOrigin/click``.
        var isKept = false

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            if values.contains(.tags) { tags = try values.decode([String]?.self, forKey: .tags) ?? [] }
            if values.contains(.note) { note = try values.decode(String?.self, forKey: .note) ?? "" }
            guard values.contains(.origin) else { return }
            guard try values.decode(String.self, forKey: .origin) == SnapshotOrigin.click.rawValue else {
                throw DecodingError.typeMismatch(
                    String.self, .init(codingPath: [CodingKeys.origin], debugDescription: "only \"click\" can be set"))
            }
            isKept = true
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
        try request.expectParameters(Self.parameters, lists: ["origin"])
        var listing = SnapshotListing(query: request.queryValue("q"))
        let isWhole = try request.flag("whole")
        var limit = try request.number("limit", standard: Self.limits.standard, in: 1...Self.limits.maximum)
        if isWhole { limit = min(limit, Self.wholeLimit) }
        listing.limit = limit
        listing.offset = try request.number("offset", standard: 0, in: 0...Int(Int32.max))
        listing.pageKey = try request.queryValue("page").map(PageParameter.pageKey)
        listing.site = request.queryValue("site").map { site in
            let site = site.lowercased()
            return site.hasPrefix("www.") ? String(site.dropFirst(4)) : site
        }
        listing.tag = request.queryValue("tag")
        listing.origins = try Self.origins(request.queryValues("origin"))
        if let cursor = request.queryValue("after") {
            guard let position = Int64(cursor), position >= 0 else {
                throw Problem(.badRequest, "after must be the value in the Link field of the previous page")
            }
            listing.before = position
        }
        let list = try await Blocking.run { [archive, listing] in try archive.list(listing) }
        context.report(list.damaged)
        return .json(
            .array(list.snapshots.map { SnapshotDocument($0, isWhole: isWhole).json }),
            fields: request.linkToNext(after: list.next.map { String($0) }))
    }

    @Sendable
    private func add(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let isAutomatic = try Self.isAutomatic(request, context)
        let body = try await request.jsonBody(limit: PageSnapshot.maximumByteCount)
        let captured = try PageSnapshot(json: body.readableBytesView)
        let settings = settings.current
        if let host = settings.hostNeverCaptured(of: captured) {
            throw Problem(.forbidden, "pages of \(host) are never captured: the settings list this host")
        }
        let isFrameExcluded = settings.isFrameNeverCaptured(in: captured)
        let snapshot = try await withTrustedOriginal(isFrameExcluded ? captured.withoutFrame() : captured)
        if isAutomatic { return try await addAutomatic(snapshot) }
        let stored = try await batcher.add(snapshot)
        let place = stored.place
        let isForgettable = context.access == .full
        // A place that was there before must not be removed by whoever may only add places.
        let undo = isForgettable || stored.isRenewed ? nil : tickets.issue(for: place.id)
        let document = SnapshotDocument(
            place, isForgettable: isForgettable, isRenewed: stored.isRenewed, undo: undo)
        return .json(
            document, status: stored.isRenewed ? .ok : .created,
            fields: [.location: "/api/snapshots/\(place.id)", .eTag: EntityTag(place).text])
    }

    /// Returns a snapshot without its canonical URL if it claims to be one of a copy, but the copied place has another
    /// original.
    private func withTrustedOriginal(_ snapshot: PageSnapshot) async throws -> PageSnapshot {
        guard let id = snapshot.copiedPlaceID, let original = snapshot.original else { return snapshot }
        let isCopy = try await Blocking.run { [archive] in
            guard let place = try? archive.snapshot(id: id), place.id == id else { return false }
            return place.snapshot.isPage(at: original)
        }
        return isCopy ? snapshot : try snapshot.withoutCanonical()
    }

    /// Stores or renews the automatic place of a page; a notice says why there is none.
    private func addAutomatic(_ snapshot: PageSnapshot) async throws -> Response {
        switch try await Blocking.run({ [archive] in try archive.addAutomatic(snapshot) }) {
        case .added(let place):
            return .json(
                SnapshotDocument(place, isForgettable: true, isRenewed: false), status: .created,
                fields: [.location: "/api/snapshots/\(place.id)", .eTag: EntityTag(place).text])
        case .renewed(let place):
            return .json(
                SnapshotDocument(place, isForgettable: true, isRenewed: true), fields: [.eTag: EntityTag(place).text])
        case .ended: return Self.notice("the page was read to its end, so it keeps no automatic place")
        case .refused: return Self.notice("the reader has refused automatic places on this page")
        }
    }

    private static func notice(_ text: String) -> Response { .json(.object(["notice": .string(text)])) }

    /// Returns true if the new place is automatic.
    ///
    /// A new automatic place replaces another one, which the capture token may not do.
    private static func isAutomatic(_ request: Request, _ context: ServiceContext) throws -> Bool {
        try request.expectParameters([], lists: ["origin"])
        switch request.queryValue("origin") {
        case nil, "click": return false
        case "automatic":
            guard context.access == .full else { throw Problem(.forbidden, "the capture token may only add places") }
            return true
        default: throw Problem(.badRequest, "origin must be click or automatic")
        }
    }

    /// Returns the origins that a list is limited to; nil for all.
    private static func origins(_ names: [String]) throws -> Set<SnapshotOrigin>? {
        guard !names.isEmpty else { return nil }
        return try Set(
            names.map {
                guard let origin = SnapshotOrigin(rawValue: $0) else {
                    throw Problem(.badRequest, "origin must be click, automatic or import")
                }
                return origin
            })
    }

    @Sendable
    private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let place = try await place(context)
        return .json(SnapshotDocument(place, isWhole: true), fields: [.eTag: EntityTag(place).text])
    }

    /// Changes the tags and the note, or keeps an automatic place, by a merge patch (RFC 7396).
    @Sendable
    private func updateMetadata(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let patch = try await request.decoded(
            MetadataPatch.self, limit: Self.metadataLimit, types: ["application/json", "application/merge-patch+json"],
            expected: """
                an object with "tags", an array of strings, "note", a string, or "origin", which can only become "click"
                """)
        let id = try context.stableID(of: "place")
        let place = try await Blocking.run { [archive] in
            try archive.updateMetadata(id: id, isKept: patch.isKept) { place in
                try request.expectMatch(of: EntityTag(place), EntityTag(place, countsCopies: false))
                return try SnapshotMetadata(
                    tags: patch.tags ?? place.metadata.tags, note: patch.note ?? place.metadata.note)
            }
        }
        return .json(SnapshotDocument(place), fields: [.eTag: EntityTag(place).text])
    }

    @Sendable
    private func remove(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.stableID(of: "place")
        if request.headers[.ifMatch] != nil {
            let place = try await place(context)
            try request.expectMatch(of: EntityTag(place), EntityTag(place, countsCopies: false))
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
}

/// A place as the API represents it.
struct SnapshotDocument {
    private var id: String
    /// The time at which the place was stored (RFC 3339, in UTC with milliseconds).
    private var storedAt: String
    /// The URL of the page.
    private var url: String
    /// The edition of the original page in which the place was captured; nil if the page is itself the original.
    private var edition: PageEdition?
    /// The URL of the original page; nil if the page is itself the original.
    private var original: String?
    private var title: String?
    /// The text at the reading line; nil if there is none.
    private var quote: String?
    /// The reading progress from 0 to 1: by text if that is known, otherwise by height.
    private var progress: Double?
    /// True if the place is only known by ``progress``, as places from other programs can be.
    private var approximate: Bool
    /// The URL that opens the page, with the time of its medium if the page takes one.
    private var address: String
    /// The URL that opens the page at the place: ``address`` with a text directive.
    private var fragment: String
    /// The number of links that were in view.
    private var linkCount: Int
    /// The tags.
    private var tags: [String]
    /// The note; empty if there is none.
    private var note: String
    /// The cause for which the place was stored.
    private var origin: SnapshotOrigin
    /// The time at which the place is erased (RFC 3339); nil if it is kept for good.
    private var expiresAt: String?
    /// The kinds of copies of the page, text before picture.
    private var copies: [CopyKind]
    /// The words around the match of a search in the copy; nil if the search did not match it.
    private var excerpt: TextExcerpt?
    /// The complete snapshot; nil unless the request asks for it.
    private var snapshot: JSONValue?
    /// True if the token that stored the place may also remove it; only in responses to new snapshots.
    private var forgettable: Bool?
    /// True if the line had a place already, which got the time of the capture; only in responses to new snapshots.
    private var renewed: Bool?
    /// The undo ticket of a new snapshot, if the token that stored it may not remove places.
    private var undo: String?

    /// Creates the document of a place.
    ///
    /// - Parameters:
    ///   - place: The stored snapshot.
    ///   - isWhole: True to include the complete snapshot.
    ///   - isForgettable: True if the token that stored the place may remove it; nil omits the key.
    ///   - isRenewed: True if the line had a place already; nil omits the key.
    ///   - undo: The undo ticket; nil omits the key.
    init(
        _ place: StoredSnapshot, isWhole: Bool = false, isForgettable: Bool? = nil, isRenewed: Bool? = nil,
        undo: String? = nil
    ) {
        id = place.id
        storedAt = RFC3339.string(place.storedAt)
        url = place.snapshot.url.href
        edition = place.snapshot.edition
        original = place.snapshot.original?.href
        title = place.snapshot.title
        quote = place.snapshot.highlight
        progress = place.snapshot.progress
        approximate = place.snapshot.isApproximate
        address = place.snapshot.timedURL
        fragment = place.snapshot.textFragmentURL
        linkCount = place.snapshot.json["links"]?.array?.count ?? 0
        tags = place.metadata.tags
        note = place.metadata.note
        origin = place.origin
        expiresAt = place.expiresAt.map { RFC3339.string($0) }
        copies = place.copies
        excerpt = place.excerpt
        snapshot = isWhole ? place.snapshot.json : nil
        forgettable = isForgettable
        renewed = isRenewed
        self.undo = undo
    }

    /// The document as JSON.
    var json: JSONValue {
        // Unknown values are null rather than missing, so that every place has the same keys.
        var members: [String: JSONValue] = [
            "id": .string(id), "storedAt": .string(storedAt), "url": .string(url),
            "edition": edition.map { .string($0.rawValue) } ?? .null,
            "original": original.map(JSONValue.string) ?? .null,
            "title": title.map(JSONValue.string) ?? .null, "quote": quote.map(JSONValue.string) ?? .null,
            "progress": progress.map(JSONValue.number) ?? .null, "approximate": .bool(approximate),
            "address": .string(address), "fragment": .string(fragment),
            "linkCount": .number(Double(linkCount)), "tags": .array(tags.map(JSONValue.string)), "note": .string(note),
            "origin": .string(origin.rawValue), "expiresAt": expiresAt.map(JSONValue.string) ?? .null,
            "copies": .array(copies.map { .string($0.rawValue) }),
        ]
        if let excerpt {
            members["excerpt"] = [
                "before": .string(excerpt.before), "match": .string(excerpt.match), "after": .string(excerpt.after),
            ]
        }
        if let snapshot { members["snapshot"] = snapshot }
        if let forgettable { members["forgettable"] = .bool(forgettable) }
        if let renewed { members["renewed"] = .bool(renewed) }
        if let undo { members["undo"] = .string(undo) }
        return .object(members)
    }
}

/// A batcher that stores snapshots that arrive at the same time in one transaction.
///
/// While requests wait for their transaction, they occupy no thread.
struct SnapshotBatcher: Sendable {
    /// The maximum number of snapshots in one transaction, which bounds how long the first of them waits.
    private static let batchLimit = 256

    private let group: GroupCommit<PageSnapshot, CapturedPlace>

    /// Creates a batcher.
    ///
    /// - Parameters:
    ///   - archive: The archive that the snapshots are added to.
    ///   - onAdd: Called with the number of places that a transaction has added, unless it is 0.
    init(archive: any SnapshotArchive, onAdd: @escaping @Sendable (Int) -> Void) {
        let executor: GroupCommit<PageSnapshot, CapturedPlace>.Executor = { job in
            NIOThreadPool.singleton.submit { _ in job() }
        }
        group = GroupCommit(batchLimit: Self.batchLimit, executor: executor) { batch in
            let results = Self.store(batch, in: archive)
            let addedCount = results.count { (try? $0.get())?.isRenewed == false }
            if addedCount > 0 { onAdd(addedCount) }
            return results
        }
    }

    /// Stores a snapshot durably.
    ///
    /// - Parameter snapshot: A valid snapshot; if storing it fails, the others are not affected.
    /// - Returns: Its place.
    /// - Throws: An error of the archive.
    func add(_ snapshot: PageSnapshot) async throws -> CapturedPlace {
        try await group.submit(snapshot)
    }

    private static func store(
        _ batch: [PageSnapshot], in archive: any SnapshotArchive
    ) -> [Result<CapturedPlace, any Error>] {
        do {
            return try archive.capture(batch).map { .success($0) }
        } catch  where batch.count > 1 {
            // One bad snapshot must not fail the others, so each is stored separately.
            return batch.flatMap { store([$0], in: archive) }
        } catch {
            return [.failure(error)]
        }
    }
}

/// A response that contains a script or an address that restores a place.
private enum RestoreResponse {
    /// Returns the response.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot of the place.
    ///   - kind: `script`, `module`, `bookmarklet`, `fragment` or `json`.
    /// - Returns: The response.
    /// - Throws: `Problem` (400) for another kind.
    static func response(for snapshot: PageSnapshot, as kind: String) throws -> Response {
        let restore = SnapshotRestore(snapshot: snapshot)
        let (text, type) =
            switch kind {
            case "script": (restore.script, "text/javascript; charset=utf-8")
            // The same expression as the default export of a module, for pages whose policy allows scripts only by URL.
            case "module": ("export default \(restore.script);\n", "text/javascript; charset=utf-8")
            case "bookmarklet": (restore.bookmarklet, "text/plain; charset=utf-8")
            case "fragment": (snapshot.textFragmentURL, "text/plain; charset=utf-8")
            case "json": (restore.json, "application/json")
            default: throw Problem(.badRequest, "as must be script, module, bookmarklet, fragment or json")
            }
        let body = ByteBuffer(string: text)
        return .text(body, type: type, fields: [.eTag: EntityTag(of: body).text])
    }
}
