import DownloadQueue
import Foundation
import GRDB
import QueueRows

/// The table `queue_host`: hosts that have failed recently.
enum HostBackoffTable {
    /// Returns all hosts with a backoff.
    ///
    /// There are few: a host without failures has no row.
    static func all(_ database: Database) throws -> [String: HostBackoff] {
        let rows = try Row.fetchAll(
            database.cachedStatement(sql: "SELECT host, failures, not_before, since FROM queue_host"))
        return Dictionary(rows.map { ($0[0], backoff($0)) }) { $1 }
    }

    /// Returns the backoff of a host; nil if it has none.
    static func find(_ host: String, _ database: Database) throws -> HostBackoff? {
        try Row.fetchOne(
            database.cachedStatement(sql: "SELECT host, failures, not_before, since FROM queue_host WHERE host = ?"),
            arguments: [host]
        ).map(backoff)
    }

    /// Sets the backoff of a host; nil removes it.
    static func set(_ host: String, to backoff: HostBackoff?, _ database: Database) throws {
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

    /// Removes hosts whose last failure is more than a day ago.
    static func removeExpired(at now: Int64, _ database: Database) throws {
        let day: Int64 = 86_400_000
        try database.cachedStatement(sql: "DELETE FROM queue_host WHERE since < ? AND ifnull(not_before, 0) < ?")
            .execute(arguments: [now - day, now - day])
    }

    private static func backoff(_ row: Row) -> HostBackoff {
        HostBackoff(
            failures: QueueRow.counter(row[1]), notBefore: QueueRow.date(row[2]),
            since: QueueRow.date(row[3]) ?? .distantPast)
    }
}
