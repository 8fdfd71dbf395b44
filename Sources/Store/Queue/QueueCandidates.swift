import GRDB
import QueueRows

/// A search for the next ready items that skips hosts from which no more items may be claimed.
///
/// A busy host may have a hundred thousand items ahead of the next item that may be claimed.
struct QueueCandidates {
    /// An item that may be claimed.
    struct Candidate {
        var priority: Int
        var position: Int64
        var host: String
    }

    /// The number of items that are examined in queue order before the search continues host by host.
    ///
    /// It is more than a queue of mixed hosts ever needs. Examining that many takes a fifth of a millisecond.
    private static let window = 512

    /// The maximum number of hosts that are searched one by one.
    ///
    /// If there are more, scanning the queue is faster.
    private static let hostLimit = 2_000

    /// Returns the number of items that may still be claimed from a host.
    let capacity: (String) -> Int
    /// The ids of the items to consider; nil for all.
    let ids: Set<String>?

    /// Returns ready items in queue order.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of items.
    ///   - database: A connection in a transaction.
    /// - Returns: The items.
    /// - Throws: `DatabaseError`.
    func find(limit: Int, _ database: Database) throws -> [Candidate] {
        // Usually the first items qualify.
        let (front, isAll) = try scan(limit: limit, budget: Self.window, database)
        if isAll || front.count >= limit { return front }
        if let ids, ids.count <= Self.window { return try candidates(withIDs: ids, limit: limit, database) }
        if ids != nil { return try scan(limit: limit, budget: .max, database).found }
        let hosts = try Row.fetchAll(database.cachedStatement(sql: Self.hosts)).compactMap { $0.value(0) as String? }
        guard hosts.count <= Self.hostLimit else { return try scan(limit: limit, budget: .max, database).found }
        var found: [Candidate] = []
        for host in hosts {
            let count = min(capacity(host), limit)
            if count > 0 { found += try first(of: host, limit: count, database) }
        }
        return Array(found.sorted(by: Self.isBefore).prefix(limit))
    }

    /// Returns true if an item precedes another in queue order.
    static func isBefore(_ one: Candidate, _ other: Candidate) -> Bool {
        (other.priority, one.position) < (one.priority, other.position)
    }

    // MARK: Statements

    /// All ready items in queue order, read from the index alone.
    static let scan = """
        SELECT priority, position, host FROM queue_item WHERE state = 'ready' ORDER BY priority DESC, position
        """

    /// All ready items in queue order with their ids, for a claim that is restricted to some ids.
    static let scanWithIDs = """
        SELECT priority, position, host, id FROM queue_item WHERE state = 'ready' ORDER BY priority DESC, position
        """

    /// The first ready items of a host.
    ///
    /// The index is named because SQLite, without statistics about the values, would choose the index by state.
    static let first = """
        SELECT priority, position FROM queue_item INDEXED BY queue_item_ready WHERE state = 'ready' AND host = ?
        ORDER BY priority DESC, position LIMIT ?
        """

    /// The hosts of ready items, found by one search of the index each.
    static let hosts = """
        WITH RECURSIVE step (host) AS (
            SELECT * FROM (
                SELECT host FROM queue_item INDEXED BY queue_item_ready WHERE state = 'ready' ORDER BY host LIMIT 1
            )
            UNION ALL
            SELECT (
                SELECT host FROM queue_item INDEXED BY queue_item_ready
                WHERE state = 'ready' AND host > step.host ORDER BY host LIMIT 1
            ) FROM step WHERE step.host IS NOT NULL
        )
        SELECT host FROM step WHERE host IS NOT NULL LIMIT \(hostLimit + 1)
        """

    // MARK: Steps

    private func scan(limit: Int, budget: Int, _ database: Database) throws -> (found: [Candidate], isAll: Bool) {
        var found: [Candidate] = []
        var counts: [String: Int] = [:]
        var examinedCount = 0
        var isAll = true
        try RawStatement(ids == nil ? Self.scan : Self.scanWithIDs, database).read([]) { row in
            guard examinedCount < budget, found.count < limit else {
                isAll = false
                return false
            }
            examinedCount += 1
            guard let priority = row.integer(0), let position = row.integer(1), let host = row.text(2) else {
                return true
            }
            let count = counts[host, default: 0]
            guard count < capacity(host), ids == nil || row.text(3).map({ ids?.contains($0) == true }) == true else {
                return true
            }
            counts[host] = count + 1
            found.append(Candidate(priority: Int(priority), position: position, host: host))
            return true
        }
        return (found, isAll)
    }

    private func first(of host: String, limit: Int, _ database: Database) throws -> [Candidate] {
        try Row.fetchAll(database.cachedStatement(sql: Self.first), arguments: [host, limit])
            .compactMap { Self.candidate($0, host: host) }
    }

    /// Returns the item of a row that begins with the priority and the position; nil if it cannot be read.
    private static func candidate(_ row: Row, host: String?) -> Candidate? {
        guard let position: Int64 = row.value(1), let host else { return nil }
        return Candidate(priority: row.value(0) ?? 0, position: position, host: host)
    }

    private func candidates(withIDs ids: Set<String>, limit: Int, _ database: Database) throws -> [Candidate] {
        let statement = try database.cachedStatement(
            sql: "SELECT priority, position, host FROM queue_item WHERE id = ? AND state = 'ready'")
        let all = try ids.compactMap { id in
            try Row.fetchOne(statement, arguments: [id]).flatMap { Self.candidate($0, host: $0.value(2)) }
        }
        var counts: [String: Int] = [:]
        var found: [Candidate] = []
        for candidate in all.sorted(by: Self.isBefore) where found.count < limit {
            let count = counts[candidate.host, default: 0]
            guard count < capacity(candidate.host) else { continue }
            counts[candidate.host] = count + 1
            found.append(candidate)
        }
        return found
    }
}
