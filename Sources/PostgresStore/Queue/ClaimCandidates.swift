import DownloadQueue
import QueueRows

/// A search for the hosts of the next ready items, in queue order.
///
/// The first items in order come from the hosts whose first items come first. A claim of 64 items therefore needs the
/// first 64 hosts, and a busy host with a hundred thousand items ahead costs no more than one with a single item.
struct ClaimCandidates {
    /// A ready item.
    struct Candidate {
        let id: String?
        let host: String
    }

    /// The hosts of the next items.
    struct Hosts {
        /// The hosts, in the order of their first items; more than needed, because other workers may be claiming from
        /// some of them.
        var names: [String]
        /// The number of hosts that the first items in order come from.
        var needed: Int
        /// The ids to choose from; nil for all items of the hosts.
        var ids: [String]?
        /// True if the hosts come from ``HostHeads``, which may be a second old.
        var areFromHeads = false
    }

    /// The number of items that are examined in queue order before the search continues host by host.
    private static let window = 256

    /// The number of ids that are considered in one claim.
    private static let idLimit = 2_000

    let claim: QueueClaim
    /// Returns the number of items that the worker itself may still claim from a host.
    let capacity: (String) -> Int
    let transaction: PostgresTransaction

    /// Returns the first ready items, or those of the claim's ids.
    func front() throws -> [Candidate] {
        if let ids = claim.ids {
            return try transaction.execute(
                """
                SELECT host, id FROM leftoff_queue_item WHERE state = 'ready' AND id = ANY($1::text[])
                ORDER BY priority DESC, position LIMIT \(Self.idLimit)
                """, [PostgresValue(array: ids)]
            ).rows.compactMap { row in row.text(0).map { Candidate(id: row.text(1), host: $0) } }
        }
        return try candidates("TRUE", [])
    }

    private func candidates(_ condition: String, _ values: [PostgresValue]) throws -> [Candidate] {
        try transaction.execute(
            """
            SELECT host FROM leftoff_queue_item WHERE state = 'ready' AND \(condition)
            ORDER BY priority DESC, position LIMIT \(Self.window)
            """, values
        ).rows.compactMap { row in row.text(0).map { Candidate(id: nil, host: $0) } }
    }

    /// Returns the hosts of the next items that may be claimed.
    ///
    /// - Parameters:
    ///   - front: The result of ``front()``.
    ///   - limit: The number of items to claim.
    ///   - excluded: Hosts from which no more items can be claimed.
    ///   - heads: The first items of all hosts, which are loaded if the first items of the queue are too few.
    /// - Returns: The hosts; none if there is nothing to claim.
    /// - Throws: ``ServerFailure``.
    func hosts(
        _ front: [Candidate], limit: Int, excluded: Set<String>, heads: inout HostHeads
    ) throws -> Hosts {
        let (hosts, count) = hosts(of: front, limit: limit, excluded: excluded)
        let isAll = front.count < (claim.ids == nil ? Self.window : Self.idLimit)
        if isAll || count >= limit || claim.ids != nil { return hosts }
        return try otherHosts(limit: limit, excluded: excluded, heads: &heads)
    }

    /// Returns the hosts of some items that may be claimed, and the number of these items.
    private func hosts(of items: [Candidate], limit: Int, excluded: Set<String>) -> (Hosts, count: Int) {
        var hosts = Hosts(names: [], needed: 0, ids: claim.ids == nil ? nil : [])
        var counts: [String: Int] = [:]
        var count = 0
        for item in items where !excluded.contains(item.host) {
            let previous = counts[item.host, default: 0]
            guard previous < capacity(item.host) else { continue }
            counts[item.host] = previous + 1
            if previous == 0 { hosts.names.append(item.host) }
            if count < limit { hosts.needed = hosts.names.count }
            if let id = item.id { hosts.ids?.append(id) }
            count += 1
        }
        return (hosts, count)
    }

    /// Returns the hosts of the next items among all hosts, or among the next items of hosts that are not excluded if
    /// there are too many hosts.
    private func otherHosts(limit: Int, excluded: Set<String>, heads: inout HostHeads) throws -> Hosts {
        guard try heads.load(transaction) else {
            let blocked = claim.busyHosts.union(claim.activeHosts.keys).union(excluded).filter {
                excluded.contains($0) || capacity($0) == 0
            }
            let front = try candidates("host <> ALL($1::text[])", [PostgresValue(array: blocked)])
            return hosts(of: front, limit: limit, excluded: excluded).0
        }
        var hosts = Hosts(names: [], needed: 0, ids: nil, areFromHeads: true)
        var rest = heads.inOrder { !excluded.contains($0) && capacity($0) > 0 }[...]
        while hosts.names.count < limit, !rest.isEmpty {
            let next = Array(rest.prefix(max(limit, Self.step)))
            rest = rest.dropFirst(next.count)
            let held = try heldCounts(next)
            hosts.names += next.filter { host in claim.sharedLimit(of: host).map { held[host] ?? 0 < $0 } ?? true }
        }
        hosts.needed = min(limit, hosts.names.count)
        return hosts
    }

    /// The number of hosts whose held items are counted at once.
    private static let step = 64

    /// Returns the number of items of each host that workers hold.
    ///
    /// The hosts are not locked yet, so the numbers only show where a claim would be futile.
    private func heldCounts(_ hosts: [String]) throws -> [String: Int] {
        guard claim.sharedPerHost != nil || !claim.sharedHostLimits.isEmpty else { return [:] }
        let rows = try transaction.execute(
            """
            SELECT host, count(*) FROM leftoff_queue_item WHERE lease_owner IS NOT NULL AND host = ANY($1::text[])
            GROUP BY host
            """, [PostgresValue(array: hosts)]
        ).rows
        return Dictionary(rows.compactMap { row in row.text(0).map { ($0, Int(row.integer(1) ?? 0)) } }) { $1 }
    }
}
