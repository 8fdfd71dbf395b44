package import DownloadQueue
package import Foundation
import GRDB
import GroupCommit
import Synchronization
import Syntax
import WHATWGURL

/// The queue of downloads in the SQLite database.
///
/// Every change reads the item, applies the queue's rules and writes the result in one immediate transaction. Several
/// processes therefore see the events in one order.
///
/// ```swift
/// let database = try LeftoffDatabase(home: "/home/ada/.local/share/leftoff")
/// let queue = SQLiteQueueStore(database: database)
/// if let url = WebURL("https://example.org/file.zip") {
///     let added = try queue.add([NewQueueItem(url: url, directory: "/home/ada/Downloads")], at: Date())
///     _ = try queue.apply(.pause, to: added.map(\.id), at: Date())
/// }
/// ```
package struct SQLiteQueueStore: QueueStore {
    let database: LeftoffDatabase
    private let machine = QueueMachine()
    package let damagedRows = DamagedRows()
    private let recorder: QueueRecorder
    private let group: GroupCommit<[QueueRecord], [Result<QueueTransition, any Error>]>

    /// Creates the queue of a database.
    ///
    /// - Parameter database: The database, which snapshots share.
    package init(database: LeftoffDatabase) {
        self.database = database
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

    /// The condition of the rows for which ``QueueState/blocksDuplicates`` is true, which is also the condition of the
    /// index.
    static let isLive = "live = 1"

    /// The condition that finds the unfinished item of a URL, a directory and a name.
    static let duplicate = "url = ? AND directory = ? AND ifnull(name, '') = ? AND \(isLive)"

    // MARK: Adding and finding

    package func add(_ items: [NewQueueItem], at now: Date) throws -> [QueueItem] {
        try database.write { database in
            // A list may contain the same download a hundred thousand times.
            var places: [String: Int] = [:]
            var added: [QueueItem] = []
            added.reserveCapacity(items.count)
            let sequence = try ChangeSequence(database)
            var quarantined = try quarantined(database)
            for (index, new) in items.enumerated() {
                if let place = places.updateValue(index, forKey: new.url.href), items[place] == new {
                    added.append(added[place])
                } else if let old = quarantined.removeValue(forKey: QueueDestination(new)),
                    let again = try requeue(old, for: new, at: now, sequence, database)
                {
                    added.append(again)
                } else {
                    added.append(try add(new, at: now, sequence, database))
                }
            }
            try sequence.save(database)
            return added
        }
    }

    package func finished(_ requests: [NewQueueItem]) throws -> [QueueItem] {
        try database.read { database in
            let sql = "SELECT EXISTS (SELECT 1 FROM queue_item WHERE state = 'done')"
            guard try Bool.fetchOne(database, sql: sql) == true else { return [] }
            let urls = String(decoding: try JSONEncoder().encode(Set(requests.map(\.url.href))), as: UTF8.self)
            return try QueueTable.fetch(
                database, where: "state = 'done' AND url IN (SELECT value FROM json_each(?))", [urls],
                order: "finished_at, position", damaged: damagedRows
            ).map(\.item)
        }
    }

    /// Returns the last quarantined item of each destination; usually there are none.
    private func quarantined(_ database: Database) throws -> [QueueDestination: StoredItem] {
        let items = try QueueTable.fetch(
            database, where: "state = 'quarantined'", order: "position", damaged: damagedRows)
        return Dictionary(items.map { (QueueDestination($0.item), $0) }, uniquingKeysWith: { $1 })
    }

    /// Retries a quarantined item that was added again.
    ///
    /// - Returns: The item; nil if an unfinished item of the same destination exists.
    private func requeue(
        _ old: StoredItem, for new: NewQueueItem, at now: Date, _ sequence: ChangeSequence, _ database: Database
    ) throws -> QueueItem? {
        let arguments: StatementArguments = [new.url.href, new.directory, new.name ?? ""]
        let live = try QueueTable.fetch(database, where: Self.duplicate, arguments, damaged: damagedRows)
        guard live.isEmpty else { return nil }
        _ = try QueueTable.releaseDamaged(arguments, sequence, database)
        let again = try machine.merge(new, into: old.item, at: now)
        return try QueueTable.update(old, to: again, sequence, database)?.item
    }

    private func add(
        _ new: NewQueueItem, at now: Date, _ sequence: ChangeSequence, _ database: Database, isRepeated: Bool = false
    ) throws -> QueueItem {
        let item = QueueItem(id: RecordID.random(), request: new, addedAt: now)
        if try QueueTable.insert(item, sequence, database) { return item }
        let arguments: StatementArguments = [new.url.href, new.directory, new.name ?? ""]
        let live = try QueueTable.fetch(database, where: Self.duplicate, arguments, damaged: damagedRows).first
        guard let live else {
            // A constraint that Leftoff does not know refuses the row.
            guard !isRepeated else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a new row was not stored")
            }
            // The existing row is damaged, or the random id is already in use, which practically never happens.
            _ = try QueueTable.releaseDamaged(arguments, sequence, database)
            return try add(new, at: now, sequence, database, isRepeated: true)
        }
        let again = try machine.merge(new, into: live.item, at: now)
        guard again != live.item else { return again }
        _ = try QueueTable.update(live, to: again, sequence, database)
        return again
    }

    package func items(_ listing: QueueListing) throws -> [QueueItem] {
        try database.read { try QueueList(listing: listing, damaged: damagedRows).items($0) }
    }

    package func item(id prefix: String) throws -> QueueItem {
        try database.read { try item(prefix, $0).item }
    }

    private func item(_ prefix: String, _ database: Database) throws -> StoredItem {
        guard let item = try QueueTable.fetch(database, id: try id(prefix, database)) else {
            throw QueueError.notFound(id: prefix)
        }
        return item
    }

    /// Returns the id with a prefix; its row need not be readable.
    private func id(_ prefix: String, _ database: Database) throws -> String {
        switch try RecordLookup.find(prefix, in: "queue_item", database) {
        case .found(let id): return id
        case .notFound: throw QueueError.notFound(id: prefix)
        case .ambiguous(let count): throw QueueError.ambiguous(id: prefix, count: count)
        }
    }

    /// Returns the number of unfinished items that were added from a snapshot.
    ///
    /// - Parameter id: The complete id of the snapshot.
    /// - Returns: The number of items.
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
            try ClaimTransaction(claim: claim, limit: limit, machine: machine, damaged: damagedRows).run(database)
        }
        recorder.cache(claimed.filter { $0.item.lease != nil })
        return claimed.map(\.item)
    }

    package func record(_ records: [QueueRecord]) throws -> [Result<QueueTransition, any Error>] {
        records.isEmpty ? [] : try group.commit(records)
    }

    package func leased(by owner: String) throws -> [QueueItem] {
        try database.read { database in
            try QueueTable.fetch(database, where: "lease_owner = ?", [owner], damaged: damagedRows).map(\.item)
        }
    }

    package func leaseOwners() throws -> Set<String> {
        try database.read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT DISTINCT lease_owner FROM queue_item WHERE lease_owner IS NOT NULL")
            return Set(rows.compactMap { $0.value(0) as String? })
        }
    }

    package func sweep(at now: Date, goneOwners: Set<String>) throws -> [QueueItem] {
        func expired(_ database: Database) throws -> [StoredItem] {
            let cancelled = try QueueTable.fetch(database, where: "state = 'cancelled'", damaged: damagedRows)
            let paused = try QueueTable.fetch(
                database, where: "lease_owner IS NOT NULL AND state = 'paused'", damaged: damagedRows)
            return (cancelled + paused).filter { stored in
                stored.item.lease.map { !$0.isLive(at: now) || goneOwners.contains($0.owner) } ?? true
            }
        }
        // A cancelled row that cannot be read is deleted too; a run would otherwise wait for the end of its lease.
        func damagedPositions(_ database: Database) throws -> [Int64] {
            let ended = "lease_until IS NULL OR lease_until <= ? OR lease_until > ?"
            let (now, longest) = (QueueRow.milliseconds(now), QueueRow.milliseconds(QueueLease.length * 2))
            return try RawStatement(
                "SELECT position FROM queue_item WHERE state = 'cancelled' AND (\(ended))", database
            ).all([now, now + longest]) { $0.integer(0) }.compactMap(\.self).filter { position in
                do { return try QueueTable.fetch(database, position: position) == nil } catch is QueueError {
                    return true
                }
            }
        }
        // Usually there is nothing to do, and reading does not block other processes.
        let isDue = try database.read {
            try !expired($0).isEmpty || !damagedPositions($0).isEmpty || HostBackoffTable.hasDamagedRows($0)
        }
        guard isDue else { return [] }
        return try database.write { database in
            try HostBackoffTable.removeExpired(at: QueueRow.milliseconds(now), database)
            return try ChangeSequence.using(database) { sequence in
                for position in try damagedPositions(database) {
                    try QueueTable.delete(position: position, sequence, database)
                }
                return try expired(database).compactMap { stored in
                    if stored.item.state == .cancelled {
                        return try QueueTable.delete(stored, sequence, database) ? stored.item : nil
                    }
                    var item = stored.item
                    item.lease = nil
                    _ = try QueueTable.update(stored, to: item, sequence, database)
                    return nil
                }
            }
        }
    }

    package func summary(ids: Set<String>?) throws -> QueueSummary {
        let query = try QueueSummaryQuery(ids: ids)
        return try database.read { try query.summary($0) }
    }

    // MARK: Commands

    package func apply(_ command: QueueCommand, to ids: [String], at now: Date) throws -> [QueueTransition] {
        try database.write { database in
            let sequence = try ChangeSequence(database)
            let transitions = try ids.compactMap { prefix -> QueueTransition? in
                let stored: StoredItem
                let prefix =
                    command == .remove
                    ? try RecordLookup.assigningID(prefix, in: "queue_item", position: "position", database) : prefix
                do {
                    stored = try item(prefix, database)
                } catch QueueError.damaged where command == .remove {
                    _ = try QueueTable.delete(id: try id(prefix, database), sequence, database)
                    return nil
                }
                let transition = try machine.apply(command, to: stored.item, at: now)
                if transition.item.state.blocksDuplicates, !stored.item.state.blocksDuplicates {
                    let item = stored.item
                    let other = try String.fetchOne(
                        database, sql: "SELECT id FROM queue_item WHERE \(Self.duplicate)",
                        arguments: [item.url.href, item.directory, item.name ?? ""])
                    if let other { throw QueueError.duplicate(id: item.id, of: other) }
                }
                if transition.actions.contains(.forget) {
                    _ = try QueueTable.delete(stored, sequence, database)
                } else {
                    _ = try QueueTable.update(stored, to: transition.item, sequence, database)
                }
                return transition
            }
            try sequence.save(database)
            return transitions
        }
    }

    package func move(id prefix: String, _ placing: QueuePosition) throws -> QueueItem {
        try database.write { database in
            let stored = try item(prefix, database)
            let move = SQLiteQueueMove(item: stored)
            switch placing {
            case .priority(let priority): try move.setPriority(priority, database)
            case .first: try move.moveToFront(database)
            case .last: try move.moveToBack(database)
            case .before(let other): try move.move(before: try item(other, database), database)
            case .after(let other): try move.move(after: try item(other, database), database)
            }
            return try item(stored.item.id, database).item
        }
    }

    // MARK: Durability

    /// Makes later writes of this process faster, at the risk that a power failure damages the whole database.
    ///
    /// A killed process does no harm, because the operating system already has the data.
    ///
    /// - Throws: `StoreError`.
    package func relaxDurability() throws { try database.relaxDurability() }
}

extension SQLiteQueueStore {
    /// Returns the hosts from which nothing is downloaded at the moment, because they requested a delay or failed too
    /// often.
    ///
    /// - Parameter now: The current time by the queue's clock.
    /// - Returns: The end of the delay for each of these hosts.
    /// - Throws: `StoreError`.
    package func heldHosts(at now: Date) throws -> [String: Date] {
        let hosts = try database.read { try HostBackoffTable.all($0) }
        return hosts.filter { machine.isBackingOff($0.value, at: now) }.compactMapValues(\.notBefore)
    }
}

extension SQLiteQueueStore: QueueTransferStore {
    package func itemsToTransfer(after position: Int64?, limit: Int) throws -> [QueueTransferItem] {
        try database.read { database in
            // In a damaged store a search can lead to earlier rows; with the second condition, the list ends.
            try QueueTable.fetch(
                database, where: "position > ? AND +position > ?", [position ?? .min, position ?? .min],
                order: "position", limit: max(0, limit), damaged: damagedRows
            ).map { QueueTransferItem(position: $0.position, item: $0.item) }
        }
    }

    package func insert(_ items: [QueueItem]) throws -> QueueTransferResult {
        try database.write { database in
            try ChangeSequence.using(database) { sequence in
                var result = QueueTransferResult()
                for item in items {
                    if try QueueTable.insert(item, sequence, database) {
                        result.copied += 1
                    } else if try String.fetchOne(
                        database, sql: "SELECT id FROM queue_item WHERE id = ?", arguments: [item.id]) != nil
                    {
                        result.existing += 1
                    } else {
                        result.duplicates.append(item.id)
                    }
                }
                return result
            }
        }
    }

    package func hostBackoffs() throws -> [String: HostBackoff] { try database.read { try HostBackoffTable.all($0) } }

    package func insert(_ backoffs: [String: HostBackoff]) throws {
        try database.write { database in
            let known = try HostBackoffTable.all(database)
            for (host, backoff) in backoffs where known[host] == nil {
                try HostBackoffTable.set(host, to: backoff, database)
            }
        }
    }
}
