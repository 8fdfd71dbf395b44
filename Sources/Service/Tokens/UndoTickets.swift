import FoundationEssentials
import Synchronization

/// Tickets that allow removing a place that the capture token has just added.
///
/// The capture token may only add places. Therefore each place that it adds gets its own ticket, which works once, for
/// ten minutes, and is known only to the client that added the place.
final class UndoTickets: Sendable {
    /// The time for which a ticket is valid, in seconds.
    static let lifetime: TimeInterval = 600
    /// The maximum number of valid tickets; the oldest are discarded first.
    static let limit = 256

    private struct Ticket {
        let id: String
        let secret: Token
        let expiresAt: Date
    }

    private let unused = Mutex<[Ticket]>([])

    /// Returns a new ticket.
    ///
    /// - Parameters:
    ///   - id: The id of the place that the ticket removes.
    ///   - now: The time at which its lifetime begins.
    /// - Returns: The secret of the ticket.
    func issue(for id: String, at now: Date) -> String {
        let ticket = Ticket(id: id, secret: Token(), expiresAt: now.addingTimeInterval(Self.lifetime))
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
    ///   - now: The current time by the clock of ``issue(for:at:)``.
    /// - Returns: True if it is an unused ticket of that place.
    func isValid(_ candidate: String, for id: String, at now: Date) -> Bool {
        unused.withLock { tickets in
            tickets.suffix(Self.limit).contains { ticket in
                ticket.id == id && ticket.expiresAt > now && ticket.secret.matches(candidate)
            }
        }
    }

    /// Redeems a ticket.
    ///
    /// - Parameters:
    ///   - candidate: The secret that a request contains.
    ///   - id: The id of the place to remove.
    ///   - now: The current time by the clock of ``issue(for:at:)``.
    /// - Returns: True if it was an unused ticket of that place.
    func redeem(_ candidate: String, for id: String, at now: Date) -> Bool {
        unused.withLock { tickets in
            tickets.removeFirst(max(0, tickets.count - Self.limit))
            tickets.removeAll { $0.expiresAt <= now }
            guard let index = tickets.firstIndex(where: { $0.id == id && $0.secret.matches(candidate) }) else {
                return false
            }
            tickets.remove(at: index)
            return true
        }
    }
}
