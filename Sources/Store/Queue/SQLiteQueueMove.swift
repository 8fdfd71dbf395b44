import DownloadQueue
import GRDB

/// A change of an item's position in the queue.
struct SQLiteQueueMove {
    let item: StoredItem

    private static let live = SQLiteQueueStore.isLive

    /// Sets the priority of the item.
    func setPriority(_ priority: Int, _ database: Database) throws {
        try expectLive(item)
        guard priority != item.item.priority else { return }
        try ChangeSequence.using(database) { sequence in
            _ = try QueueTable.update(
                "priority = ?", [QueueValue(priority)], where: "position = ?", [item.position], sequence, database)
        }
    }

    /// Moves the item before all others.
    func moveToFront(_ database: Database) throws {
        try expectLive(item)
        try move(between: nil, and: try other("priority DESC, position", database), database)
    }

    /// Moves the item after all others.
    func moveToBack(_ database: Database) throws {
        try expectLive(item)
        try move(between: try other("priority, position DESC", database), and: nil, database)
    }

    /// Moves the item directly before another one.
    func move(before other: StoredItem, _ database: Database) throws {
        try expectLive(item)
        try expectLive(other)
        guard other.position != item.position else { return }
        try move(between: try neighbour(ahead: other.rank, database), and: other.rank, database)
    }

    /// Moves the item directly after another one.
    func move(after other: StoredItem, _ database: Database) throws {
        try expectLive(item)
        try expectLive(other)
        guard other.position != item.position else { return }
        try move(between: other.rank, and: try neighbour(behind: other.rank, database), database)
    }

    private func expectLive(_ stored: StoredItem) throws {
        guard stored.item.state.blocksDuplicates else {
            throw QueueError.notAllowed(id: stored.item.id, state: stored.item.state, command: "move")
        }
    }

    /// Moves the item between two neighbours; nil stands for an end of the queue.
    private func move(between upper: QueueRank?, and lower: QueueRank?, _ database: Database) throws {
        switch item.rank.move(between: upper, and: lower) {
        case .priority(let priority): try setPriority(priority, database)
        case .raise(let amount, let priority):
            if let upper { try raise(upTo: upper, by: amount, database) }
            try setPriority(priority, database)
        case nil: break
        }
    }

    private func raise(upTo last: QueueRank, by amount: Int, _ database: Database) throws {
        try ChangeSequence.using(database) { sequence in
            _ = try QueueTable.update(
                "priority = min(priority, ?) + ?",
                [QueueValue(QueueRank.priorities.upperBound - amount), QueueValue(amount)],
                where: "\(Self.live) AND position <> ? AND priority >= ? AND NOT (priority = ? AND position > ?)",
                [item.position, last.priority, last.priority, last.position], sequence, database)
        }
    }

    /// Returns the rank of the first unfinished item in an order, except the moved one; nil if there is no other.
    private func other(_ order: String, _ database: Database) throws -> QueueRank? {
        try first("TRUE", order, [], database)
    }

    private func neighbour(ahead other: QueueRank, _ database: Database) throws -> QueueRank? {
        try first(
            "priority >= ? AND NOT (priority = ? AND position >= ?)", "priority, position DESC",
            [other.priority, other.priority, other.position], database)
    }

    private func neighbour(behind other: QueueRank, _ database: Database) throws -> QueueRank? {
        try first(
            "priority <= ? AND NOT (priority = ? AND position <= ?)", "priority DESC, position",
            [other.priority, other.priority, other.position], database)
    }

    /// Returns the rank of the first unfinished item that meets a condition, except the moved one.
    private func first(
        _ condition: String, _ order: String, _ arguments: StatementArguments, _ database: Database
    ) throws -> QueueRank? {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT priority, position FROM queue_item WHERE \(Self.live) AND position <> ? AND \(condition)
                ORDER BY \(order) LIMIT 1
                """, arguments: [item.position] + arguments)
        guard let row, let position: Int64 = row.value(1) else { return nil }
        return QueueRank(priority: row.value(0) ?? 0, position: position)
    }
}
