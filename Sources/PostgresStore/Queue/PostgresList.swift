import DownloadQueue

/// A query for items in queue order, or by the time at which they ended, that can continue after a given item.
struct PostgresList {
    let listing: QueueListing
    let transaction: PostgresTransaction

    func items() throws -> [QueueItem] {
        let last = try listing.after.map { id in
            guard let last = try table.fetch(where: "q.id = $1", [.text(id)], "").first else {
                throw QueueError.notFound(id: id)
            }
            return last
        }
        if last == nil {
            // No state selects a row whose state is damaged, so that it would be hidden. It is only reported.
            _ = try table.fetch(where: Self.hasUnknownState, [], "LIMIT \(DamagedRows.capacity)")
        }
        if listing.order == .ended { return try ended(after: last).map(\.item) }
        // One query for each state reads its part of an index; the results are then merged.
        let states = listing.states ?? Set(QueueState.allCases)
        let found = try states.flatMap { try find($0, after: last) }
        let sorted = states.count > 1 ? found.sorted { $0.rank < $1.rank } : found
        return (listing.limit.map { Array(sorted.prefix(max(0, $0))) } ?? sorted).map(\.item)
    }

    private var table: PostgresItems { PostgresItems(transaction: transaction) }

    /// The condition of rows with an unknown state, from which the planner recognizes the index of the others.
    private static let hasUnknownState = """
        q.state NOT IN ('ready', 'done') AND q.state NOT IN (\(PostgresItems.states))
        """

    /// Returns the condition of the items in a state, from which the planner recognizes their index.
    private static func condition(_ state: QueueState) -> String {
        let condition = "q.state = '\(state.rawValue)'"
        return state == .ready || state == .done ? condition : "\(condition) AND q.state NOT IN ('ready', 'done')"
    }

    private func find(_ state: QueueState, after last: PostgresItem?) throws -> [PostgresItem] {
        let condition = Self.condition(state)
        guard let last else { return try fetch(condition, [], listing.limit) }
        // Two queries, each on a range of the index: the later items of the same priority, and the items of lower
        // priorities.
        // The stored priority may be outside of the range of those that are read.
        let priority = "(SELECT priority FROM leftoff_queue_item WHERE id = $1)"
        let id = PostgresValue(last.item.id)
        let same = try fetch(
            "\(condition) AND q.priority = \(priority) AND q.position > $2::bigint",
            [id, PostgresValue(last.position)], listing.limit)
        let limit = listing.limit.map { $0 - same.count }
        if let limit, limit <= 0 { return same }
        return same + (try fetch("\(condition) AND q.priority < \(priority)", [id], limit))
    }

    private func fetch(_ condition: String, _ values: [PostgresValue], _ limit: Int?) throws -> [PostgresItem] {
        try table.fetch(where: condition, values, "ORDER BY \(PostgresItems.order)", limit: limit)
    }

    /// Returns items that have ended, the latest first.
    private func ended(after last: PostgresItem?) throws -> [PostgresItem] {
        var conditions = ["q.finished_at IS NOT NULL"]
        var values: [PostgresValue] = []
        if let states = listing.states {
            values.append(PostgresValue(array: states.map(\.rawValue)))
            conditions.append("q.state = ANY($1::text[])")
        }
        if let last {
            // Items that have not ended come after those that have.
            guard last.item.finishedAt != nil else { return [] }
            let end = "(SELECT finished_at FROM leftoff_queue_item WHERE id = $\(values.count + 1))"
            conditions.append("(q.finished_at, q.position) < (\(end), $\(values.count + 2)::bigint)")
            values += [PostgresValue(last.item.id), PostgresValue(last.position)]
        }
        return try table.fetch(
            where: conditions.joined(separator: " AND "), values,
            "ORDER BY q.finished_at DESC, q.position DESC", limit: listing.limit)
    }
}
