import DownloadQueue
import Foundation
import GRDB

/// Tells how the queue stands.
struct QueueSummaryQuery {
    /// The only items that count; nil for all.
    private let ids: Set<String>?
    /// The same as JSON, for statements.
    private let list: String?

    /// Makes a census.
    ///
    /// - Parameter ids: The only items that count; nil for all.
    /// - Throws: Never: identifiers can be encoded.
    init(ids: Set<String>?) throws {
        self.ids = ids
        list = try ids.map(Self.json)
    }

    /// The ids as JSON, written by hand: there may be a hundred thousand, and an encoder takes ten times as long.
    private static func json(_ ids: Set<String>) throws -> String {
        let isPlain = ids.allSatisfy { id in
            id.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        }
        guard isPlain else { return String(decoding: try JSONEncoder().encode(Array(ids)), as: UTF8.self) }
        return ids.isEmpty ? "[]" : "[\"\(ids.joined(separator: "\",\""))\"]"
    }

    func outlook(_ database: Database) throws -> QueueSummary {
        var outlook = QueueSummary()
        for row in try rows("state, count(*)", "TRUE GROUP BY state", database) {
            if let state = QueueState(rawValue: row[0]) { outlook.counts[state] = row[1] }
        }
        let hosts = try QueueHosts.all(database)
        let held = hosts.compactMapValues(\.notBefore)
        outlook.nextClaim = [
            try nextReady(outlook[.ready], held, database), try nextWaiting(outlook[.waiting], held, database),
        ].compactMap { $0 }.min()
        if outlook.held > 0 {
            let end = try rows("min(ifnull(lease_until, 0))", Self.isHeld, database).first?[0] as Int64?
            outlook.nextLeaseEnd = end == 0 ? .distantPast : QueueRow.date(end)
        }
        if outlook[.waiting] > 0 {
            for row in try rows(
                "directory, min(max(ifnull(total, 0) - durable_bytes, 0))",
                "needs_space = 1 AND state = 'waiting' GROUP BY directory", database)
            {
                outlook.crampedDirectories[row[0]] = row[1]
            }
        }
        return outlook
    }

    static let isHeld = "state IN ('running', 'verifying', 'cancelled')"

    /// When the first of the ready items may be claimed.
    private func nextReady(_ count: Int, _ held: [String: Date], _ database: Database) throws -> Date? {
        guard count > 0 else { return nil }
        let free = QueueCandidates(room: { held[$0] == nil ? 1 : 0 }, ids: ids)
        if held.isEmpty { return .distantPast }
        if try !free.find(limit: 1, database).isEmpty { return .distantPast }
        return try held.filter { host, _ in
            let one = QueueCandidates(room: { $0 == host ? 1 : 0 }, ids: ids)
            return try !one.find(limit: 1, database).isEmpty
        }.values.min()
    }

    /// When the first of those that wait may be claimed.
    private func nextWaiting(_ count: Int, _ held: [String: Date], _ database: Database) throws -> Date? {
        guard count > 0 else { return nil }
        if held.isEmpty {
            let first = try rows("min(not_before)", "state = 'waiting'", database).first?[0] as Int64?
            return QueueRow.date(first) ?? .distantPast
        }
        let ends = try rows("host, min(ifnull(not_before, 0))", "state = 'waiting' GROUP BY host", database).map {
            row in
            max(held[row[0]] ?? .distantPast, QueueRow.date(row[1]) ?? .distantPast)
        }
        return ends.min()
    }

    private func rows(_ columns: String, _ condition: String, _ database: Database) throws -> [Row] {
        guard let list else {
            return try Row.fetchAll(
                database.cachedStatement(sql: "SELECT \(columns) FROM queue_item WHERE \(condition)"))
        }
        return try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT \(columns) FROM queue_item
                    WHERE id IN (SELECT value FROM json_each(?)) AND \(condition)
                    """), arguments: [list])
    }
}
