package import DownloadQueue
package import Foundation

/// Adding downloads.
extension PostgresQueueStore {
    package func add(_ items: [NewQueueItem], at now: Date) throws -> [QueueItem] {
        guard !items.isEmpty else { return [] }
        for item in items { try expectNoNUL(item) }
        let requests = RequestList(items)
        var isRepeated = false
        let added = try database.write { transaction in
            defer { isRepeated = true }
            return try PostgresAddition(
                requests: requests, machine: machine, now: moment(transaction, now).now, isRepeated: isRepeated,
                transaction: transaction
            ).run()
        }
        if requests.firsts.count >= Self.analysisThreshold { try analyzeIfGrown(items: requests.firsts.count) }
        return added
    }

    /// The number of requests after which the statistics may be outdated.
    private static let analysisThreshold = 1_000

    /// Updates the planner's statistics if the table is twice as large as when they were made, or they were made while
    /// the items were being added.
    ///
    /// The server does that by itself, but only after a minute. Until then, a claim would sort all ready items, which
    /// takes 60 ms for 60,000. A role that does not own the table gets a notice from the server, and no error.
    ///
    /// - Parameter items: The least number of items in the table.
    /// - Throws: ``PostgresStoreError``.
    private func analyzeIfGrown(items: Int) throws {
        try database.withConnection { connection in
            let hasGrown = try connection.execute(
                """
                SELECT pg_relation_size(oid) >= 2 * relpages::bigint * current_setting('block_size')::bigint
                    OR reltuples < $1::bigint / 2
                FROM pg_class WHERE oid = 'leftoff_queue_item'::regclass
                """, [PostgresValue(items)]
            ).first?.isTrue(0)
            guard hasGrown == true else { return }
            // The columns by which rows are chosen; analyzing the unique ones too would take twice as long.
            _ = try connection.execute("ANALYZE leftoff_queue_item (host, state, lease_owner, live)")
        }
    }

    /// Rejects a request that PostgreSQL cannot store.
    private func expectNoNUL(_ request: NewQueueItem) throws {
        let fields: [(String, String?)] = [
            ("directory", request.directory), ("name", request.name), ("suggested name", request.suggestedName),
            ("referer", request.referer), ("user agent", request.userAgent), ("proxy", request.proxy),
            ("path of the netrc file", request.netrcPath), ("path of the cookie file", request.cookiesPath),
            ("snapshot", request.snapshot),
        ]
        guard let field = fields.first(where: { $0.1?.utf8.contains(0) ?? false }) else { return }
        throw PostgresStoreError.containsNUL(server: "\(database.address)", field: field.0)
    }
}

/// A list of requests, of which several may be for the same URL, directory and name.
struct RequestList {
    /// The first request of each destination.
    private(set) var firsts: [NewQueueItem] = []
    /// For each request, in order, the index of its destination in ``firsts``.
    private(set) var indices: [Int] = []
    /// All requests, in order.
    let requests: [NewQueueItem]

    init(_ requests: [NewQueueItem]) {
        self.requests = requests
        indices.reserveCapacity(requests.count)
        var known: [QueueDestination: Int] = [:]
        known.reserveCapacity(requests.count)
        for request in requests {
            let destination = QueueDestination(request)
            if let index = known[destination] {
                indices.append(index)
            } else {
                known[destination] = firsts.count
                indices.append(firsts.count)
                firsts.append(request)
            }
        }
    }
}
