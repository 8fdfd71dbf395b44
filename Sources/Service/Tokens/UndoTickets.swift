import FoundationEssentials
import Synchronization

/// Lets whoever has just added a place by the capture token take that one back.
///
/// The capture token itself may only add. So each place that it adds comes with a ticket of its own, which works once, for
/// ten minutes, and is known to nobody but the one who added.
final class UndoTickets: Sendable {
    /// How long a ticket works, in seconds.
    static let lifetime: TimeInterval = 600
    /// How many are good; the oldest go first.
    static let most = 256

    private struct Ticket {
        let id: String
        let secret: Token
        let expiresAt: Date
    }

    private let unused = Mutex<[Ticket]>([])

    /// Makes a ticket.
    ///
    /// - Parameters:
    ///   - id: The place that it takes back.
    ///   - now: The time.
    /// - Returns: The ticket's secret.
    func issue(for id: String, at now: Date) -> String {
        let ticket = Ticket(id: id, secret: Token(), expiresAt: now.addingTimeInterval(Self.lifetime))
        unused.withLock { tickets in
            tickets.append(ticket)
            // Several at a time, so that few of them make the others move up.
            if tickets.count >= 2 * Self.most { tickets.removeFirst(tickets.count - Self.most) }
        }
        return ticket.secret.text
    }

    /// Uses a ticket up.
    ///
    /// - Parameters:
    ///   - candidate: What was presented.
    ///   - id: The place to take back.
    ///   - now: The time.
    /// - Returns: Whether it was an unused ticket of that place.
    func redeem(_ candidate: String, for id: String, at now: Date) -> Bool {
        unused.withLock { tickets in
            tickets.removeFirst(max(0, tickets.count - Self.most))
            tickets.removeAll { $0.expiresAt <= now }
            guard let index = tickets.firstIndex(where: { $0.id == id && $0.secret.matches(candidate) }) else {
                return false
            }
            tickets.remove(at: index)
            return true
        }
    }
}
