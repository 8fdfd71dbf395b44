import FoundationEssentials
import HTTPTypes
import Hummingbird
import Snapshots

/// `/api/snapshots/{id}/undo`: removes a place that the capture token has just added, or undoes a recent removal.
struct UndoRoutes: Sendable {
    let archive: any SnapshotArchive
    let tickets: UndoTickets

    private struct UndoRequest: Decodable {
        var ticket: String?
    }

    /// The route.
    var routes: [Route] { [.post("/api/snapshots/{id}/undo", access: .capture, undo)] }

    @Sendable
    private func undo(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let order =
            try request.hasBody
            ? await request.decoded(
                UndoRequest.self, limit: PairingRoutes.bodyLimit, expected: "an object with the string \"ticket\"")
            : UndoRequest()
        let id = try context.parameters.require("id")
        guard let ticket = order.ticket else { return try await undoRemoval(id, request, context) }
        guard tickets.redeem(ticket, for: id) else {
            throw Problem(
                .forbidden, "the ticket belongs to another place, has been used, or is older than ten minutes")
        }
        _ = try await Blocking.run { [archive] in try archive.remove(ids: [id]) }
        return Response(status: .noContent)
    }

    private func undoRemoval(_ id: String, _ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectNoForm()
        guard context.access == .full else { throw Problem(.forbidden, "the capture token may only add snapshots") }
        let place = try await Blocking.run { [archive] in try archive.undoRemoval(id: id) }
        return .json(SnapshotDocument(place), fields: [.eTag: EntityTag(place).text])
    }
}
