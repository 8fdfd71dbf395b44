import GRDB

/// The positions of downloads in the order in which they were added.
enum QueuePositions {
    /// The largest position that Leftoff assigns; it is never reached by adding downloads.
    private static let limit: Int64 = 1 << 53

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
    static func makeRoom(_ database: Database) throws {
        var last: Int64 = 0
        try RawStatement(largest, database).read([]) { row in
            last = row.integer(0) ?? 0
            return false
        }
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
