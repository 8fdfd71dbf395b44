import GRDB
package import Snapshots

/// The change log in the SQLite database.
///
/// The rows of downloads contain the numbers of their last changes. All other changes are rows of a table that triggers
/// fill.
package struct SQLiteChangeLog: ChangeLog {
    /// The number of removals that are kept; a client that has missed more reloads everything.
    static let removalLimit = 10_000

    private let database: LeftoffDatabase

    /// Creates the log of a database.
    package init(database: LeftoffDatabase) {
        self.database = database
    }

    /// Returns the number of the last change; 0 if there was none.
    ///
    /// - Throws: ``StoreError``.
    package func newest() throws -> Int64 { try database.read(newest) }

    /// Returns the changes after a given one, in order; see ``ChangeLog/changes(after:limit:)``.
    ///
    /// - Parameters:
    ///   - number: The number of the last change that the caller has processed.
    ///   - limit: The maximum number of changes to return.
    /// - Returns: The changes; nil if some of them are no longer recorded.
    /// - Throws: ``StoreError``.
    package func changes(after number: Int64, limit: Int) throws -> [RecordChange]? {
        try database.read { connection in
            let floor = try Int64.fetchOne(connection, sql: "SELECT number FROM change_floor") ?? 0
            let newest = try newest(connection)
            guard number >= floor, number <= newest else { return nil }
            let statement = try connection.cachedStatement(sql: Self.after)
            return try Row.fetchAll(statement, arguments: [number, number, newest, limit]).compactMap { row in
                guard let number: Int64 = row.value(0), let id: String = row.value(2),
                    let subject = (row.value(1) as String?).flatMap(RecordChange.Subject.init)
                else { return nil }
                return RecordChange(number: number, subject: subject, id: id, isGone: row.value(3) ?? false)
            }
        }
    }

    /// Downloads have their change numbers in their own rows, all other records in the table `change`.
    static let after = """
        SELECT number, subject, id, is_gone FROM change WHERE number > ?
        UNION ALL
        SELECT changed, 'item', id, 0 FROM queue_item INDEXED BY queue_item_changed WHERE changed > ? AND changed <= ?
        ORDER BY 1 LIMIT ?
        """

    /// Deletes old removals.
    ///
    /// - Throws: ``StoreError``.
    package func trim() throws {
        let last = try database.read {
            try Int64.fetchOne(
                $0, sql: "SELECT number FROM change WHERE is_gone = 1 ORDER BY number DESC LIMIT 1 OFFSET ?",
                arguments: [Self.removalLimit])
        }
        guard let last else { return }
        try database.write { connection in
            try connection.execute(sql: "UPDATE change_floor SET number = ?", arguments: [last])
            try connection.execute(sql: "DELETE FROM change WHERE is_gone = 1 AND number <= ?", arguments: [last])
        }
    }

    private func newest(_ connection: Database) throws -> Int64 {
        let statement = try connection.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'")
        return try Int64.fetchOne(statement) ?? 0
    }
}
