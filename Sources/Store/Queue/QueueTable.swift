import DownloadQueue
import GRDB
import QueueRows
import RecordIDs
import Snapshots

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
    /// The assignment that counts a change of a row; the number stays at its maximum.
    static let nextVersion = "version = (version + 1) & 9223372036854775807"
    private static let byID = "\(selection) WHERE id = ?"
    private static let byPosition = "\(selection) WHERE position = ?"

    // MARK: Writing

    /// Inserts an item.
    ///
    /// - Returns: False if nothing was inserted, because an unfinished item of the same URL, directory and name exists
    ///   (``QueueState/blocksDuplicates``).
    static func insert(_ item: QueueItem, _ sequence: ChangeSequence, _ database: Database) throws -> Bool {
        if !sequence.hasPositions {
            try QueuePositions.makeRoom(database)
            sequence.hasPositions = true
        }
        return try RawStatement(insertion, database).write(QueueRow.values(item) + [.integer(sequence.next())]) > 0
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
        return StoredItem(position: old.position, version: old.version &+ 1, item: item)
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
    /// - Returns: The number of changed rows.
    /// - Throws: `DatabaseError`.
    @discardableResult
    static func update(
        _ columns: String, _ values: [QueueValue] = [], where condition: String, _ arguments: StatementArguments,
        _ sequence: ChangeSequence, _ database: Database
    ) throws -> Int {
        let rows = try RawStatement("SELECT position FROM queue_item WHERE \(condition)", database)
            .all(arguments) { $0.integer(0) }
        let sql = "UPDATE queue_item SET \(columns), \(nextVersion), changed = ? WHERE position = ?"
        for case let position? in rows {
            try RawStatement(sql, database).write(values + [.integer(sequence.next()), .integer(position)])
        }
        return rows.count
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

    /// Deletes a row that need not be readable.
    ///
    /// - Returns: False if there is no row with this id.
    static func delete(id: String, _ sequence: ChangeSequence, _ database: Database) throws -> Bool {
        try sequence.whileTriggersAdvance(database) {
            try RawStatement("DELETE FROM queue_item WHERE id = ?", database).write([.text(id)]) > 0
        }
    }

    /// Deletes a row that need not be readable.
    static func delete(position: Int64, _ sequence: ChangeSequence, _ database: Database) throws {
        try sequence.whileTriggersAdvance(database) {
            // The trigger that records the removal needs an id.
            try RawStatement("UPDATE queue_item SET id = ? WHERE position = ? AND id IS NULL", database)
                .write([.text(RecordID.random()), .integer(position)])
            try RawStatement("DELETE FROM queue_item WHERE position = ?", database).write([.integer(position)])
        }
    }

    /// Makes a row that cannot be read failed, so that no worker meets it again.
    ///
    /// Only columns that no index of names or destinations contains are changed.
    ///
    /// - Parameters:
    ///   - position: The number of the row.
    ///   - reason: The error of reading the row, which becomes its message.
    ///   - now: The current time in milliseconds since 1970.
    ///   - sequence: The change numbers of this transaction.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func failDamaged(
        position: Int64, _ reason: QueueError, at now: Int64, _ sequence: ChangeSequence, _ database: Database
    ) throws {
        try update(
            """
            state = 'failed', error_class = 'internal', error_message = ?, error_is_lasting = 1, needs_space = NULL,
            not_before = NULL, waiting_since = NULL, lease_owner = NULL, lease_until = NULL, finished_at = ?
            """, [.text("\(reason)"), .integer(now)], where: "position = ?", [position], sequence, database)
    }

    /// Makes damaged rows of a destination failed and keeps them from being found by it.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of `SQLiteQueueStore.duplicate`, which no readable row meets.
    ///   - sequence: The change numbers of this transaction.
    ///   - database: A connection in a write transaction.
    /// - Returns: True if there was such a row.
    /// - Throws: `DatabaseError`.
    static func releaseDamaged(
        _ arguments: StatementArguments, _ sequence: ChangeSequence, _ database: Database
    ) throws -> Bool {
        try update(
            "state = 'failed', live = NULL", where: SQLiteQueueStore.duplicate, arguments, sequence, database) > 0
    }

    // MARK: Reading

    /// Returns the readable items that meet an SQL condition, by default in queue order.
    ///
    /// - Parameters:
    ///   - database: A connection in a transaction.
    ///   - condition: The condition in SQL.
    ///   - arguments: The arguments of `condition`.
    ///   - order: The order in SQL.
    ///   - limit: The maximum number of items; nil for all.
    ///   - damaged: The record of damaged rows, which are skipped.
    /// - Returns: The items.
    /// - Throws: `DatabaseError`.
    static func fetch(
        _ database: Database, where condition: String, _ arguments: StatementArguments = [],
        order: String = QueueTable.order, limit: Int? = nil, damaged: DamagedRows = DamagedRows()
    ) throws -> [StoredItem] {
        try ReadableRows.all(limit: limit) { limit in
            try RawStatement(sql(where: condition, order: order, limit: limit), database).all(arguments) { row in
                do throws(QueueError) { return try stored(row) } catch {
                    damaged.record(error)
                    return nil
                }
            }
        }
    }

    /// Returns the statement of ``fetch(_:where:_:order:limit:damaged:)``.
    static func sql(where condition: String, order: String = QueueTable.order, limit: Int? = nil) -> String {
        "\(selection) WHERE \(condition) ORDER BY \(order)\(limit.map { " LIMIT \($0)" } ?? "")"
    }

    /// Returns the statement that finds the positions of rows in queue order.
    static func positions(where condition: String) -> String {
        "SELECT position FROM queue_item WHERE \(condition) ORDER BY \(order)"
    }

    /// Returns an item by its complete id; nil if there is none.
    ///
    /// - Throws: `QueueError.damaged`, and `DatabaseError`.
    static func fetch(_ database: Database, id: String) throws -> StoredItem? {
        try first(RawStatement(byID, database), .text(id))
    }

    /// Returns an item by its position; nil if there is none.
    ///
    /// - Throws: `QueueError.damaged`, and `DatabaseError`.
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

    /// Returns the items that cannot be read.
    ///
    /// - Throws: `DatabaseError`.
    static func damagedRecords(_ database: Database) throws -> [UnreadableRecord] {
        var damaged: [UnreadableRecord] = []
        try RawStatement("\(selection) ORDER BY \(order)", database).read([]) { row in
            do throws(QueueError) { _ = try stored(row) } catch {
                if case .damaged(let id, let field) = error {
                    damaged.append(UnreadableRecord(.download, id: id, reason: "its \(field) is malformed"))
                }
            }
            return true
        }
        return damaged
    }

    private static func stored(_ row: RawRow) throws(QueueError) -> StoredItem {
        let count = QueueColumn.allCases.count
        let position = row.integer(count) ?? 0
        guard row.isText(QueueColumn.id.rawValue), row.text(.id).map(RecordID.canBeEntered) == true else {
            throw .damaged(id: RecordLookup.name(ofPosition: position), field: QueueColumn.id.sqlName)
        }
        let item = try QueueRow.item(row)
        guard let version = row.integer(count + 1) else { throw .damaged(id: item.id, field: "version") }
        return StoredItem(position: position, version: version, item: item)
    }
}
