import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Synchronization

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
                UndoRequest.self, limit: PairingRoutes.bodyLimit, fields: ["ticket"],
                expected: "an object with the string \"ticket\"")
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
        guard context.access == .full else { throw Problem(.forbidden, "the capture token may only add places") }
        let place = try await Blocking.run { [archive] in try archive.undoRemoval(id: id) }
        return .json(SnapshotDocument(place), fields: [.eTag: EntityTag(place).text])
    }
}

/// Tickets that allow removing a place that the capture token has just added.
///
/// The capture token may only add places. Therefore each place that it adds gets its own ticket, which works once, for
/// ten minutes, and is known only to the client that added the place.
final class UndoTickets: Sendable {
    /// The time for which a ticket is valid, in seconds.
    private static let lifetime: TimeInterval = 600
    /// The maximum number of valid tickets; the oldest are discarded first.
    static let limit = 256

    private struct Ticket {
        let id: String
        let secret: Token
        let endsAt: ContinuousClock.Instant
    }

    private let unused = Mutex<[Ticket]>([])
    private let now: MonotonicClock

    /// Creates an empty set of tickets.
    init(now: @escaping MonotonicClock) {
        self.now = now
    }

    /// Returns a new ticket.
    ///
    /// - Parameter id: The id of the place that the ticket removes.
    /// - Returns: The secret of the ticket.
    func issue(for id: String) -> String {
        let ticket = Ticket(id: id, secret: Token(), endsAt: now().advanced(by: .seconds(Self.lifetime)))
        unused.withLock { tickets in
            tickets.append(ticket)
            // Many tickets are discarded at once, so that the array is rarely shifted.
            if tickets.count >= 2 * Self.limit { tickets.removeFirst(tickets.count - Self.limit) }
        }
        return ticket.secret.text
    }

    /// Returns true if a ticket is valid, without redeeming it.
    ///
    /// - Parameters:
    ///   - candidate: The secret that a request contains.
    ///   - id: The id of the place that the ticket belongs to.
    /// - Returns: True if it is an unused ticket of that place.
    func isValid(_ candidate: String, for id: String) -> Bool {
        let now = now()
        return unused.withLock { tickets in
            tickets.suffix(Self.limit).contains { ticket in
                ticket.id == id && ticket.endsAt > now && ticket.secret.matches(candidate)
            }
        }
    }

    /// Redeems a ticket.
    ///
    /// - Parameters:
    ///   - candidate: The secret that a request contains.
    ///   - id: The id of the place to remove.
    /// - Returns: True if it was an unused ticket of that place.
    func redeem(_ candidate: String, for id: String) -> Bool {
        let now = now()
        return unused.withLock { tickets in
            tickets.removeFirst(max(0, tickets.count - Self.limit))
            tickets.removeAll { $0.endsAt <= now }
            guard let index = tickets.firstIndex(where: { $0.id == id && $0.secret.matches(candidate) }) else {
                return false
            }
            tickets.remove(at: index)
            return true
        }
    }
}
