import DownloadQueue
import GRDB

/// The numbers that the changes of downloads get in one transaction.
///
/// Each change of a download gets the next number, which is written with the item itself. A trigger that records
/// changes in a table took longer than the change itself: SQLite runs two more statements and copies each changed page
/// in case the outer statement fails.
final class ChangeSequence {
    /// The number of the last change.
    private var last = 0 as Int64
    private var isSaved = true
    /// True once ``QueuePositions/repair(_:)`` has been called in the transaction.
    var hasPositions = false

    /// Creates a sequence that continues after the last change of any record.
    ///
    /// - Parameter database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    init(_ database: Database) throws {
        try read(database)
    }

    /// Returns the number of the next change.
    func next() -> Int64 {
        last = last < .max ? last + 1 : last
        isSaved = false
        return last
    }

    /// Stores the last number; required before the transaction ends.
    func save(_ database: Database) throws {
        guard !isSaved else { return }
        // AUTOINCREMENT of the table `change` continues after this number for the changes that triggers record.
        let count = try RawStatement("UPDATE sqlite_sequence SET seq = ? WHERE name = 'change'", database)
            .write([.integer(last)])
        if count == 0 {
            try RawStatement("INSERT INTO sqlite_sequence (name, seq) VALUES ('change', ?)", database)
                .write([.integer(last)])
        }
        isSaved = true
    }

    /// Runs a statement whose triggers assign numbers.
    ///
    /// - Parameters:
    ///   - database: The connection of this sequence.
    ///   - body: Runs the statement.
    /// - Returns: The result of `body`.
    /// - Throws: `DatabaseError`, or an error of `body`.
    func whileTriggersAdvance<Value>(_ database: Database, _ body: () throws -> Value) throws -> Value {
        try save(database)
        let value = try body()
        try read(database)
        return value
    }

    /// Runs statements that assign numbers, and stores the last number.
    ///
    /// - Parameters:
    ///   - database: A connection in a write transaction.
    ///   - body: Runs the statements with a new sequence.
    /// - Returns: The result of `body`.
    /// - Throws: `DatabaseError`, or an error of `body`.
    static func using<Value>(_ database: Database, _ body: (ChangeSequence) throws -> Value) throws -> Value {
        let sequence = try ChangeSequence(database)
        let value = try body(sequence)
        try sequence.save(database)
        return value
    }

    private func read(_ database: Database) throws {
        last = 0
        try RawStatement("SELECT seq FROM sqlite_sequence WHERE name = 'change'", database).read([]) { row in
            last = row.integer(0) ?? 0
            return false
        }
    }
}

/// The positions of downloads in the order in which they were added.
enum QueuePositions {
    private static let largest = """
        SELECT max(ifnull((SELECT max(position) FROM queue_item), 0),
            ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'queue_item'), 0))
        """

    /// Moves rows at the end of SQLite's range behind the others.
    ///
    /// After the largest integer, SQLite finds no position for another row and reports a full disk. Only another
    /// program can have written such a row.
    ///
    /// - Parameter database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func repair(_ database: Database) throws {
        var last: Int64 = 0
        try RawStatement(largest, database).read([]) { row in
            last = row.integer(0) ?? 0
            return false
        }
        // Adding downloads never reaches it.
        let limit = SequenceRepair.limit
        guard last > limit else { return }
        while let position = try Int64.fetchOne(
            database, sql: "SELECT min(position) FROM queue_item WHERE position > ?", arguments: [limit])
        {
            try database.execute(
                sql: "UPDATE queue_item SET position = ? WHERE position = ?",
                arguments: [SequenceRepair.free("queue_item", "position", database), position])
        }
        try database.execute(
            sql: """
                UPDATE sqlite_sequence SET seq = ifnull((SELECT max(position) FROM queue_item), 0)
                WHERE name = 'queue_item'
                """)
    }
}
