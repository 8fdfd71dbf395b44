import DownloadQueue
import GRDB

/// A query for items in queue order, or by the time at which they ended, that can continue after a given item.
struct QueueList {
    let listing: QueueListing
    let damaged: DamagedRows

    func items(_ database: Database) throws -> [QueueItem] {
        let last = try listing.after.map { id in
            guard let last = try QueueTable.fetch(database, id: id) else { throw QueueError.notFound(id: id) }
            return last
        }
        if listing.states != nil, last == nil {
            try recordUnknownStates(database)
        }
        if listing.order == .ended { return try ended(after: last, database).map(\.item) }
        guard let states = listing.states else { return try find(nil, after: last, database).map(\.item) }
        // One query for each state reads its part of the index; the results are then merged.
        let found = try states.flatMap { try find($0, after: last, database) }
        let sorted = states.count > 1 ? found.sorted { $0.rank < $1.rank } : found
        return (listing.limit.map { Array(sorted.prefix(max(0, $0))) } ?? sorted).map(\.item)
    }

    /// Records the rows with an unknown state, which no query for a state finds, as damaged.
    ///
    /// It reads only these from the index by state. One query with all conditions would read the whole table.
    private func recordUnknownStates(_ database: Database) throws {
        let names: [String?] = QueueState.allCases.map(\.rawValue).sorted()
        let gaps = zip(names, names.dropFirst()).map { ("state > ? AND state < ?", [$0, $1]) }
        // SQLite takes "IS NULL" for impossible in a column that is NOT NULL.
        let ends = [("state IS ?", [nil]), ("state < ?", [names[0]]), ("state > ?", [names[names.count - 1]])]
        for (condition, arguments) in ends + gaps {
            _ = try QueueTable.fetch(
                database, where: condition, StatementArguments(arguments), order: "state, \(QueueTable.order)",
                damaged: damaged)
        }
    }

    /// Returns items of one state, or of all states.
    private func find(_ state: QueueState?, after last: StoredItem?, _ database: Database) throws -> [StoredItem] {
        let isOfState = state == nil ? "TRUE" : "state = ?"
        let arguments = state.map { [$0.rawValue.databaseValue] } ?? []
        guard let last else { return try fetch(isOfState, arguments, listing.limit, database) }
        // Two queries, each on a range of the index: the later items of the same priority, and the items of lower
        // priorities.
        // The stored priority may be outside of the range of those that are read.
        let priority = "(SELECT priority FROM queue_item WHERE position = ?)"
        let position = last.position.databaseValue
        let same = try fetch(
            "\(isOfState) AND priority = \(priority) AND position > ? AND +position > ?",
            arguments + [position, position, position], listing.limit, database)
        let limit = listing.limit.map { $0 - same.count }
        if let limit, limit <= 0 { return same }
        return same + (try fetch("\(isOfState) AND priority < \(priority)", arguments + [position], limit, database))
    }

    /// Returns items that have ended, the latest first.
    private func ended(after last: StoredItem?, _ database: Database) throws -> [StoredItem] {
        var conditions = ["finished_at IS NOT NULL"]
        var arguments: [DatabaseValue] = []
        if let states = listing.states {
            // The unary plus keeps SQLite from using the index by state: only the index by end returns the items in
            // order.
            conditions.append("+state IN (\(states.map { _ in "?" }.joined(separator: ", ")))")
            arguments += states.map(\.rawValue.databaseValue)
        }
        if let last {
            // Items that have not ended come after those that have.
            guard last.item.finishedAt != nil else { return [] }
            conditions.append("(finished_at, position) < ((SELECT finished_at FROM queue_item WHERE position = ?), ?)")
            arguments += [last.position.databaseValue, last.position.databaseValue]
        }
        return try QueueTable.fetch(
            database, where: conditions.joined(separator: " AND "), StatementArguments(arguments),
            order: "finished_at DESC, position DESC", limit: listing.limit.map { max(0, $0) }, damaged: damaged)
    }

    private func fetch(
        _ condition: String, _ arguments: [DatabaseValue], _ limit: Int?, _ database: Database
    ) throws -> [StoredItem] {
        try QueueTable.fetch(
            database, where: condition, StatementArguments(arguments), limit: limit.map { max(0, $0) },
            damaged: damaged)
    }
}
