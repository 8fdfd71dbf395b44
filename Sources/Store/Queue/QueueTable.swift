import DownloadQueue
import GRDB
import QueueRows

/// The table `queue_item`, which holds the items of the queue.
enum QueueTable {
    private static let insertion = """
        INSERT INTO queue_item (\(QueueColumn.list), changed)
        VALUES (\(QueueColumn.allCases.map { _ in "?" }.joined(separator: ", ")), ?)
        ON CONFLICT DO NOTHING
        """
    private static let selection = "SELECT \(QueueColumn.list), position, version FROM queue_item"
    /// The queue order.
    static let order = "priority DESC, position"
    private static let byID = "\(selection) WHERE id = ?"
    private static let byPosition = "\(selection) WHERE position = ?"

    // MARK: Writing

    /// Inserts an item.
    ///
    /// - Returns: False if nothing was inserted, because an unfinished item of the same URL, directory and name exists
    ///   (``QueueState/blocksDuplicates``).
    static func insert(_ item: QueueItem, _ sequence: ChangeSequence, _ database: Database) throws -> Bool {
        try RawStatement(insertion, database).write(QueueRow.values(item) + [.integer(sequence.next())]) > 0
    }

    /// Writes the changed columns of an item.
    ///
    /// - Returns: The item as it is stored now; nil if another process has changed it since it was read.
    static func update(
        _ old: StoredItem, to item: QueueItem, _ sequence: ChangeSequence, _ database: Database
    ) throws -> StoredItem? {
        let change = QueueUpdate(from: old.item, to: item, sequence)
        let count = try RawStatement(change.sql, database).write(
            change.values + [.integer(old.position), .integer(old.version)])
        guard count > 0 else { return nil }
        return StoredItem(position: old.position, version: old.version + 1, item: item)
    }

    /// Changes columns of all rows that meet a condition, and numbers each change.
    ///
    /// - Parameters:
    ///   - columns: The assignments in SQL; always the same text, because prepared statements are cached.
    ///   - values: The arguments of `columns`.
    ///   - condition: The condition in SQL.
    ///   - arguments: The arguments of `condition`.
    ///   - sequence: The change numbers of this transaction.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func update(
        _ columns: String, _ values: [QueueValue] = [], where condition: String, _ arguments: StatementArguments,
        _ sequence: ChangeSequence, _ database: Database
    ) throws {
        let rows = try RawStatement("SELECT position FROM queue_item WHERE \(condition)", database)
            .all(arguments) { $0.integer(0) }
        let sql = "UPDATE queue_item SET \(columns), version = version + 1, changed = ? WHERE position = ?"
        for case let position? in rows {
            try RawStatement(sql, database).write(values + [.integer(sequence.next()), .integer(position)])
        }
    }

    /// Deletes an item.
    ///
    /// - Returns: False if another process has changed it since it was read.
    static func delete(_ old: StoredItem, _ sequence: ChangeSequence, _ database: Database) throws -> Bool {
        // A deleted row cannot contain a change number, so a trigger records the removal.
        try sequence.whileTriggersAdvance(database) {
            try RawStatement("DELETE FROM queue_item WHERE position = ? AND version = ?", database)
                .write([.integer(old.position), .integer(old.version)]) > 0
        }
    }

    // MARK: Reading

    /// Returns items that meet an SQL condition, by default in queue order.
    static func fetch(
        _ database: Database, where condition: String, _ arguments: StatementArguments = [],
        order: String = QueueTable.order,
        limit: Int? = nil
    ) throws -> [StoredItem] {
        try RawStatement(sql(where: condition, order: order, limit: limit), database).all(arguments, stored)
    }

    /// Returns the statement of ``fetch(_:where:_:order:limit:)``.
    static func sql(where condition: String, order: String = QueueTable.order, limit: Int? = nil) -> String {
        "\(selection) WHERE \(condition) ORDER BY \(order)\(limit.map { " LIMIT \($0)" } ?? "")"
    }

    static func fetch(_ database: Database, id: String) throws -> StoredItem? {
        try first(RawStatement(byID, database), .text(id))
    }

    static func fetch(_ database: Database, position: Int64) throws -> StoredItem? {
        try first(RawStatement(byPosition, database), .integer(position))
    }

    private static func first(_ statement: RawStatement, _ key: QueueValue) throws -> StoredItem? {
        var found: StoredItem?
        try statement.read([key]) { row in
            found = try stored(row)
            return false
        }
        return found
    }

    private static func stored(_ row: RawRow) throws -> StoredItem {
        let item = try QueueRow.item(row)
        let count = QueueColumn.allCases.count
        guard let position = row.integer(count), let version = row.integer(count + 1) else {
            throw QueueError.damaged(id: item.id, field: "position or version")
        }
        return StoredItem(position: position, version: version, item: item)
    }
}
