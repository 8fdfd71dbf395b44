import DownloadQueue
import GRDB
package import Places

/// The condition of a store.
package struct StoreHealth: Sendable, Hashable {
    /// A change that the next command will make when it opens the store.
    package enum Pending: Sendable, Hashable {
        /// The tables are those of an older Leftoff and will be migrated.
        case migration
        /// A program was killed during a transaction, which will be rolled back.
        case rollback
    }

    /// SQLite's version.
    package let version: String
    /// The journal mode.
    package let journal: String
    /// The number of snapshots; nil if it is unknown until the pending change has been made.
    package let placeCount: Int?
    /// The number of downloads; nil if it is unknown until the pending change has been made.
    package let itemCount: Int?
    /// The first damages that `PRAGMA integrity_check` found, on one line; nil if there is none.
    ///
    /// ``LeftoffDatabase/repair(home:)`` rebuilds such a store.
    package let damage: String?
    /// The change that the next command will make; nil for none.
    package let pending: Pending?
    /// The places, window sets and downloads that cannot be read, or only in part.
    package let damaged: [UnreadableRecord]
}

extension LeftoffDatabase {
    /// Examines a store without changing its tables or rolling back a hot journal.
    ///
    /// - Parameter home: The path of Leftoff's home directory, which contains a store.
    /// - Returns: The condition.
    /// - Throws: ``StoreError`` if the store cannot be read, or is not one of this version of Leftoff.
    package static func health(home: String) throws -> StoreHealth {
        let path = home + "/" + fileName
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(2)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read { try health($0, path: path) }
        } catch let error as DatabaseError where Self.requiresRollback(error) {
            return try DatabaseQueue().read { memory in
                let version = try sqliteVersion(memory)
                return StoreHealth(
                    version: version, journal: JournalMode.mode(version: JournalMode.version(version)), placeCount: nil,
                    itemCount: nil, damage: nil, pending: .rollback, damaged: [])
            }
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch is RowDecodingError {
            throw StoreError.damaged(path: path, reason: StoreError.wrongType)
        }
    }

    private static func health(_ database: Database, path: String) throws -> StoreHealth {
        try checkLayout(database, path: path)
        var damages = try damages(database)
        /// Reads what the damage may make unreadable.
        func unlessDamaged<Value>(or value: Value, _ body: () throws -> Value) throws -> Value {
            do { return try body() } catch let error as DatabaseError
                where error.resultCode == .SQLITE_CORRUPT && !damages.isEmpty
            {
                return value
            }
        }
        func count(_ table: String) throws -> Int? {
            guard try database.tableExists(table) else { return nil }
            return try unlessDamaged(or: nil) { try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") }
        }
        let version = try sqliteVersion(database)
        // A read-only connection can see if the file uses a write-ahead log; the other modes are not stored in the
        // file.
        let isWAL = try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal"
        let isCurrent = try migrator().hasCompletedMigrations(database)
        if isCurrent {
            damages += try searchIndexes.compactMap { try damage(ofSearchIndex: $0, database) }
            damages += try unlessDamaged(or: []) { try [shelfDamage(database)].compactMap(\.self) }
        }
        return StoreHealth(
            version: version, journal: isWAL ? "wal" : JournalMode.mode(version: JournalMode.version(version)),
            placeCount: try count("snapshots"), itemCount: try count("queue_item"),
            damage: damages.isEmpty ? nil : damages.joined(separator: "; "),
            pending: isCurrent ? nil : .migration,
            damaged: isCurrent ? try unlessDamaged(or: []) { try damagedRecords(database) } : [])
    }

    /// The number of damages that are listed.
    private static let listedDamageCount = 10

    /// Returns what `PRAGMA integrity_check` finds; empty if the structure is whole.
    ///
    /// `PRAGMA quick_check` does not compare the indexes with the tables.
    ///
    /// - Parameter database: A connection in a transaction.
    /// - Returns: One line for each damage.
    /// - Throws: `DatabaseError`.
    static func damages(_ database: Database) throws -> [String] {
        var lines: [String] = []
        do {
            let rows = try Row.fetchCursor(database, sql: "PRAGMA integrity_check(\(listedDamageCount))")
            while let row = try rows.next() {
                let text: String = row.value(0) ?? ""
                // A result has several lines if a page is damaged.
                lines += text.split(separator: "\n").map(String.init)
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            // A wrong page can end the check.
            lines.append(error.message ?? "a page is damaged")
        }
        return lines == ["ok"] ? [] : lines.filter { !$0.hasPrefix("***") }
    }

    /// Checks the structure of a file before statements that free pages of tables and indexes.
    ///
    /// A wrong pointer in one of them would free pages of others. Values of other types and indexes that lack rows are
    /// harmless.
    ///
    /// - Parameter database: A connection in a transaction.
    /// - Throws: `DatabaseError` (`SQLITE_CORRUPT`) if a page is damaged.
    static func checkStructure(_ database: Database) throws {
        let harmless = ["CHECK constraint failed in ", "NULL value in ", "NUMERIC value in ", "TEXT value in ", "non-"]
        // Damaged pages come first.
        let damage = try damages(database).first { damage in
            !damage.contains(" index ") && !harmless.contains { damage.hasPrefix($0) }
        }
        if let damage { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: damage) }
    }

    /// Reads all places, window sets and downloads, and returns those that are damaged.
    private static func damagedRecords(_ database: Database) throws -> [UnreadableRecord] {
        var damaged: [UnreadableRecord] = []
        let places = try Row.fetchCursor(database, sql: "SELECT \(SnapshotRow.columns) FROM snapshots ORDER BY seq")
        while let row = try places.next() {
            do throws(UnreadableRecord) { _ = try SnapshotRow.stored(row) } catch { damaged.append(error) }
        }
        let sets = try Row.fetchAll(
            database, sql: "SELECT \(WindowRow.columns), request FROM kept_window_set ORDER BY seq")
        for row in sets { _ = try WindowRow.completeSet(row, database, &damaged) }
        return damaged + (try QueueTable.damagedRecords(database))
    }

    /// The full-text indexes (SQLite FTS5 Extension).
    static let searchIndexes = ["snapshot_search", "snapshot_pair_search"]

    /// Returns the damage that a search in a full-text index shows; nil if there is none.
    ///
    /// `PRAGMA integrity_check` does not examine these indexes before SQLite 3.44, and their own check needs to write.
    static func damage(ofSearchIndex index: String, _ database: Database) throws -> String? {
        do {
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(index) WHERE \(index) MATCH '\"a\" *'")
            // A search takes a shorter structure for an empty one.
            let length = try Int.fetchOne(database, sql: "SELECT length(block) FROM \(index)_data WHERE id = 10")
            if let length, length >= 7 { return nil }
        } catch let error as DatabaseError
            where [.SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_NOMEM].contains(error.resultCode)
        {
            // Below.
        }
        return "the search index \(index) is damaged"
    }

    /// Returns what the shelf lacks; nil if it has all places.
    ///
    /// - Parameter database: A connection in a transaction.
    /// - Returns: The damage in words.
    /// - Throws: `DatabaseError`.
    static func shelfDamage(_ database: Database) throws -> String? {
        let count = try Int.fetchOne(database, sql: PageTable.missingPlaces) ?? 0
        if count > 0 {
            return count == 1 ? "1 place is missing from the shelf" : "\(count) places are missing from the shelf"
        }
        let pages = try Int.fetchOne(database, sql: PageTable.damagedPages) ?? 0
        guard pages > 0 else { return nil }
        return pages == 1 ? "1 page of the shelf is damaged" : "\(pages) pages of the shelf are damaged"
    }

    private static func sqliteVersion(_ database: Database) throws -> String {
        try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""
    }

    /// Returns true if rolling back the hot journal requires write access.
    private static func requiresRollback(_ error: DatabaseError) -> Bool {
        [.SQLITE_READONLY_ROLLBACK, .SQLITE_READONLY_RECOVERY].contains(error.extendedResultCode)
    }
}

/// The repair of numbers at the end of SQLite's range, after which AUTOINCREMENT adds no row and reports a full disk.
///
/// Only damage or another program can have written such a number: counting from 1 reaches none of them.
enum SequenceRepair {
    /// The largest number that is not repaired.
    static let limit: Int64 = 1 << 53

    /// Moves all rows and sequences behind the limit to the end of the others.
    ///
    /// - Parameter database: A connection in a write transaction.
    /// - Returns: True if something was repaired.
    /// - Throws: `DatabaseError`, also if pages of the file are damaged.
    static func perform(_ database: Database) throws -> Bool {
        let columns = [
            ("change", "number"), ("snapshots", "seq"), ("window_set", "seq"), ("page_copy", "number"),
            ("queue_item", "position"), ("shelf_change", "number"),
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
        try LeftoffDatabase.checkStructure(database)
        // The rows of other tables follow the row that they refer to.
        try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
        // First, because triggers of the other tables add changes.
        try repairChanges(database)
        try QueuePositions.repair(database)
        for (table, column, references) in [
            ("snapshots", "seq", [("snapshot_tag", "seq"), ("snapshot_pair", "seq"), ("page_copy", "position")]),
            ("window_set", "seq", [("window_tab", "seq")]), ("page_copy", "number", []),
            ("shelf_change", "number", [("shelf_change_part", "change")]),
        ] {
            try move(table, column, references, database)
        }
        // The indexes find places by their numbers.
        for index in ["snapshot_search", "snapshot_pair_search"] {
            try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('rebuild')")
        }
        try PageTable.rebuild(database)
        return true
    }

    /// Deletes the changes behind the limit; clients with a later number reload everything.
    private static func repairChanges(_ database: Database) throws {
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
