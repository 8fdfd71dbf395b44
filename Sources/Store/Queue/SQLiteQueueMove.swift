import DownloadQueue
import GRDB
import QueueRows

/// A change of an item's position in the queue.
struct SQLiteQueueMove {
    let item: StoredItem

    private static let live = SQLiteQueueStore.isLive

    /// Sets the priority of the item.
    func setPriority(_ priority: Int, _ database: Database) throws {
        try expectLive(item)
        guard priority != item.item.priority else { return }
        try ChangeSequence.using(database) { sequence in
            try QueueTable.update(
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
        try move(between: try neighbour(ahead: other, database), and: other, database)
    }

    /// Moves the item directly after another one.
    func move(after other: StoredItem, _ database: Database) throws {
        try expectLive(item)
        try expectLive(other)
        guard other.position != item.position else { return }
        try move(between: other, and: try neighbour(behind: other, database), database)
    }

    private func expectLive(_ stored: StoredItem) throws {
        guard stored.item.state.blocksDuplicates else {
            throw QueueError.notAllowed(id: stored.item.id, state: stored.item.state, command: "move")
        }
    }

    /// Moves the item between two neighbours; nil stands for an end of the queue.
    private func move(between upper: StoredItem?, and lower: StoredItem?, _ database: Database) throws {
        switch item.rank.move(between: upper?.rank, and: lower?.rank) {
        case .priority(let priority): try setPriority(priority, database)
        case .raise(let amount, let priority):
            if let upper { try raise(upTo: upper, by: amount, database) }
            try setPriority(priority, database)
        case nil: break
        }
    }

    private func raise(upTo last: StoredItem, by amount: Int, _ database: Database) throws {
        let most = try Int.fetchOne(database, sql: "SELECT max(priority) FROM queue_item WHERE \(Self.live)") ?? 0
        guard !most.addingReportingOverflow(amount).overflow else {
            throw QueueError.notAllowed(id: item.item.id, state: item.item.state, command: "move")
        }
        try ChangeSequence.using(database) { sequence in
            try QueueTable.update(
                "priority = priority + ?", [QueueValue(amount)],
                where: "\(Self.live) AND position <> ? AND priority >= ? AND NOT (priority = ? AND position > ?)",
                [item.position, last.item.priority, last.item.priority, last.position], sequence, database)
        }
    }

    /// Returns the first unfinished item in an order, except the moved one; nil if there is no other.
    private func other(_ order: String, _ database: Database) throws -> StoredItem? {
        let position = try Int64.fetchOne(
            database,
            sql: "SELECT position FROM queue_item WHERE \(Self.live) AND position <> ? ORDER BY \(order) LIMIT 1",
            arguments: [item.position])
        return try position.flatMap { try QueueTable.fetch(database, position: $0) }
    }

    private func neighbour(ahead other: StoredItem, _ database: Database) throws -> StoredItem? {
        try neighbour(
            "priority >= ? AND NOT (priority = ? AND position >= ?)", "priority, position DESC", other, database)
    }

    private func neighbour(behind other: StoredItem, _ database: Database) throws -> StoredItem? {
        try neighbour(
            "priority <= ? AND NOT (priority = ? AND position <= ?)", "priority DESC, position", other, database)
    }

    /// Returns the unfinished item next to another one, except the moved one.
    private func neighbour(
        _ condition: String, _ order: String, _ other: StoredItem, _ database: Database
    ) throws -> StoredItem? {
        let priority = other.item.priority
        let position = try Int64.fetchOne(
            database,
            sql: """
                SELECT position FROM queue_item WHERE \(Self.live) AND position <> ? AND \(condition)
                ORDER BY \(order) LIMIT 1
                """, arguments: [item.position, priority, priority, other.position])
        return try position.flatMap { try QueueTable.fetch(database, position: $0) }
    }
}
