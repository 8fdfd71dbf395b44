package import DownloadQueue
package import Foundation
import Syntax
import WHATWGURL

/// Users' commands.
extension PostgresQueueStore {
    package func apply(_ command: QueueCommand, to ids: [String], at now: Date) throws -> [QueueTransition] {
        try database.write { transaction in
            let callTime = callTime(transaction, now)
            let table = PostgresItems(transaction: transaction)
            // Complete ids, of which there may be many, are found in one statement.
            var current = try table.lock(ids: Set(ids.filter { $0.utf8.count == RecordID.length }))
                .mapValues(\.item)
            let stored = current
            var added: [String: QueueItem] = [:]
            var forgotten: Set<String> = []
            var damaged: Set<String> = []
            let transitions = try ids.compactMap { prefix -> QueueTransition? in
                var item = current[prefix]
                if item == nil {
                    let id: String
                    do {
                        id = try Self.item(prefix, transaction).item.id
                    } catch QueueError.damaged where command == .remove {
                        let row = try Self.row(prefix, transaction, "FOR UPDATE OF q")
                        if let place = PostgresItems.place(row) { damaged.insert(place) }
                        return nil
                    }
                    if current[id] == nil, !forgotten.contains(id) {
                        current[id] = try table.lock(ids: [id])[id]?.item
                        added[id] = current[id]
                    }
                    item = current[id]
                }
                guard let item else { throw QueueError.notFound(id: prefix) }
                let transition = try machine.apply(command, to: item, at: callTime.now)
                if transition.item.state.blocksDuplicates, !item.state.blocksDuplicates,
                    let other = try liveID(of: item, transaction)
                {
                    throw QueueError.duplicate(id: item.id, of: other)
                }
                if transition.actions.contains(.forget) {
                    current[item.id] = nil
                    forgotten.insert(item.id)
                } else {
                    current[item.id] = transition.item
                }
                return callTime.forCaller(transition)
            }
            try table.delete(ids: forgotten)
            try table.delete(places: damaged)
            try table.update(
                stored.merging(added) { $1 }.compactMap { id, old in current[id].map { (old, $0) } }
                    .sorted { $0.0.id < $1.0.id })
            return transitions
        }
    }

    /// Returns the id of the unfinished item with the same URL, directory and name; nil if there is none.
    private func liveID(of item: QueueItem, _ transaction: PostgresTransaction) throws -> String? {
        let key = PostgresMigrations.destination(url: "$1::text", directory: "$2::text", name: "$3::text")
        return try transaction.execute(
            """
            SELECT \(QueueColumn.id.limited), q.position FROM leftoff_queue_item AS q
            WHERE q.live = 1 AND q.destination = \(key)
            """,
            [.text(item.url.href), .text(item.directory), PostgresValue(item.name)]
        ).first.map { $0.text(0) ?? RecordID.name(ofPosition: $0.integer(1) ?? 0) }
    }

    package func move(id prefix: String, _ position: QueuePosition) throws -> QueueItem {
        try database.write { transaction in
            try PostgresMove.lock(transaction)
            let id = try Self.item(prefix, transaction).item.id
            guard let stored = try PostgresItems(transaction: transaction).lock(ids: [id])[id] else {
                throw QueueError.notFound(id: prefix)
            }
            let move = PostgresMove(item: stored, transaction: transaction)
            switch position {
            case .priority(let priority): try move.setPriority(priority)
            case .first: try move.moveToFront()
            case .last: try move.moveToBack()
            case .before(let other): try move.move(before: Self.item(other, transaction))
            case .after(let other): try move.move(after: Self.item(other, transaction))
            }
            return try Self.item(id, transaction).item
        }
    }
}

/// A change of an item's position in the queue.
private struct PostgresMove {
    let item: PostgresItem
    let transaction: PostgresTransaction

    /// Makes other moves wait until this transaction has ended, since each depends on the order that it has read.
    static func lock(_ transaction: PostgresTransaction) throws {
        try transaction.execute(
            "SELECT pg_advisory_xact_lock($1::int, hashtext(current_schema() || ' move'))",
            [PostgresValue(PostgresMigrations.lockClass)])
    }

    /// Sets the priority of the item.
    func setPriority(_ priority: Int) throws {
        try expectLive(item)
        guard priority != item.item.priority else { return }
        var new = item.item
        new.request.priority = priority
        try PostgresItems(transaction: transaction).update([(item.item, new)])
    }

    /// Moves the item before all others.
    func moveToFront() throws {
        try expectLive(item)
        try move(between: nil, and: try other("TRUE", [], "q.priority DESC, q.position"))
    }

    /// Moves the item after all others.
    func moveToBack() throws {
        try expectLive(item)
        try move(between: try other("TRUE", [], "q.priority, q.position DESC"), and: nil)
    }

    /// Moves the item directly before another one.
    func move(before lower: PostgresItem) throws {
        try expectLive(item)
        try expectLive(lower)
        guard lower.position != item.position else { return }
        let upper = try other(
            "q.priority >= $2::bigint AND NOT (q.priority = $2::bigint AND q.position >= $3::bigint)",
            [PostgresValue(lower.item.priority), PostgresValue(lower.position)], "q.priority, q.position DESC")
        try move(between: upper, and: lower.rank)
    }

    /// Moves the item directly after another one.
    func move(after upper: PostgresItem) throws {
        try expectLive(item)
        try expectLive(upper)
        guard upper.position != item.position else { return }
        let lower = try other(
            "q.priority <= $2::bigint AND NOT (q.priority = $2::bigint AND q.position <= $3::bigint)",
            [PostgresValue(upper.item.priority), PostgresValue(upper.position)], "q.priority DESC, q.position")
        try move(between: upper.rank, and: lower)
    }

    private func expectLive(_ stored: PostgresItem) throws {
        guard stored.item.state.blocksDuplicates else {
            throw QueueError.notAllowed(id: stored.item.id, state: stored.item.state, command: "move")
        }
    }

    private func move(between upper: QueueRank?, and lower: QueueRank?) throws {
        switch item.rank.move(between: upper, and: lower) {
        case .priority(let priority): try setPriority(priority)
        case .raise(let amount, let priority):
            if let upper { try raise(upTo: upper, by: amount) }
            try setPriority(priority)
        case nil: break
        }
    }

    private func raise(upTo last: QueueRank, by amount: Int) throws {
        try transaction.execute(
            """
            UPDATE leftoff_queue_item AS q SET priority = least(q.priority, $5::bigint) + $1::bigint
            WHERE q.live = 1 AND q.position <> $2::bigint AND q.priority >= $3::bigint
                AND NOT (q.priority = $3::bigint AND q.position > $4::bigint)
            """,
            [
                PostgresValue(amount), PostgresValue(item.position), PostgresValue(last.priority),
                PostgresValue(last.position), PostgresValue(QueueRank.priorities.upperBound - amount),
            ])
    }

    /// Returns the rank of the first unfinished item in an order that meets a condition, except the moved one.
    ///
    /// There are two queries, because two indexes contain unfinished items.
    private func other(_ condition: String, _ values: [PostgresValue], _ order: String) throws -> QueueRank? {
        func first(_ states: String) -> String {
            """
            (SELECT q.priority, q.position FROM leftoff_queue_item AS q
            WHERE \(states) AND q.live = 1 AND q.position <> $1::bigint AND \(condition) ORDER BY \(order) LIMIT 1)
            """
        }
        let row = try transaction.execute(
            """
            SELECT q.priority, q.position FROM (
                \(first("q.state = 'ready'")) UNION ALL \(first("q.state NOT IN ('ready', 'done')"))
            ) AS q ORDER BY \(order) LIMIT 1
            """, [PostgresValue(item.position)] + values
        ).first
        guard let priority = row?.integer(0), let position = row?.integer(1) else { return nil }
        return QueueRank(priority: Int(clamping: priority), position: position)
    }
}
