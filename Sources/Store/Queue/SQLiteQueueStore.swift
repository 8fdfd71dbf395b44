package import DownloadQueue
package import Foundation
import GRDB
import GroupCommit
import Synchronization
import WHATWGURL

/// The queue in the SQLite database.
///
/// Every change reads the item, asks the queue's rules, and writes the result, all in one immediate transaction: so
/// several processes at once see one order of events.
package struct SQLiteQueueStore: QueueStore {
    let database: LeftoffDatabase
    let machine: QueueMachine
    private let recorder: QueueRecorder
    private let group: GroupCommit<[QueueRecord], [Result<QueueTransition, any Error>]>

    /// Makes the queue of a database.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - machine: The queue's rules.
    package init(database: LeftoffDatabase, machine: QueueMachine = QueueMachine()) {
        self.database = database
        self.machine = machine
        let recorder = QueueRecorder(machine: machine)
        self.recorder = recorder
        group = GroupCommit { batch in
            var results = try recorder.commit(batch.flatMap { $0 }, to: database)[...]
            return batch.map { records in
                defer { results = results.dropFirst(records.count) }
                return .success(Array(results.prefix(records.count)))
            }
        }
    }

    /// The condition of the rows that ``QueueState/blocksDuplicates`` is true for; it is that of the index.
    static let isLive = "live = 1"

    /// The live item of an address and a place.
    static let duplicate = "url = ? AND directory = ? AND ifnull(name, '') = ? AND \(isLive)"

    // MARK: Adding and finding

    package func add(_ items: [NewQueueItem], at now: Date) throws -> [QueueItem] {
        try database.write { database in
            // A list may name the same thing a hundred thousand times.
            var places: [String: Int] = [:]
            var added: [QueueItem] = []
            added.reserveCapacity(items.count)
            let numbers = try ChangeNumbers(database)
            for (index, new) in items.enumerated() {
                if let place = places.updateValue(index, forKey: new.url.href), items[place] == new {
                    added.append(added[place])
                } else {
                    added.append(try add(new, at: now, numbers, database))
                }
            }
            try numbers.save(database)
            return added
        }
    }

    private func add(
        _ new: NewQueueItem, at now: Date, _ numbers: ChangeNumbers, _ database: Database
    ) throws -> QueueItem {
        let item = QueueItem(id: RecordID.random(), request: new, addedAt: now)
        if try QueueRow.insert(item, numbers, database) { return item }
        let arguments: StatementArguments = [new.url.href, new.directory, new.name ?? ""]
        guard let live = try QueueRow.fetch(database, where: Self.duplicate, arguments).first else {
            // The id was taken, which happens once in many lives.
            return try add(new, at: now, numbers, database)
        }
        let again = try machine.ask(new, of: live.item, at: now)
        guard again != live.item else { return again }
        _ = try QueueRow.update(live, to: again, numbers, database)
        return again
    }

    package func items(_ listing: QueueListing) throws -> [QueueItem] {
        try database.read { try QueueList(listing: listing).items($0) }
    }

    package func item(id prefix: String) throws -> QueueItem {
        try database.read { try item(prefix, $0).item }
    }

    private func item(_ prefix: String, _ database: Database) throws -> StoredItem {
        switch try RecordLookup.find(prefix, in: "queue_item", database) {
        case .found(let id):
            guard let item = try QueueRow.fetch(database, id: id) else { throw QueueError.notFound(id: prefix) }
            return item
        case .notFound: throw QueueError.notFound(id: prefix)
        case .ambiguous(let count): throw QueueError.ambiguous(id: prefix, count: count)
        }
    }

    /// Counts the live items that came from a snapshot.
    ///
    /// - Parameter id: The snapshot's whole id.
    /// - Returns: How many there are.
    /// - Throws: `StoreError`.
    package func liveCount(ofSnapshot id: String) throws -> Int {
        try database.read { database in
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM queue_item WHERE snapshot = ? AND \(Self.isLive)",
                arguments: [id]) ?? 0
        }
    }

    // MARK: Workers

    package func claim(_ claim: QueueClaim, limit: Int) throws -> [QueueItem] {
        let claimed = try database.write { database in
            try QueueClaiming(claim: claim, limit: limit, machine: machine).run(database)
        }
        recorder.remember(claimed)
        return claimed.map(\.item)
    }

    package func record(_ records: [QueueRecord]) throws -> [Result<QueueTransition, any Error>] {
        records.isEmpty ? [] : try group.commit(records)
    }

    package func leased(by owner: String) throws -> [QueueItem] {
        try database.read { try QueueRow.fetch($0, where: "lease_owner = ?", [owner]).map(\.item) }
    }

    package func leaseOwners() throws -> Set<String> {
        try database.read { database in
            try Set(
                String.fetchAll(
                    database, sql: "SELECT DISTINCT lease_owner FROM queue_item WHERE lease_owner IS NOT NULL"))
        }
    }

    package func sweep(at now: Date, goneOwners: Set<String>) throws -> [QueueItem] {
        func left(_ database: Database) throws -> [StoredItem] {
            let cancelled = try QueueRow.fetch(database, where: "state = 'cancelled'")
            let paused = try QueueRow.fetch(database, where: "lease_owner IS NOT NULL AND state = 'paused'")
            return (cancelled + paused).filter { stored in
                stored.item.lease.map { !$0.isLive(at: now) || goneOwners.contains($0.owner) } ?? true
            }
        }
        // Mostly there is nothing, and reading does not keep other processes from writing.
        guard try database.read({ try !left($0).isEmpty }) else { return [] }
        return try database.write { database in
            try QueueHosts.forgetOld(at: QueueRow.milliseconds(now), database)
            return try ChangeNumbers.counting(database) { numbers in
                try left(database).compactMap { stored in
                    if stored.item.state == .cancelled {
                        return try QueueRow.delete(stored, numbers, database) ? stored.item : nil
                    }
                    var item = stored.item
                    item.lease = nil
                    _ = try QueueRow.update(stored, to: item, numbers, database)
                    return nil
                }
            }
        }
    }

    package func outlook(ids: Set<String>?) throws -> QueueSummary {
        let census = try QueueSummaryQuery(ids: ids)
        return try database.read { try census.outlook($0) }
    }

    // MARK: Commands

    package func apply(_ command: QueueCommand, to ids: [String], at now: Date) throws -> [QueueTransition] {
        try database.write { database in
            let numbers = try ChangeNumbers(database)
            let transitions = try ids.map { prefix in
                let stored = try item(prefix, database)
                let transition = try machine.apply(command, to: stored.item, at: now)
                if transition.item.state.blocksDuplicates, !stored.item.state.blocksDuplicates {
                    let item = stored.item
                    let other = try String.fetchOne(
                        database, sql: "SELECT id FROM queue_item WHERE \(Self.duplicate)",
                        arguments: [item.url.href, item.directory, item.name ?? ""])
                    if let other { throw QueueError.duplicate(id: item.id, of: other) }
                }
                if transition.actions.contains(.forget) {
                    _ = try QueueRow.delete(stored, numbers, database)
                } else {
                    _ = try QueueRow.update(stored, to: transition.item, numbers, database)
                }
                return transition
            }
            try numbers.save(database)
            return transitions
        }
    }

    package func move(id prefix: String, _ placing: QueuePosition) throws -> QueueItem {
        try database.write { database in
            let stored = try item(prefix, database)
            let move = QueueMove(item: stored)
            switch placing {
            case .priority(let priority): try move.setPriority(priority, database)
            case .first: try move.placeFirst(database)
            case .last: try move.placeLast(database)
            case .before(let other): try move.place(before: try item(other, database), database)
            case .after(let other): try move.place(after: try item(other, database), database)
            }
            return try item(stored.item.id, database).item
        }
    }

    // MARK: Durability

    /// Makes what this process writes from now on quicker, at the risk that a power cut damages the whole queue.
    ///
    /// A kill does no harm: the operating system has what was written.
    ///
    /// - Throws: `StoreError`.
    package func relaxDurability() throws { try database.relaxDurability() }
}
