import DownloadQueue
import GRDB

/// Moves an item in the order of work.
struct QueueMove {
    let item: StoredItem

    private static let live = SQLiteQueueStore.isLive

    /// Gives the item a priority.
    func setPriority(_ priority: Int, _ database: Database) throws {
        try expectLive(item)
        guard priority != item.item.priority else { return }
        try ChangeNumbers.counting(database) { numbers in
            try QueueRow.update(
                "priority = ?", [QuickValue(priority)], where: "position = ?", [item.position], numbers, database)
        }
    }

    /// Puts the item ahead of all others.
    func placeFirst(_ database: Database) throws {
        try expectLive(item)
        try place(after: nil, before: try other("priority DESC, position", database), database)
    }

    /// Puts the item behind all others.
    func placeLast(_ database: Database) throws {
        try expectLive(item)
        try place(after: try other("priority, position DESC", database), before: nil, database)
    }

    /// Puts the item directly before another one.
    func place(before other: StoredItem, _ database: Database) throws {
        try expectLive(item)
        try expectLive(other)
        guard other.position != item.position else { return }
        try place(after: try neighbour(ahead: other, database), before: other, database)
    }

    /// Puts the item directly after another one.
    func place(after other: StoredItem, _ database: Database) throws {
        try expectLive(item)
        try expectLive(other)
        guard other.position != item.position else { return }
        try place(after: other, before: try neighbour(behind: other, database), database)
    }

    private func expectLive(_ stored: StoredItem) throws {
        guard stored.item.state.blocksDuplicates else {
            throw QueueError.notAllowed(id: stored.item.id, state: stored.item.state, command: "move")
        }
    }

    /// Puts the item between two that are next to each other; nil stands for an end of the list.
    private func place(after upper: StoredItem?, before lower: StoredItem?, _ database: Database) throws {
        func isBetween(_ priority: Int) -> Bool {
            let isBelow = upper.map { ($0.item.priority, item.position) > (priority, $0.position) } ?? true
            let isAbove = lower.map { (priority, $0.position) > ($0.item.priority, item.position) } ?? true
            return isBelow && isAbove
        }
        // As few changes as can be: its own priority, that of a neighbour, one between.
        let known = [item.item.priority, lower?.item.priority, upper?.item.priority].compactMap { $0 }
        let between = [lower.map { $0.item.priority &+ 1 }, upper.map { $0.item.priority &- 1 }].compactMap { $0 }
        if let priority = (known + between).first(where: isBetween) { return try setPriority(priority, database) }
        guard let upper, let lower else { return }
        // No room: all that is ahead goes up.
        try raise(upTo: upper, by: lower.item.priority &+ 2 &- upper.item.priority, database)
        try setPriority(lower.item.priority + 1, database)
    }

    private func raise(upTo last: StoredItem, by amount: Int, _ database: Database) throws {
        let most = try Int.fetchOne(database, sql: "SELECT max(priority) FROM queue_item WHERE \(Self.live)") ?? 0
        guard !most.addingReportingOverflow(amount).overflow else {
            throw QueueError.notAllowed(id: item.item.id, state: item.item.state, command: "move")
        }
        try ChangeNumbers.counting(database) { numbers in
            try QueueRow.update(
                "priority = priority + ?", [QuickValue(amount)],
                where: "\(Self.live) AND position <> ? AND priority >= ? AND NOT (priority = ? AND position > ?)",
                [item.position, last.item.priority, last.item.priority, last.position], numbers, database)
        }
    }

    /// The live item that comes first in an order, the moved one left out; nil when there is no other.
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

    /// The live item next to another one, the moved one left out.
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
