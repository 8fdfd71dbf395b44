import DownloadQueue
import GRDB
package import Snapshots

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
    /// The first damage that `PRAGMA quick_check` found; nil if there is none.
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
        }
    }

    private static func health(_ database: Database, path: String) throws -> StoreHealth {
        try checkLayout(database, path: path)
        func count(_ table: String) throws -> Int? {
            guard try database.tableExists(table) else { return nil }
            return try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
        }
        let verdict = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        let version = try sqliteVersion(database)
        // A read-only connection can see if the file uses a write-ahead log; the other modes are not stored in the
        // file.
        let isWAL = try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal"
        let isCurrent = try migrator().hasCompletedMigrations(database)
        return StoreHealth(
            version: version, journal: isWAL ? "wal" : JournalMode.mode(version: JournalMode.version(version)),
            placeCount: try count("snapshots"), itemCount: try count("queue_item"),
            damage: verdict == "ok" ? nil : verdict ?? "PRAGMA quick_check has no result",
            pending: isCurrent ? nil : .migration, damaged: isCurrent ? try damagedRecords(database) : [])
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
        for row in sets { _ = try WindowRow.whole(row, database, &damaged) }
        for case .damaged(let id, let field) in try QueueTable.damagedRows(database) {
            damaged.append(UnreadableRecord(.download, id: id, reason: "its \(field) is malformed"))
        }
        return damaged
    }

    private static func sqliteVersion(_ database: Database) throws -> String {
        try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""
    }

    /// Returns true if rolling back the hot journal requires write access.
    private static func requiresRollback(_ error: DatabaseError) -> Bool {
        [.SQLITE_READONLY_ROLLBACK, .SQLITE_READONLY_RECOVERY].contains(error.extendedResultCode)
    }
}
