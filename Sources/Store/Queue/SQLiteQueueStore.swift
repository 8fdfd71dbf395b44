package import Downloads
package import Foundation
import GRDB
import WHATWGURL

/// The queue in the SQLite database.
///
/// Every change reads the item, asks the queue's rules, and writes the result, all in one immediate transaction: so
/// several processes at once see one order of events.
package struct SQLiteQueueStore: QueueStore {
    private let database: LeftoffDatabase
    private let machine: QueueMachine

    /// Makes the queue of a database.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - machine: The queue's rules.
    package init(database: LeftoffDatabase, machine: QueueMachine = QueueMachine()) {
        self.database = database
        self.machine = machine
    }

    package func add(_ items: [NewQueueItem], at now: Date) throws -> [QueueItem] {
        try database.write { database in
            try items.map { try add($0, at: now, database) }
        }
    }

    private func add(_ new: NewQueueItem, at now: Date, _ database: Database) throws -> QueueItem {
        let live = try QueueRow.fetch(
            database,
            where: """
                url = ? AND directory = ? AND ifnull(name, '') = ?
                AND state IN ('ready', 'running', 'waiting', 'paused', 'verifying', 'failed')
                """,
            [new.url.href, new.directory, new.name ?? ""]
        ).first
        if var live {
            guard live.state == .failed else { return live }
            live = try machine.apply(.retry, to: live, at: now).item
            try QueueRow.update(live, database)
            return live
        }
        let item = QueueItem(id: RecordID.random(), request: new, addedAt: now)
        try QueueRow.insert(item, database)
        return item
    }

    package func items(in states: Set<QueueState>?) throws -> [QueueItem] {
        try database.read { database in
            guard let states else { return try QueueRow.fetch(database, where: "TRUE") }
            return try QueueRow.fetch(
                database, where: "state IN (SELECT value FROM json_each(?))", [Self.json(states.map(\.rawValue))])
        }
    }

    package func item(id prefix: String) throws -> QueueItem {
        try database.read { try item(prefix, $0) }
    }

    private func item(_ prefix: String, _ database: Database) throws -> QueueItem {
        switch try RecordLookup.find(prefix, in: "queue_item", database) {
        case .found(let id):
            guard let item = try QueueRow.fetch(database, id: id) else { throw QueueError.notFound(id: prefix) }
            return item
        case .notFound: throw QueueError.notFound(id: prefix)
        case .ambiguous(let count): throw QueueError.ambiguous(id: prefix, count: count)
        }
    }

    package func claim(_ claim: QueueClaim) throws -> QueueItem? {
        try database.write { database in
            let now = QueueRow.milliseconds(claim.now)
            let reach = Int64(2 * QueueLease.length.seconds * 1_000)
            // The same condition as `QueueMachine.isClaimable`, which is asked again below.
            let candidates = try QueueRow.fetch(
                database,
                where: """
                    state IN ('ready', 'running', 'waiting', 'verifying')
                    AND (state = 'ready'
                        OR state = 'waiting' AND ifnull(not_before, 0) <= ?
                        OR state IN ('running', 'verifying') AND (
                            lease_until IS NULL OR lease_until <= ? OR lease_until > ?
                            OR lease_owner IN (SELECT value FROM json_each(?))))
                    AND host NOT IN (SELECT value FROM json_each(?))
                    AND (? IS NULL OR id IN (SELECT value FROM json_each(?)))
                    """,
                [
                    now, now, now + reach, Self.json(claim.goneOwners), Self.json(claim.busyHosts),
                    claim.ids.map { _ in 1 }, Self.json(claim.ids ?? []),
                ],
                limit: 1)
            guard let item = candidates.first,
                machine.isClaimable(item, at: claim.now, goneOwners: claim.goneOwners)
            else { return nil }
            let claimed = machine.claim(item, owner: claim.owner, at: claim.now)
            try QueueRow.update(claimed, database)
            return claimed
        }
    }

    package func record(
        _ event: QueueEvent, lease: QueueLease, id: String, at now: Date
    ) throws -> QueueTransition {
        try database.write { database in
            guard let item = try QueueRow.fetch(database, id: id) else { throw QueueError.leaseLost(id: id) }
            let transition = try machine.apply(event, lease: lease, to: item, at: now)
            if let name = transition.item.partName, name != item.partName {
                let isTaken = try Bool.fetchOne(
                    database,
                    sql: "SELECT EXISTS (SELECT 1 FROM queue_item WHERE directory = ? AND part_name = ? AND id <> ?)",
                    arguments: [item.directory, name, id])
                if isTaken == true {
                    throw QueueError.nameTaken(directory: item.directory, name: transition.item.fileName ?? name)
                }
            }
            try store(transition, database)
            return transition
        }
    }

    package func apply(_ command: QueueCommand, to ids: [String], at now: Date) throws -> [QueueTransition] {
        try database.write { database in
            try ids.map { prefix in
                let item = try item(prefix, database)
                let transition = try machine.apply(command, to: item, at: now)
                if transition.item.state.blocksDuplicates, !item.state.blocksDuplicates {
                    let other = try String.fetchOne(
                        database,
                        sql: """
                            SELECT id FROM queue_item WHERE url = ? AND directory = ? AND ifnull(name, '') = ?
                            AND state IN ('ready', 'running', 'waiting', 'paused', 'verifying', 'failed')
                            """,
                        arguments: [item.url.href, item.directory, item.name ?? ""])
                    if let other { throw QueueError.duplicate(id: item.id, of: other) }
                }
                try store(transition, database)
                return transition
            }
        }
    }

    private func store(_ transition: QueueTransition, _ database: Database) throws {
        if transition.actions.contains(.forget) {
            try QueueRow.delete(transition.item, database)
        } else {
            try QueueRow.update(transition.item, database)
        }
    }

    package func leased(by owner: String) throws -> [QueueItem] {
        try database.read { try QueueRow.fetch($0, where: "lease_owner = ?", [owner]) }
    }

    package func leaseOwners() throws -> Set<String> {
        try database.read { database in
            try Set(
                String.fetchAll(
                    database, sql: "SELECT DISTINCT lease_owner FROM queue_item WHERE lease_owner IS NOT NULL"))
        }
    }

    package func sweep(at now: Date, goneOwners: Set<String>) throws -> [QueueItem] {
        func isLeft(_ item: QueueItem) -> Bool {
            item.lease.map { !$0.isLive(at: now) || goneOwners.contains($0.owner) } ?? true
        }
        // Mostly there is nothing, and reading does not keep other processes from writing.
        let states: Set<QueueState> = [.cancelled, .paused]
        guard try items(in: states).contains(where: { isLeft($0) && ($0.state == .cancelled || $0.lease != nil) })
        else { return [] }
        return try database.write { database in
            let items = try QueueRow.fetch(database, where: "state IN ('cancelled', 'paused')").filter(isLeft)
            for item in items where item.state == .cancelled { try QueueRow.delete(item, database) }
            for var item in items where item.state == .paused && item.lease != nil {
                item.lease = nil
                try QueueRow.update(item, database)
            }
            return items.filter { $0.state == .cancelled }
        }
    }

    package func outlook(ids: Set<String>?) throws -> QueueOutlook {
        try database.read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT state, count(*) AS count, min(ifnull(not_before, 0)) AS next, min(lease_until) AS lease
                    FROM queue_item WHERE ? IS NULL OR id IN (SELECT value FROM json_each(?)) GROUP BY state
                    """,
                arguments: [ids.map { _ in 1 }, Self.json(ids ?? [])])
            var outlook = QueueOutlook()
            for row in rows {
                guard let state = QueueState(rawValue: row["state"]) else { continue }
                outlook.counts[state] = row["count"]
                switch state {
                case .ready: outlook.nextClaim = .distantPast
                case .waiting:
                    let next = QueueRow.date(row["next"]) ?? .distantPast
                    outlook.nextClaim = min(outlook.nextClaim ?? next, next)
                case .running, .verifying, .cancelled:
                    let end = QueueRow.date(row["lease"]) ?? .distantPast
                    outlook.nextLeaseEnd = min(outlook.nextLeaseEnd ?? end, end)
                case .paused, .done, .failed, .quarantined: break
                }
            }
            return outlook
        }
    }

    private static func json(_ values: some Sequence<String>) throws -> String {
        String(decoding: try JSONEncoder().encode(Array(values)), as: UTF8.self)
    }
}
