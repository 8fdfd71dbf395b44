import GRDB

/// How a store is.
package struct StoreHealth: Sendable, Hashable {
    /// What the next command that opens the store will do to it.
    package enum Pending: Sendable, Hashable {
        /// Its tables are those of an older Leftoff: they are brought up to date.
        case migration
        /// A program was ended in the midst of a change: it is taken back.
        case rollback
    }

    /// SQLite's version.
    package let version: String
    /// The journal mode.
    package let journal: String
    /// How many snapshots there are; nil when that cannot be told before what is pending was done.
    package let placeCount: Int?
    /// How many items the queue has; nil likewise.
    package let itemCount: Int?
    /// What is wrong with the file's structure; nil for nothing.
    package let damage: String?
    /// What the next command will do; nil for nothing.
    package let pending: Pending?
}

extension LeftoffDatabase {
    /// Looks a store over, and changes nothing: neither its tables nor a journal that was left.
    ///
    /// - Parameter home: The path of Leftoff's home directory, in which there is a store.
    /// - Returns: How it is.
    /// - Throws: ``StoreError`` when it cannot be read at all, or is not one of this Leftoff's.
    package static func health(home: String) throws -> StoreHealth {
        let path = home + "/" + fileName
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(2)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read { try health($0, path: path) }
        } catch let error as DatabaseError where Self.asksForRollback(error) {
            return try DatabaseQueue().read { memory in
                let version = try sqliteVersion(memory)
                return StoreHealth(
                    version: version, journal: JournalRule.mode(version: JournalRule.version(version)), placeCount: nil,
                    itemCount: nil, damage: nil, pending: .rollback)
            }
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    private static func health(_ database: Database, path: String) throws -> StoreHealth {
        try checkLayout(database, path: path)
        func count(_ table: String) throws -> Int? {
            guard try database.tableExists(table) else { return nil }
            return try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
        }
        let verdict = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "ok"
        let version = try sqliteVersion(database)
        // Whoever reads a file sees of its journal only whether it is a write-ahead log; the others are each connection's own.
        let isWAL = try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal"
        return StoreHealth(
            version: version, journal: isWAL ? "wal" : JournalRule.mode(version: JournalRule.version(version)),
            placeCount: try count("snapshots"), itemCount: try count("queue_item"),
            damage: verdict == "ok" ? nil : verdict,
            pending: try migrator().hasCompletedMigrations(database) ? nil : .migration)
    }

    private static func sqliteVersion(_ database: Database) throws -> String {
        try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""
    }

    /// Whether a journal is left that only who may write can take back.
    private static func asksForRollback(_ error: DatabaseError) -> Bool {
        [.SQLITE_READONLY_ROLLBACK, .SQLITE_READONLY_RECOVERY].contains(error.extendedResultCode)
    }
}
