import DownloadQueue
import GRDB
import Synchronization
import WHATWGURL

/// Takes down what workers report, and remembers the items that they hold.
///
/// A remembered item need not be read again: its row's version tells whether somebody else has changed it.
final class QueueRecorder: Sendable {
    /// The most items that are remembered: more than any worker holds at once.
    private static let capacity = 4_096

    private let machine: QueueMachine
    private let held = Mutex<[String: StoredItem]>([:])

    init(machine: QueueMachine) {
        self.machine = machine
    }

    /// Remembers items that were claimed.
    func remember(_ items: [StoredItem]) {
        held.withLock { held in
            // What is forgotten is read again.
            if held.count + items.count > Self.capacity { held = [:] }
            for item in items { held[item.item.id] = item }
        }
    }

    /// Records in one transaction.
    func commit(
        _ records: [QueueRecord], to database: LeftoffDatabase
    ) throws -> [Result<QueueTransition, any Error>] {
        let before = held.withLock { held in
            Dictionary(records.compactMap { held.removeValue(forKey: $0.id) }.map { ($0.item.id, $0) }) { $1 }
        }
        let (results, after) = try database.write { database in
            // Values of their own: a transaction may be tried again.
            var known = before
            var hosts: [String: HostBackoff?] = [:]
            let numbers = try ChangeNumbers(database)
            let results = try records.map { record -> Result<QueueTransition, any Error> in
                do {
                    var transition = try take(record, &known, numbers, database)
                    try judgeHost(record, &transition, &hosts, database)
                    return .success(transition)
                } catch let error as QueueError {
                    return .failure(error)
                }
            }
            try numbers.save(database)
            return (results, known)
        }
        held.withLock { held in
            for (id, stored) in after where stored.item.lease != nil { held[id] = stored }
        }
        return results
    }

    /// Takes down one record.
    private func take(
        _ record: QueueRecord, _ known: inout [String: StoredItem], _ numbers: ChangeNumbers, _ database: Database
    ) throws -> QueueTransition {
        if let stored = known[record.id] {
            do {
                if let transition = try take(record, of: stored, &known, numbers, database) { return transition }
            } catch is QueueError {
                // The remembered item may be an old one: only the stored one may refuse.
            }
        }
        guard let stored = try QueueRow.fetch(database, id: record.id) else {
            known[record.id] = nil
            throw QueueError.leaseLost(id: record.id)
        }
        known[record.id] = stored
        guard let transition = try take(record, of: stored, &known, numbers, database) else {
            throw QueueError.leaseLost(id: record.id)
        }
        return transition
    }

    /// Takes down one record of an item as it is remembered or stored.
    ///
    /// - Returns: nil when the row has changed since.
    private func take(
        _ record: QueueRecord, of stored: StoredItem, _ known: inout [String: StoredItem], _ numbers: ChangeNumbers,
        _ database: Database
    ) throws -> QueueTransition? {
        var transition = QueueTransition(stored.item)
        for event in record.events {
            let next = try machine.apply(event, lease: record.lease, to: transition.item, at: record.now)
            transition = QueueTransition(next.item, transition.actions + next.actions)
        }
        if let name = transition.item.partName, name != stored.item.partName {
            var isTaken = false
            try QuickStatement(
                "SELECT EXISTS (SELECT 1 FROM queue_item WHERE directory = ? AND part_name = ? AND id <> ?)", database
            ).read([.text(stored.item.directory), .text(name), .text(record.id)]) { row in
                isTaken = row.integer(0) == 1
                return false
            }
            if isTaken {
                let name = transition.item.fileName ?? name
                throw QueueError.nameTaken(directory: stored.item.directory, name: name)
            }
        }
        if transition.actions.contains(.forget) {
            guard try QueueRow.delete(stored, numbers, database) else { return nil }
            known[record.id] = nil
        } else {
            guard let new = try QueueRow.update(stored, to: transition.item, numbers, database) else { return nil }
            known[record.id] = new
        }
        return transition
    }

    private func judgeHost(
        _ record: QueueRecord, _ transition: inout QueueTransition, _ hosts: inout [String: HostBackoff?],
        _ database: Database
    ) throws {
        let isTelling = record.events.contains { event in
            switch event {
            case .failed, .completed, .quarantined: true
            case .renewed, .named, .progressed, .verifying, .committing, .released, .returned, .postponed: false
            }
        }
        guard isTelling else { return }
        let host = transition.item.url.host
        let old = try hosts[host] ?? QueueHosts.find(host, database)
        var standing = old
        for event in record.events { standing = machine.standing(after: event, of: standing, at: record.now) }
        if standing != old {
            try QueueHosts.set(host, to: standing, database)
        }
        hosts[host] = .some(standing)
        if let end = standing?.notBefore, end > record.now { transition.actions.append(.holdHost(until: end)) }
    }
}
