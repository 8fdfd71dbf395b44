import GRDB

/// The repair of numbers at the end of SQLite's range, after which AUTOINCREMENT adds no row and reports a full disk.
///
/// Only damage or another program can have written such a number: counting from 1 reaches none of them.
enum SequenceRepair {
    /// The largest number that is not repaired.
    private static let limit: Int64 = 1 << 53

    /// Moves all rows and sequences behind the limit to the end of the others.
    ///
    /// - Parameter database: A connection in a write transaction.
    /// - Returns: True if something was repaired.
    /// - Throws: `DatabaseError`.
    static func perform(_ database: Database) throws -> Bool {
        let columns = [
            ("change", "number"), ("snapshots", "seq"), ("window_set", "seq"), ("page_copy", "number"),
            ("queue_item", "position"),
        ]
        let isNeeded = try columns.contains { table, column in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(column) > ?)
                    OR EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ? AND seq > ?)
                    """, arguments: [limit, table, limit]) == true
        }
        guard isNeeded else { return false }
        // The rows of other tables follow the row that they refer to.
        try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
        // First, because triggers of the other tables add changes. Clients with a later number reload everything.
        try database.execute(sql: "DELETE FROM change WHERE number > ?", arguments: [limit])
        try database.execute(
            sql: """
                UPDATE queue_item SET changed = (SELECT max(
                    ifnull((SELECT max(number) FROM change), 0),
                    ifnull((SELECT max(changed) FROM queue_item WHERE changed <= ?1), 0)))
                WHERE changed > ?1
                """, arguments: [limit])
        try database.execute(
            sql: """
                UPDATE sqlite_sequence SET seq = max(
                    ifnull((SELECT max(number) FROM change), 0), ifnull((SELECT max(changed) FROM queue_item), 0))
                WHERE name = 'change' AND seq > ?
                """, arguments: [limit])
        try database.execute(
            sql: """
                UPDATE change_floor
                SET number = min(number, ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'change'), 0))
                """)
        try QueuePositions.makeRoom(database)
        for (table, column, references) in [
            ("snapshots", "seq", [("snapshot_tag", "seq"), ("snapshot_pair", "seq"), ("page_copy", "position")]),
            ("window_set", "seq", [("window_tab", "seq")]), ("page_copy", "number", []),
        ] {
            try move(table, column, references, database)
        }
        // The indexes find places by their numbers.
        for index in ["snapshot_search", "snapshot_pair_search"] {
            try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('rebuild')")
        }
        return true
    }

    /// Returns the next number of a table; the first free one if the last one is at the limit.
    static func free(_ table: String, _ column: String, _ database: Database) throws -> Int64 {
        let last = try Int64.fetchOne(
            database, sql: "SELECT max(\(column)) FROM \(table) WHERE \(column) <= ?", arguments: [limit])
        if last ?? 0 < limit { return max(last ?? 0, 0) + 1 }
        // One of the numbers from 1 to the number of rows + 1 is free.
        return try Int64.fetchOne(
            database,
            sql: """
                SELECT ifnull(min(number), 1) FROM (
                    SELECT \(column) + 1 AS number FROM \(table) WHERE \(column) BETWEEN 0 AND ?1 - 1
                    UNION SELECT 1
                ) WHERE number NOT IN (SELECT \(column) FROM \(table))
                """, arguments: [limit]) ?? 1
    }

    private static func move(
        _ table: String, _ column: String, _ references: [(table: String, column: String)], _ database: Database
    ) throws {
        while let old = try Int64.fetchOne(
            database, sql: "SELECT min(\(column)) FROM \(table) WHERE \(column) > ?", arguments: [limit])
        {
            let new = try free(table, column, database)
            for reference in references + [(table, column)] {
                try database.execute(
                    sql: "UPDATE \(reference.table) SET \(reference.column) = ? WHERE \(reference.column) = ?",
                    arguments: [new, old])
            }
        }
        try database.execute(
            sql: """
                UPDATE sqlite_sequence SET seq = ifnull((SELECT max(\(column)) FROM \(table)), 0)
                WHERE name = ? AND seq > ?
                """, arguments: [table, limit])
    }
}
