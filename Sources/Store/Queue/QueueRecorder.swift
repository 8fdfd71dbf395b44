import DownloadQueue
import GRDB
import Synchronization
import WHATWGURL

/// A recorder of the events that workers report, with a cache of the items that they have claimed.
///
/// A cached item is used without reading it again. The version of its row shows if another process has changed it.
final class QueueRecorder: Sendable {
    /// The maximum number of cached items, which is more than any worker claims at once.
    private static let capacity = 4_096

    /// The backoff of a host as it was read or written in a transaction.
    private struct KnownBackoff {
        /// The backoff; nil for a host without failures.
        let backoff: HostBackoff?

        init(_ backoff: HostBackoff?) {
            self.backoff = backoff
        }
    }

    private let machine: QueueMachine
    private let held = Mutex<[String: StoredItem]>([:])

    init(machine: QueueMachine) {
        self.machine = machine
    }

    /// Caches items that were claimed.
    func cache(_ items: [StoredItem]) {
        held.withLock { held in
            // Items that are no longer cached are read again.
            if held.count + items.count > Self.capacity { held = [:] }
            for item in items { held[item.item.id] = item }
        }
    }

    /// Records events in one transaction.
    func commit(
        _ records: [QueueRecord], to database: LeftoffDatabase
    ) throws -> [Result<QueueTransition, any Error>] {
        let before = held.withLock { held in
            Dictionary(records.compactMap { held.removeValue(forKey: $0.id) }.map { ($0.item.id, $0) }) { $1 }
        }
        let (results, after) = try database.write { database in
            // Copies, because a transaction may be executed twice.
            var known = before
            var hosts: [String: KnownBackoff] = [:]
            let sequence = try ChangeSequence(database)
            let results = try records.map { record -> Result<QueueTransition, any Error> in
                do {
                    var transition = try apply(record, &known, sequence, database)
                    try updateBackoff(record, &transition, &hosts, database)
                    return .success(transition)
                } catch let error as QueueError {
                    return .failure(error)
                }
            }
            try sequence.save(database)
            return (results, known)
        }
        held.withLock { held in
            for (id, stored) in after where stored.item.lease != nil { held[id] = stored }
        }
        return results
    }

    /// Applies a record to its item.
    private func apply(
        _ record: QueueRecord, _ known: inout [String: StoredItem], _ sequence: ChangeSequence, _ database: Database
    ) throws -> QueueTransition {
        if let stored = known[record.id] {
            do {
                if let transition = try apply(record, of: stored, &known, sequence, database) { return transition }
            } catch is QueueError {
                // The cached item may be outdated. Only the stored item can cause an event to be rejected.
            }
        }
        guard let stored = try QueueTable.fetch(database, id: record.id) else {
            known[record.id] = nil
            throw QueueError.leaseLost(id: record.id)
        }
        known[record.id] = stored
        guard let transition = try apply(record, of: stored, &known, sequence, database) else {
            throw QueueError.leaseLost(id: record.id)
        }
        return transition
    }

    /// Applies a record to a cached or stored item.
    ///
    /// - Returns: The transition; nil if the row has changed since.
    private func apply(
        _ record: QueueRecord, of stored: StoredItem, _ known: inout [String: StoredItem], _ sequence: ChangeSequence,
        _ database: Database
    ) throws -> QueueTransition? {
        var transition = QueueTransition(stored.item)
        for event in record.events {
            let next = try machine.apply(event, lease: record.lease, to: transition.item, at: record.now)
            transition = QueueTransition(next.item, transition.actions + next.actions)
        }
        if let name = transition.item.partName, name != stored.item.partName {
            var isTaken = false
            try RawStatement(
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
            guard try QueueTable.delete(stored, sequence, database) else { return nil }
            known[record.id] = nil
        } else {
            guard let new = try QueueTable.update(stored, to: transition.item, sequence, database) else { return nil }
            known[record.id] = new
        }
        return transition
    }

    private func updateBackoff(
        _ record: QueueRecord, _ transition: inout QueueTransition, _ hosts: inout [String: KnownBackoff],
        _ database: Database
    ) throws {
        let concernsHost = record.events.contains { event in
            switch event {
            case .failed, .completed, .quarantined: true
            case .renewed, .named, .progressed, .verifying, .committing, .released, .returned, .postponed: false
            }
        }
        guard concernsHost else { return }
        let host = transition.item.url.host
        let known = try hosts[host] ?? KnownBackoff(HostBackoffTable.find(host, database))
        let old = known.backoff
        var new = old
        for event in record.events { new = machine.hostBackoff(after: event, of: new, at: record.now) }
        if new != old {
            try HostBackoffTable.set(host, to: new, database)
        }
        hosts[host] = KnownBackoff(new)
        if let end = new?.notBefore, end > record.now { transition.actions.append(.backOffHost(until: end)) }
    }
}
