import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax

/// `/api/automatic`: the automatic places, and the pages on which the reader has refused them.
struct AutomaticRoutes: Sendable {
    let archive: any SnapshotArchive

    /// The maximum size of a body with the URL of a page, in bytes.
    static let bodyLimit = 64 * 1024

    private struct RefusalRequest: Decodable {
        var page: String
    }

    /// The routes.
    var routes: [Route] {
        [
            .delete("/api/automatic", end), .get("/api/automatic/refusals", refusals),
            .post("/api/automatic/refusals", refuse), .delete("/api/automatic/refusals", allow),
        ]
    }

    /// Erases the automatic place of a page, which was read to its end.
    @Sendable
    private func end(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let key = try Self.page(of: request)
        _ = try await Blocking.run { [archive] in try archive.removeAutomatic(pageKey: key) }
        return Response(status: .noContent)
    }

    @Sendable
    private func refusals(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters([])
        let refusals = try await Blocking.run { [archive] in try archive.automaticRefusals() }
        return .json(.array(refusals.map(Self.document(of:))))
    }

    @Sendable
    private func refuse(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.decoded(
            RefusalRequest.self, limit: Self.bodyLimit, expected: "an object with the string \"page\"")
        let key = try PageParameter.pageKey(ofURL: body.page)
        let refusal = try await Blocking.run { [archive] in try archive.refuseAutomatic(pageKey: key) }
        return .json(Self.document(of: refusal), status: .created)
    }

    @Sendable
    private func allow(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let key = try Self.page(of: request)
        _ = try await Blocking.run { [archive] in try archive.allowAutomatic(pageKey: key) }
        return Response(status: .noContent)
    }

    private static func page(of request: Request) throws -> String {
        try request.expectParameters(["page"])
        guard let url = request.queryValue("page") else { throw Problem(.badRequest, "the parameter page is missing") }
        return try PageParameter.pageKey(ofURL: url)
    }

    private static func document(of refusal: AutomaticPlace.Refusal) -> JSONValue {
        .object([
            "page": .string(refusal.pageKey), "refusedAt": .string(RFC3339.string(refusal.refusedAt)),
            "place": refusal.placeID.map(JSONValue.string) ?? .null,
        ])
    }
}
