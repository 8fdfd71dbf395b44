import DownloadQueue
import Foundation
import GRDB

/// The table `queue_host`: hosts that have failed recently.
///
/// It is a cache: a host without a row has no failures. Its damage, in a row or in its pages of the file, therefore
/// counts as no failures, and stops no download.
enum HostBackoffTable {
    /// The condition of rows with a value of another type.
    private static let isDamaged = """
        typeof(host) <> 'text' OR typeof(failures) <> 'integer' OR typeof(since) <> 'integer'
        OR typeof(not_before) NOT IN ('integer', 'null')
        """

    /// Returns all hosts with a backoff.
    ///
    /// There are few: a host without failures has no row.
    static func all(_ database: Database) throws -> [String: HostBackoff] {
        try unlessDamaged(or: [:]) {
            let rows = try Row.fetchAll(
                database.cachedStatement(sql: "SELECT host, failures, not_before, since FROM queue_host"))
            return Dictionary(
                rows.compactMap { row in
                    guard let host: String = row.value(0), let backoff = backoff(row) else { return nil }
                    return (host, backoff)
                }
            ) { $1 }
        }
    }

    /// Returns the backoff of a host; nil if it has none.
    static func find(_ host: String, _ database: Database) throws -> HostBackoff? {
        try unlessDamaged(or: nil) {
            try Row.fetchOne(
                database.cachedStatement(
                    sql: "SELECT host, failures, not_before, since FROM queue_host WHERE host = ?"),
                arguments: [host]
            ).flatMap(backoff)
        }
    }

    /// Sets the backoff of a host; nil removes it.
    static func set(_ host: String, to backoff: HostBackoff?, _ database: Database) throws {
        try unlessDamaged(or: ()) {
            guard let backoff else {
                try database.cachedStatement(sql: "DELETE FROM queue_host WHERE host = ?").execute(arguments: [host])
                return
            }
            try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO queue_host (host, failures, not_before, since) VALUES (?, ?, ?, ?)"
            ).execute(arguments: [
                host, backoff.failures, backoff.notBefore.map(QueueRow.milliseconds),
                QueueRow.milliseconds(backoff.since),
            ])
        }
    }

    /// Removes hosts whose last failure is more than a day ago, and damaged rows.
    static func removeExpired(at now: Int64, _ database: Database) throws {
        let day: Int64 = 86_400_000
        try unlessDamaged(or: ()) {
            try database.cachedStatement(
                sql: "DELETE FROM queue_host WHERE since < ? AND ifnull(not_before, 0) < ? OR \(isDamaged)"
            ).execute(arguments: [now - day, now - day])
        }
    }

    /// Returns true if a row has a value of another type.
    static func hasDamagedRows(_ database: Database) throws -> Bool {
        try unlessDamaged(or: false) {
            try Bool.fetchOne(
                database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM queue_host WHERE \(isDamaged))")) == true
        }
    }

    /// Removes all rows, one after the other.
    ///
    /// Without a condition, SQLite would free the pages of the table unread, also wrong ones of other tables.
    static func empty(_ database: Database) throws { try database.execute(sql: "DELETE FROM queue_host WHERE TRUE") }

    /// Returns the result of a statement on the table, or another value if the table's pages are damaged.
    private static func unlessDamaged<Value>(or value: Value, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return value
        }
    }

    /// Returns the backoff of a row; nil if it is damaged.
    private static func backoff(_ row: Row) -> HostBackoff? {
        guard let failures: Int64 = row.value(1), let since: Int64 = row.value(3) else { return nil }
        return HostBackoff(
            failures: QueueRow.counter(failures), notBefore: QueueRow.date(row.value(2)),
            since: QueueRow.date(since) ?? .distantPast)
    }
}
