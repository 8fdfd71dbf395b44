import FoundationEssentials
import HTTPTypes
import Hummingbird
import PageScripts
import Restore
import Snapshots
import WHATWGURL

/// `/api/snapshots`: the places.
struct SnapshotRoutes: Sendable {
    let archive: any SnapshotArchive

    /// How many places an answer holds at most, and when nothing is said.
    static let limits = (most: 500, standard: 50)
    // How many places are looked at in one go when a page's newest is searched for.
    private static let scanStep = 200

    /// Adds the routes that read and remove.
    func addReading(to group: RouterGroup<ServiceContext>) {
        group.get("/api/snapshots", use: list)
        group.get("/api/snapshots/:id", use: show)
        group.delete("/api/snapshots/:id", use: remove)
        group.get("/api/snapshots/:id/restore", use: restore)
    }

    /// Adds the route that adds.
    func addAdding(to group: RouterGroup<ServiceContext>) {
        group.post("/api/snapshots", use: add)
    }

    @Sendable
    private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = request.queryValue("q")
        let limit = try request.number("limit", standard: Self.limits.standard, in: 1...Self.limits.most)
        let offset = try request.number("offset", standard: 0, in: 0...1_000_000_000)
        var pageKey: String?
        if let page = request.queryValue("page") {
            pageKey = try Self.pageKey(ofAddress: page)
        }
        let places = try await Blocking.run { [archive, pageKey] in
            guard let pageKey else { return try archive.snapshots(matching: query, limit: limit, offset: offset) }
            return try Self.places(of: pageKey, in: archive, matching: query, limit: limit, offset: offset)
        }
        return try .json(places.map { SnapshotDocument($0) })
    }

    @Sendable
    private func add(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.jsonBody(limit: PageSnapshot.maximumByteCount)
        let snapshot = try PageSnapshot(json: body.readableBytesView)
        let place = try await Blocking.run { [archive] in try archive.add(snapshot) }
        return try .json(
            SnapshotDocument(place, isForgettable: context.access == .full), status: .created,
            fields: [.location: "/api/snapshots/\(place.id)"])
    }

    @Sendable
    private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try .json(SnapshotDocument(try await place(context), isWhole: true))
    }

    @Sendable
    private func remove(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectNoForm()
        let id = try context.parameters.require("id")
        // "@" means another place at each moment, which is no name to remove something by from afar.
        guard id != "@" else { throw SnapshotArchiveError.notFound(id) }
        _ = try await Blocking.run { [archive] in try archive.remove(ids: [id]) }
        return Response(status: .noContent)
    }

    @Sendable
    private func restore(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let kind = request.queryValue("as") ?? "script"
        let restore = SnapshotRestore(snapshot: try await place(context).snapshot)
        let (text, type) =
            switch kind {
            case "script": (restore.script, "text/javascript; charset=utf-8")
            // The same expression as a module's default export, for pages whose policy allows scripts only by address.
            case "module": ("export default \(restore.script);\n", "text/javascript; charset=utf-8")
            case "bookmarklet": (restore.bookmarklet, "text/plain; charset=utf-8")
            case "fragment": (restore.fragmentAddress, "text/plain; charset=utf-8")
            case "json": (restore.json, "application/json")
            default: throw Problem(.badRequest, "as must be script, module, bookmarklet, fragment or json")
            }
        return .text(ByteBuffer(string: text), type: type)
    }

    private func place(_ context: ServiceContext) async throws -> StoredSnapshot {
        let id = try context.parameters.require("id")
        return try await Blocking.run { [archive] in try archive.snapshot(id: id) }
    }

    private static func pageKey(ofAddress address: String) throws -> String {
        guard let snapshot = try? PageSnapshot(value: .object(["url": .string(address)])) else {
            throw Problem(.badRequest, "page must be an http, https or file address")
        }
        return snapshot.pageKey
    }

    private static func places(
        of pageKey: String, in archive: any SnapshotArchive, matching query: String?, limit: Int, offset: Int
    ) throws -> [StoredSnapshot] {
        var found: [StoredSnapshot] = []
        var start = 0
        while true {
            let step = try archive.snapshots(matching: query, limit: scanStep, offset: start)
            found += step.filter { $0.snapshot.pageKey == pageKey }
            if step.count < scanStep || found.count >= offset + limit {
                return Array(found.dropFirst(offset).prefix(limit))
            }
            start += step.count
        }
    }
}
