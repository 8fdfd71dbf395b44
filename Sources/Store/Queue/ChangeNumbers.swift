import GRDB

/// Gives the changes of downloads their numbers, within one transaction.
///
/// A trigger would write a row of the table of changes for each: with two statements inside the statement and a copy of each page,
/// in case that it fails, that took longer than the change itself. So whoever writes an item writes the number along.
final class ChangeNumbers {
    /// The number of the last change.
    private var last = 0 as Int64
    private var isSaved = true

    /// Goes on behind the last change of any record.
    ///
    /// - Parameter database: The connection, in a transaction that writes.
    /// - Throws: `DatabaseError`.
    init(_ database: Database) throws {
        try read(database)
    }

    /// The number of the next change.
    func next() -> Int64 {
        last += 1
        isSaved = false
        return last
    }

    /// Writes down which numbers are taken; needed before the transaction ends.
    ///
    /// - Parameter database: The connection.
    /// - Throws: `DatabaseError`.
    func save(_ database: Database) throws {
        guard !isSaved else { return }
        // The table of changes counts on from here for all that its triggers note.
        let count = try QuickStatement("UPDATE sqlite_sequence SET seq = ? WHERE name = 'change'", database)
            .write([.integer(last)])
        if count == 0 {
            try QuickStatement("INSERT INTO sqlite_sequence (name, seq) VALUES ('change', ?)", database)
                .write([.integer(last)])
        }
        isSaved = true
    }

    /// Lets a statement take numbers by a trigger.
    ///
    /// - Parameters:
    ///   - database: The connection.
    ///   - body: Runs the statement.
    /// - Returns: What `body` returns.
    /// - Throws: `DatabaseError`, and what `body` throws.
    func whileTriggersCount<Value>(_ database: Database, _ body: () throws -> Value) throws -> Value {
        try save(database)
        let value = try body()
        try read(database)
        return value
    }

    /// Runs statements that need numbers, and writes down which are taken.
    ///
    /// - Parameters:
    ///   - database: The connection, in a transaction that writes.
    ///   - body: Runs them.
    /// - Returns: What `body` returns.
    /// - Throws: `DatabaseError`, and what `body` throws.
    static func counting<Value>(_ database: Database, _ body: (ChangeNumbers) throws -> Value) throws -> Value {
        let numbers = try ChangeNumbers(database)
        let value = try body(numbers)
        try numbers.save(database)
        return value
    }

    private func read(_ database: Database) throws {
        last = 0
        try QuickStatement("SELECT seq FROM sqlite_sequence WHERE name = 'change'", database).read([]) { row in
            last = row.integer(0) ?? 0
            return false
        }
    }
}
