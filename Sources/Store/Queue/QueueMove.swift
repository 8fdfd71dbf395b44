import DownloadQueue
import GRDB

/// A change of an item's position in the queue.
struct QueueMove {
    let item: StoredItem

    private static let live = SQLiteQueueStore.isLive

    /// Sets the priority of the item.
    func setPriority(_ priority: Int, _ database: Database) throws {
        try expectLive(item)
        guard priority != item.item.priority else { return }
        try ChangeSequence.using(database) { sequence in
            try QueueRow.update(
                "priority = ?", [SQLValue(priority)], where: "position = ?", [item.position], sequence, database)
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
        func isBetween(_ priority: Int) -> Bool {
            let isBelow = upper.map { ($0.item.priority, item.position) > (priority, $0.position) } ?? true
            let isAbove = lower.map { (priority, $0.position) > ($0.item.priority, item.position) } ?? true
            return isBelow && isAbove
        }
        // To change few rows, the item keeps its priority if possible, or takes that of a neighbour or one between
        // them.
        let known = [item.item.priority, lower?.item.priority, upper?.item.priority].compactMap { $0 }
        let between = [lower.map { $0.item.priority &+ 1 }, upper.map { $0.item.priority &- 1 }].compactMap { $0 }
        if let priority = (known + between).first(where: isBetween) { return try setPriority(priority, database) }
        guard let upper, let lower else { return }
        // No value is free between the neighbours, so the priorities of all items ahead are increased.
        try raise(upTo: upper, by: lower.item.priority &+ 2 &- upper.item.priority, database)
        try setPriority(lower.item.priority + 1, database)
    }

    private func raise(upTo last: StoredItem, by amount: Int, _ database: Database) throws {
        let most = try Int.fetchOne(database, sql: "SELECT max(priority) FROM queue_item WHERE \(Self.live)") ?? 0
        guard !most.addingReportingOverflow(amount).overflow else {
            throw QueueError.notAllowed(id: item.item.id, state: item.item.state, command: "move")
        }
        try ChangeSequence.using(database) { sequence in
            try QueueRow.update(
                "priority = priority + ?", [SQLValue(amount)],
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
        return try position.flatMap { try QueueRow.fetch(database, position: $0) }
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
        return try position.flatMap { try QueueRow.fetch(database, position: $0) }
    }
}
