import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax

/// `/api/trash`: the removed places.
struct TrashRoutes: Sendable {
    let shelf: any PageShelf

    /// The maximum and the default number of places in a response.
    private static let limits = (maximum: 200, standard: 50)

    /// The largest number of a removal in a request, which every JSON number can have (RFC 8259, section 6).
    private static let maximumNumber = 9_007_199_254_740_991

    /// The routes.
    var routes: [Route] {
        [.get("/api/trash", list), .delete("/api/trash", empty), .delete("/api/trash/{id}", erase)]
    }

    @Sendable
    private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["limit", "after"])
        let limit = try request.number("limit", standard: Self.limits.standard, in: 1...Self.limits.maximum)
        var position: Int64?
        if let text = request.queryValue("after") {
            guard let number = Int64(text), number >= 0 else {
                throw Problem(.badRequest, "after must be the value in the Link field of the previous page")
            }
            position = number
        }
        let start = position
        // Read before the list, which then has all places up to this one.
        let (newest, part) = try await Blocking.run { [shelf] in
            (try shelf.newestRemoval(), try shelf.trash(before: start, limit: limit))
        }
        context.report(part.damaged)
        let places = part.entries.map { entry -> JSONValue in
            var place = SnapshotDocument(entry.place).json.object ?? [:]
            place["removedAt"] = .string(RFC3339.string(entry.removedAt))
            place["erasedAt"] = .string(RFC3339.string(entry.erasedAt))
            return .object(place)
        }
        return .json(
            .object(["places": .array(places), "newest": newest.map { .number(Double($0)) } ?? .null]),
            fields: request.linkToNext(after: part.next.map { String($0) }))
    }

    @Sendable
    private func erase(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters([])
        let id = try context.stableID(of: "place")
        _ = try await Blocking.run { [shelf] in try shelf.erase(ids: [id]) }
        return Response(status: .noContent)
    }

    @Sendable
    private func empty(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["newest"])
        // What is forgotten while a reader is asked, the answer does not concern.
        let newest = try request.number("newest", standard: .max, in: 0...Self.maximumNumber)
        let count = try await Blocking.run { [shelf] in
            guard newest < .max else { return try shelf.erase(ids: nil) }
            return try shelf.eraseTrash(upTo: Int64(newest))
        }
        return .json(.object(["erased": .number(Double(count))]))
    }
}
