package import DownloadQueue
import GRDB
import Syntax

/// The values of the queue that a shell offers while a command is typed.
extension SQLiteQueueStore {
    /// Returns the newest downloads whose ids begin with a prefix.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the ids, in any letter case; empty for all.
    ///   - states: The states; nil for all.
    ///   - limit: The maximum number of downloads.
    /// - Returns: The downloads, the newest first. Damaged ones are left out.
    /// - Throws: `StoreError`.
    package func candidates(prefix: String, states: Set<QueueState>?, limit: Int) throws -> [QueueItem] {
        var conditions: [String] = []
        var arguments: StatementArguments = []
        if !prefix.isEmpty {
            guard let range = RecordID.range(ofPrefix: prefix) else { return [] }
            conditions.append("id >= ? AND id < ?")
            arguments += [range.lowerBound, range.upperBound]
        }
        if let states {
            // With the unary plus, SQLite uses the index by id if there is a prefix.
            let column = prefix.isEmpty ? "state" : "+state"
            conditions.append("\(column) IN (\(states.map { _ in "?" }.joined(separator: ", ")))")
            arguments += StatementArguments(states.map(\.rawValue))
        }
        let condition = conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ")
        // With the unary plus, SQLite uses that index instead of reading all rows in this order.
        let order = conditions.isEmpty ? "position" : "+position"
        return try database.read { database in
            try QueueTable.fetch(
                database,
                where: """
                    position IN (SELECT position FROM queue_item WHERE \(condition)
                    ORDER BY \(order) DESC LIMIT \(max(0, limit)))
                    """, arguments, order: "position DESC"
            ).map(\.item)
        }
    }

    /// Returns the hosts of the downloads, those with the most downloads first.
    ///
    /// - Returns: The hosts, with their ports.
    /// - Throws: `StoreError`.
    package func hosts() throws -> [String] {
        try database.read { database in
            let sql = "SELECT host FROM queue_item GROUP BY host ORDER BY count(*) DESC, host"
            return try Row.fetchAll(database, sql: sql).compactMap { $0.value(0) as String? }
        }
    }
}
