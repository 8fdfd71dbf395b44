import DownloadQueue
import Foundation
import GRDB
import Syntax

/// A query for the counts of a queue and the times of its next events.
struct QueueSummaryQuery {
    /// The ids of the items to count; nil for all.
    private let ids: Set<String>?
    /// The ids as a JSON array, for `json_each`.
    private let idsJSON: String?

    /// Creates a query.
    ///
    /// - Throws: An error of the encoder, for ids that are not plain ASCII.
    init(ids: Set<String>?) throws {
        self.ids = ids
        idsJSON = try ids.map(Self.json)
    }

    /// Returns ids as JSON.
    ///
    /// An encoder takes ten times as long for a hundred thousand ids.
    private static func json(_ ids: Set<String>) throws -> String {
        let isPlain = ids.allSatisfy { id in
            id.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        }
        guard isPlain else { return String(decoding: try JSONEncoder().encode(Array(ids)), as: UTF8.self) }
        return ids.isEmpty ? "[]" : "[\"\(ids.joined(separator: "\",\""))\"]"
    }

    func summary(_ database: Database) throws -> QueueSummary {
        var summary = QueueSummary()
        for row in try rows("state, count(*)", "TRUE GROUP BY state", database) {
            guard let state = (row.value(0) as String?).flatMap(QueueState.init) else { continue }
            summary.counts[state] = QueueRow.counter(row.value(1) ?? 0)
        }
        let hosts = try HostBackoffTable.all(database)
        let held = hosts.compactMapValues(\.notBefore)
        summary.nextClaim = [
            try nextReady(summary[.ready], held, database), try nextWaiting(summary[.waiting], held, database),
        ].compactMap { $0 }.min()
        if summary.held > 0 {
            let end = try rows("min(ifnull(lease_until, 0))", Self.held, database).first?.value(0) as Int64?
            summary.nextLeaseEnd = end == 0 ? .distantPast : QueueRow.date(end)
        }
        if summary[.waiting] > 0 {
            for row in try rows(
                // Each number is at least 0, so the difference fits.
                "directory, min(max(max(ifnull(total, 0), 0) - max(durable_bytes, 0), 0))",
                "needs_space = 1 AND state = 'waiting' GROUP BY directory", database)
            {
                guard let directory: String = row.value(0) else { continue }
                summary.directoriesWithoutSpace[directory] = ByteCount(clamping: row.value(1) ?? 0 as Int64).bytes
            }
        }
        return summary
    }

    /// Items that have a lease, or that were removed while a worker ran them.
    private static let held = "state IN ('running', 'verifying', 'cancelled')"

    /// Returns the time from which the first ready item may be claimed.
    private func nextReady(_ count: Int, _ held: [String: Date], _ database: Database) throws -> Date? {
        guard count > 0 else { return nil }
        let free = QueueCandidates(capacity: { held[$0] == nil ? 1 : 0 }, ids: ids)
        if held.isEmpty { return .distantPast }
        if try !free.find(limit: 1, database).isEmpty { return .distantPast }
        return try held.filter { host, _ in
            let one = QueueCandidates(capacity: { $0 == host ? 1 : 0 }, ids: ids)
            return try !one.find(limit: 1, database).isEmpty
        }.values.min()
    }

    /// Returns the time from which the first waiting item may be claimed.
    private func nextWaiting(_ count: Int, _ held: [String: Date], _ database: Database) throws -> Date? {
        guard count > 0 else { return nil }
        if held.isEmpty {
            let first = try rows("min(not_before)", "state = 'waiting'", database).first?.value(0) as Int64?
            return QueueRow.date(first) ?? .distantPast
        }
        let ends = try rows("host, min(ifnull(not_before, 0))", "state = 'waiting' GROUP BY host", database).map {
            row in
            let end = (row.value(0) as String?).flatMap { held[$0] } ?? .distantPast
            return max(end, QueueRow.date(row.value(1)) ?? .distantPast)
        }
        return ends.min()
    }

    private func rows(_ columns: String, _ condition: String, _ database: Database) throws -> [Row] {
        guard let idsJSON else {
            return try Row.fetchAll(
                database.cachedStatement(sql: "SELECT \(columns) FROM queue_item WHERE \(condition)"))
        }
        return try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT \(columns) FROM queue_item
                    WHERE id IN (SELECT value FROM json_each(?)) AND \(condition)
                    """), arguments: [idsJSON])
    }
}
