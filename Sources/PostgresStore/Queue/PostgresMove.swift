import DownloadQueue
import QueueRows

/// A change of an item's position in the queue.
struct PostgresMove {
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
