import DownloadQueue
import Foundation
import QueueRows
import WHATWGURL

/// A transaction in which a worker claims downloads.
///
/// The limit of a host over all workers holds because of the order of the statements: an advisory lock of the host
/// comes first, and a later statement, which sees all that was committed before the lock was granted, counts and
/// chooses.
struct PostgresClaim {
    let claim: QueueClaim
    let limit: Int
    let machine: QueueMachine
    let moment: Moment
    let transaction: PostgresTransaction

    /// The maximum number of hosts from which items are claimed in one step.
    private static let hostLimit = 64

    /// The maximum number of steps.
    private static let stepLimit = 4

    /// The largest shared limit, which stands for none.
    private static let unlimited = Int(Int32.max)

    /// Claims items, and returns them with their leases in queue order.
    ///
    /// - Parameters:
    ///   - wakesFirst: True to make items ready first that have waited long enough or whose worker has ended. Otherwise
    ///     this happens only if there are too few other items.
    ///   - heads: The first items of hosts that an earlier claim has found.
    /// - Returns: The claimed items.
    /// - Throws: ``ServerFailure``.
    func run(wakesFirst: Bool, heads: inout HostHeads) throws -> [PostgresItem] {
        guard limit > 0 else { return [] }
        let backoffs = try PostgresHosts(transaction: transaction).all()
        let backingOff = Set(backoffs.filter { machine.isBackingOff($0.value, at: moment.now) }.keys)
        if wakesFirst { try wake(except: backingOff) }
        var items = try claim(limit, backoffs, except: backingOff, &heads)
        if items.count < limit, !wakesFirst, try wake(except: backingOff) > 0 {
            heads.expire()
            items += try claim(limit - items.count, backoffs, except: backingOff, &heads)
        }
        return items.sorted { $0.rank < $1.rank }
    }

    // MARK: Waking

    /// Makes items ready if their delay has elapsed, their directory has free space again, or their worker has ended.
    ///
    /// - Parameter backingOff: Hosts that are backing off. An item of such a host stays with the worker that has ended
    ///   until it can be claimed.
    /// - Returns: The number of items.
    /// - Throws: ``ServerFailure``.
    @discardableResult
    private func wake(except backingOff: Set<String>) throws -> Int {
        let now = QueueRow.milliseconds(moment.now)
        let tolerance = Int64(machine.policy.clockTolerance.seconds * 1_000)
        let longestLease = Int64(2 * QueueLease.length.seconds * 1_000)
        // The same conditions as `QueueMachine.isOver` and `isClaimable`.
        var count = try wake("q.state = 'waiting' AND q.not_before <= $1::bigint", [PostgresValue(now)])
        count += try wake("q.state = 'waiting' AND q.waiting_since > $1::bigint", [PostgresValue(now + tolerance)])
        if !claim.directoriesWithSpace.isEmpty {
            count += try wake(
                "q.needs_space = 1 AND q.state = 'waiting' AND q.directory = ANY($1::text[])",
                [PostgresValue(array: claim.directoriesWithSpace)])
        }
        return try count
            + wake(
                """
                q.state IN ('running', 'verifying') AND (q.lease_until IS NULL OR q.lease_until <= $1::bigint
                    OR q.lease_until > $2::bigint OR q.lease_owner = ANY($3::text[])) AND q.host <> ALL($4::text[])
                """,
                [
                    PostgresValue(now), PostgresValue(now + longestLease), PostgresValue(array: claim.goneOwners),
                    PostgresValue(array: backingOff),
                ])
    }

    /// Makes items ready that meet a condition, except those that another transaction is changing.
    ///
    /// The condition is evaluated once more for a row that was changed before it could be locked.
    private func wake(_ condition: String, _ values: [PostgresValue]) throws -> Int {
        try transaction.execute(
            """
            WITH due AS (
                SELECT q.id FROM leftoff_queue_item AS q WHERE \(condition) LIMIT 10000 FOR UPDATE SKIP LOCKED
            )
            UPDATE leftoff_queue_item AS q SET state = 'ready', not_before = NULL, waiting_since = NULL,
                lease_owner = NULL, lease_until = NULL
            FROM due WHERE q.id = due.id
            """, values
        ).changedCount
    }

    // MARK: Claiming

    private func claim(
        _ limit: Int, _ backoffs: [String: HostBackoff], except backingOff: Set<String>, _ heads: inout HostHeads
    ) throws -> [PostgresItem] {
        let candidates = ClaimCandidates(
            claim: claim, capacity: { backingOff.contains($0) ? 0 : claim.capacity(for: $0) }, transaction: transaction)
        let front = try candidates.front()
        var excluded = backingOff
        var claimed: [PostgresItem] = []
        var contended: ClaimCandidates.Hosts?
        var hasLocks = false
        for _ in 0..<Self.stepLimit where claimed.count < limit {
            let count = limit - claimed.count
            var hosts = try candidates.hosts(front, limit: count, excluded: excluded, heads: &heads)
            if hosts.areFromHeads, hosts.needed < min(count, Self.hostLimit), !heads.isFresh {
                // Other hosts may have got items since the last search.
                heads.expire()
                hosts = try candidates.hosts(front, limit: count, excluded: excluded, heads: &heads)
            }
            guard !hosts.names.isEmpty else { break }
            let locked = try lock(hosts)
            if locked.isEmpty {
                // Other workers are claiming from all of these hosts.
                contended = contended ?? hosts
                excluded.formUnion(hosts.names)
                continue
            }
            hasLocks = true
            claimed += try take(count, from: locked, hosts.ids, candidates.capacity, backoffs)
            try heads.update(locked, transaction)
            excluded.formUnion(locked)
        }
        // Waiting with a lock could make two workers wait for each other.
        if let contended, !hasLocks {
            let first = try waitForFirst(of: contended)
            claimed = try take(limit, from: first, contended.ids, candidates.capacity, backoffs)
            try heads.update(first, transaction)
        }
        return claimed
    }

    private static let key = "hashtext(current_schema() || ' host'), hashtext(host)"

    /// Locks as many hosts as needed, in order, without waiting for other workers.
    private func lock(_ hosts: ClaimCandidates.Hosts) throws -> [String] {
        try transaction.execute(
            """
            SELECT host FROM unnest($1::text[]) AS host WHERE pg_try_advisory_xact_lock(\(Self.key))
            LIMIT $2::bigint
            """, [PostgresValue(array: hosts.names), PostgresValue(min(hosts.needed, Self.hostLimit))]
        ).rows.compactMap { $0.text(0) }
    }

    private func waitForFirst(of hosts: ClaimCandidates.Hosts) throws -> [String] {
        guard let first = hosts.names.first else { return [] }
        try transaction.execute(
            "SELECT pg_advisory_xact_lock(\(Self.key)) FROM (SELECT $1::text AS host) AS first", [.text(first)])
        return [first]
    }

    /// Claims items of locked hosts.
    private func take(
        _ count: Int, from hosts: [String], _ ids: [String]?, _ capacity: (String) -> Int,
        _ backoffs: [String: HostBackoff]
    ) throws -> [PostgresItem] {
        let now = QueueRow.milliseconds(moment.now)
        var values = [
            PostgresValue(array: hosts), PostgresValue(array: hosts.map { min(capacity($0), count) }),
            PostgresValue(array: hosts.map { sharedLimit(of: $0, backoffs) }), PostgresValue(now),
            PostgresValue(now + Int64(2 * QueueLease.length.seconds * 1_000)), PostgresValue(array: claim.goneOwners),
            PostgresValue(count),
        ]
        if let ids { values.append(PostgresValue(array: ids)) }
        let found = try transaction.execute(ids == nil ? Self.choice(Self.first) : Self.choice(Self.firstOfIDs), values)
            .rows.map(PostgresItems.item)
        let claimed = found.map {
            PostgresItem(position: $0.position, item: machine.claim($0.item, owner: claim.owner, at: moment.now))
        }
        try PostgresItems(transaction: transaction).update(zip(found, claimed).map { ($0.item, $1.item) })
        return claimed
    }

    /// Returns the number of items of a host that all workers together may hold.
    private func sharedLimit(of host: String, _ backoffs: [String: HostBackoff]) -> Int {
        let limit = min(claim.sharedLimit(of: host) ?? Self.unlimited, Self.unlimited)
        return backoffs[host].map(machine.isOnProbation) ?? false ? min(limit, 1) : limit
    }

    // MARK: Statements

    /// The next items of locked hosts ($1) within the worker's limits ($2) and those of all workers ($3), locked.
    private static func choice(_ chosen: String) -> String {
        """
        WITH wanted AS MATERIALIZED (
            SELECT host, CASE WHEN shared < \(unlimited) THEN least(own, shared - (
                SELECT count(*) FROM leftoff_queue_item AS held
                WHERE held.lease_owner IS NOT NULL AND held.host = wish.host AND held.lease_until > $4::bigint
                    AND held.lease_until <= $5::bigint AND held.lease_owner <> ALL($6::text[])
            )) ELSE own END AS items
            FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS wish (host, own, shared)
        ), chosen AS MATERIALIZED (\(chosen) ORDER BY next.priority DESC, next.position LIMIT $7::bigint)
        SELECT \(PostgresItems.columns) FROM leftoff_queue_item AS q
        WHERE q.id IN (SELECT id FROM chosen) AND q.state = 'ready' FOR UPDATE OF q SKIP LOCKED
        """
    }

    private static let first = """
        SELECT next.id FROM wanted CROSS JOIN LATERAL (
            SELECT id, priority, position FROM leftoff_queue_item
            WHERE \(HostHeads.readyItems(ofHost: "wanted.host"))
            LIMIT greatest(wanted.items, 0)
        ) AS next
        """

    private static let firstOfIDs = """
        SELECT next.id FROM (
            SELECT item.id, item.priority, item.position, wanted.items, row_number() OVER (
                PARTITION BY item.host ORDER BY item.priority DESC, item.position) AS number
            FROM leftoff_queue_item AS item JOIN wanted ON wanted.host = item.host
            WHERE item.id = ANY($8::text[]) AND item.state = 'ready'
        ) AS next WHERE next.number <= next.items
        """
}
