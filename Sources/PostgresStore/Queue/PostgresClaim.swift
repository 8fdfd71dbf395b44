import DownloadQueue
import Foundation
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
    let callTime: CallTime
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
        let backoffs = ClaimBackoffs(machine: machine, now: callTime.now, transaction: transaction)
        if wakesFirst { try wake() }
        var items: [PostgresItem] = []
        try claim(&items, backoffs, &heads)
        if items.count < limit, !wakesFirst, !runsAlone(items), try wake() > 0 {
            heads.expire()
            try claim(&items, backoffs, &heads)
        }
        return items.sorted { $0.rank < $1.rank }
    }

    /// Returns true if one of the claimed items has crashes, so that nothing else is claimed.
    private func runsAlone(_ items: [PostgresItem]) -> Bool {
        items.contains { $0.item.lease != nil && $0.item.crashes > 0 }
    }

    // MARK: Waking

    /// Makes items ready if their delay has elapsed, their directory has free space again, or their worker has ended.
    ///
    /// - Returns: The number of items.
    /// - Throws: ``ServerFailure``.
    @discardableResult
    private func wake() throws -> Int {
        let now = QueueRow.milliseconds(callTime.now)
        let tolerance = QueueRow.milliseconds(machine.policy.clockTolerance)
        // The same conditions as `QueueMachine.hasElapsed` and `isClaimable`.
        var count = try wake(
            "q.state = 'waiting' AND (q.not_before <= $1::bigint OR q.not_before IS NULL)", [PostgresValue(now)])
        count += try wake("q.state = 'waiting' AND q.waiting_since > $1::bigint", [PostgresValue(now + tolerance)])
        if !claim.directoriesWithSpace.isEmpty {
            count += try wake(
                "q.needs_space = 1 AND q.state = 'waiting' AND q.directory = ANY($1::text[])",
                [PostgresValue(array: claim.directoriesWithSpace)])
        }
        return try count + wakeAbandoned(now)
    }

    /// Makes items ready whose worker has ended, and counts their crashes (`QueueMachine.countingCrash`).
    ///
    /// An idle worker wakes only the first item with a crash, which it is going to run alone. A busy one wakes none. An
    /// item of a host that is backing off stays with the worker that has ended until it can be claimed.
    private func wakeAbandoned(_ now: Int64) throws -> Int {
        let longestLease = QueueRow.milliseconds(QueueLease.length * 2)
        var values = [
            PostgresValue(now), PostgresValue(now + longestLease), PostgresValue(array: claim.goneOwners),
            .text(claim.owner),
        ]
        let abandoned = """
            q.state IN ('running', 'verifying') AND (q.lease_until IS NULL OR q.lease_until <= $1::bigint
                OR q.lease_until > $2::bigint OR q.lease_owner = ANY($3::text[]))
                AND NOT \(PostgresHosts.isBackingOff("q.host", at: now, machine.policy))
            """
        let hasNoCrash = "q.crashes = 0 AND (q.lease_owner IS NULL OR q.lease_owner = $4)"
        let count = try wake("\(abandoned) AND \(hasNoCrash)", values)
        guard claim.isIdle else { return count }
        var isChosen = "TRUE"
        if let ids = claim.ids {
            values.append(PostgresValue(array: ids))
            isChosen = "q.id = ANY($5::text[])"
        }
        return try count
            + wake(
                "\(abandoned) AND NOT (\(hasNoCrash)) AND \(isChosen)", values,
                "ORDER BY \(PostgresItems.order) LIMIT 1",
                """
                , crashes = least(greatest(q.crashes, 0), \(QueueCounter.range.upperBound - 1))
                    + CASE WHEN q.lease_owner <> $4 THEN 1 ELSE 0 END,
                furthest = greatest(q.furthest, q.durable_bytes)
                """)
    }

    /// Makes items ready that meet a condition, except those that another transaction is changing.
    ///
    /// The condition is evaluated once more for a row that was changed before it could be locked.
    private func wake(
        _ condition: String, _ values: [PostgresValue], _ range: String = "LIMIT 10000", _ assignments: String = ""
    ) throws -> Int {
        try transaction.execute(
            """
            WITH due AS (
                SELECT q.id FROM leftoff_queue_item AS q WHERE \(condition) \(range) FOR UPDATE SKIP LOCKED
            )
            UPDATE leftoff_queue_item AS q SET state = 'ready', not_before = NULL, waiting_since = NULL,
                lease_owner = NULL, lease_until = NULL\(assignments)
            FROM due WHERE q.id = due.id
            """, values
        ).changedCount
    }

    // MARK: Claiming

    /// Claims items up to the limit.
    private func claim(
        _ claimed: inout [PostgresItem], _ backoffs: ClaimBackoffs, _ heads: inout HostHeads
    ) throws {
        let candidates = ClaimCandidates(claim: claim, backoffs: backoffs, transaction: transaction)
        let firstCandidates = try candidates.firstCandidates()
        var excluded: Set<String> = []
        var contended: ClaimCandidates.Hosts?
        var hasLocks = false
        var steps = 0
        while claimed.count < limit, steps < Self.stepLimit {
            steps += 1
            let count = limit - claimed.count
            var hosts = try candidates.hosts(firstCandidates, limit: count, excluded: excluded, heads: &heads)
            if hosts.areFromHeads, hosts.needed < min(count, Self.hostLimit), !heads.isFresh {
                // Other hosts may have got items since the last search.
                heads.expire()
                hosts = try candidates.hosts(firstCandidates, limit: count, excluded: excluded, heads: &heads)
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
            // A step that fails damaged rows does not count, so they do not hide the items behind them.
            if try claimItems(count, from: locked, hosts.ids, candidates.capacity, backoffs, &claimed) { steps -= 1 }
            try heads.update(locked, transaction)
            if runsAlone(claimed) { return }
            excluded.formUnion(locked)
        }
        // Waiting with a lock could make two workers wait for each other.
        if let contended, !hasLocks {
            let first = try waitForFirst(of: contended)
            _ = try claimItems(
                limit - claimed.count, from: first, contended.ids, candidates.capacity, backoffs, &claimed)
            try heads.update(first, transaction)
        }
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
    ///
    /// - Returns: True if damaged rows were met, which are failed now.
    private func claimItems(
        _ count: Int, from hosts: [String], _ ids: [String]?, _ capacity: (String) -> Int,
        _ backoffs: ClaimBackoffs, _ claimed: inout [PostgresItem]
    ) throws -> Bool {
        var hasDamage = false
        let table = PostgresItems(transaction: transaction)
        let now = QueueRow.milliseconds(callTime.now)
        var values = [
            PostgresValue(array: hosts), PostgresValue(array: hosts.map { min(capacity($0), count) }),
            PostgresValue(array: hosts.map { sharedLimit(of: $0, backoffs) }), PostgresValue(now),
            PostgresValue(now + QueueRow.milliseconds(QueueLease.length * 2)), PostgresValue(array: claim.goneOwners),
            PostgresValue(count),
        ]
        if let ids { values.append(PostgresValue(array: ids)) }
        let query = ids == nil ? Self.query(Self.firstItems) : Self.query(Self.firstItemsOfIDs)
        while true {
            var found: [PostgresItem] = []
            var damaged: [String] = []
            for row in try transaction.execute(query, values).rows {
                if let item = table.readable(row) {
                    found.append(item)
                } else if let place = PostgresItems.place(row) {
                    damaged.append(place)
                }
            }
            found.sort { $0.rank < $1.rank }
            try table.failDamaged(places: damaged, at: now)
            let changes = claim(found, isFirst: claimed.allSatisfy { $0.item.lease == nil })
            try table.update(changes.map { ($0.old.item, $0.new.item) })
            claimed += changes.map(\.new)
            // The next choice does not contain the damaged rows any more.
            hasDamage = hasDamage || !damaged.isEmpty
            if damaged.isEmpty || !changes.isEmpty { return hasDamage }
        }
    }

    /// Returns the items of a choice that are claimed, or quarantined instead.
    ///
    /// - Parameters:
    ///   - found: Ready items in queue order.
    ///   - isFirst: True if nothing was claimed yet, so that an item with crashes may be claimed.
    /// - Returns: The items as they are stored, and the new ones.
    private func claim(_ found: [PostgresItem], isFirst: Bool) -> [(old: PostgresItem, new: PostgresItem)] {
        var isAlone = claim.isIdle && isFirst
        var changes: [(old: PostgresItem, new: PostgresItem)] = []
        for old in found {
            let item = machine.claim(old.item, owner: claim.owner, at: callTime.now)
            let runsAlone = item.lease != nil && item.crashes > 0
            if runsAlone, !isAlone { continue }
            changes.append((old, PostgresItem(position: old.position, item: item)))
            if runsAlone { break }
            if item.lease != nil { isAlone = false }
        }
        return changes
    }

    /// Returns the number of items of a host that all workers together may hold.
    private func sharedLimit(of host: String, _ backoffs: ClaimBackoffs) -> Int {
        let limit = min(claim.sharedLimit(of: host) ?? Self.unlimited, Self.unlimited)
        return backoffs.isOnProbation(host) ? min(limit, 1) : limit
    }

    // MARK: Statements

    /// The next items of locked hosts ($1) within the worker's limits ($2) and those of all workers ($3), locked.
    private static func query(_ selection: String) -> String {
        """
        WITH wanted AS MATERIALIZED (
            SELECT host, CASE WHEN shared < \(unlimited) THEN least(own, shared - (
                SELECT count(*) FROM leftoff_queue_item AS held
                WHERE held.lease_owner IS NOT NULL AND held.host = host_limit.host AND held.lease_until > $4::bigint
                    AND held.lease_until <= $5::bigint AND held.lease_owner <> ALL($6::text[])
            )) ELSE own END AS items
            FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS host_limit (host, own, shared)
        ), chosen AS MATERIALIZED (\(selection) ORDER BY next.priority DESC, next.position LIMIT $7::bigint)
        SELECT \(PostgresItems.columns) FROM leftoff_queue_item AS q
        WHERE q.id IN (SELECT id FROM chosen) AND q.state = 'ready' FOR UPDATE OF q SKIP LOCKED
        """
    }

    private static let firstItems = """
        SELECT next.id FROM wanted CROSS JOIN LATERAL (
            SELECT id, priority, position FROM leftoff_queue_item
            WHERE \(HostHeads.readyItems(ofHost: "wanted.host"))
            LIMIT greatest(wanted.items, 0)
        ) AS next
        """

    private static let firstItemsOfIDs = """
        SELECT next.id FROM (
            SELECT item.id, item.priority, item.position, wanted.items, row_number() OVER (
                PARTITION BY item.host ORDER BY item.priority DESC, item.position) AS number
            FROM leftoff_queue_item AS item JOIN wanted ON wanted.host = item.host
            WHERE item.id = ANY($8::text[]) AND item.state = 'ready'
        ) AS next WHERE next.number <= next.items
        """
}

/// The backoffs of the hosts that a claim considers.
///
/// Others can fill the table of backoffs with any number of hosts, so only these are read.
private final class ClaimBackoffs {
    let machine: QueueMachine
    let now: Date
    private let transaction: PostgresTransaction
    private var known: [String: HostBackoff] = [:]
    private var loaded: Set<String> = []

    init(machine: QueueMachine, now: Date, transaction: PostgresTransaction) {
        (self.machine, self.now, self.transaction) = (machine, now, transaction)
    }

    /// Reads the backoffs of hosts, unless that was done before.
    func load(_ hosts: some Sequence<String>) throws {
        let new = Set(hosts).subtracting(loaded)
        guard !new.isEmpty else { return }
        loaded.formUnion(new)
        known.merge(try PostgresHosts(transaction: transaction).find(new)) { $1 }
    }

    /// Returns true if a host whose backoff was read is backing off.
    func isBackingOff(_ host: String) -> Bool {
        known[host].map { machine.isBackingOff($0, at: now) } ?? false
    }

    /// Returns true if a host whose backoff was read is on probation.
    func isOnProbation(_ host: String) -> Bool { known[host].map(machine.isOnProbation) ?? false }
}

/// A search for the hosts of the next ready items, in queue order.
///
/// The first items in order come from the hosts whose first items come first. A claim of 64 items therefore needs the
/// first 64 hosts, and a busy host with a hundred thousand items ahead costs no more than one with a single item.
private struct ClaimCandidates {
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
    let backoffs: ClaimBackoffs
    let transaction: PostgresTransaction

    /// Returns the number of items that the worker itself may still claim from a host whose backoff was read.
    func capacity(_ host: String) -> Int { backoffs.isBackingOff(host) ? 0 : claim.capacity(for: host) }

    /// Returns the first ready items, or those of the claim's ids.
    func firstCandidates() throws -> [Candidate] {
        guard let ids = claim.ids else { return try candidates("TRUE", [], Self.window) }
        return try candidates("q.id = ANY($1::text[])", [PostgresValue(array: ids)], Self.idLimit)
    }

    /// Returns the first ready items that meet a condition, and reads the backoffs of their hosts.
    private func candidates(_ condition: String, _ values: [PostgresValue], _ limit: Int) throws -> [Candidate] {
        let sql = """
            SELECT \(QueueColumn.host.limited)\(claim.ids == nil ? "" : ", \(QueueColumn.id.limited)")
            FROM leftoff_queue_item AS q WHERE q.state = 'ready' AND \(condition)
            ORDER BY q.priority DESC, q.position LIMIT \(limit)
            """
        var result = try transaction.execute(sql, values)
        // Items of hosts that cannot be read would take the places of others.
        let now = QueueRow.milliseconds(backoffs.now)
        while result.rows.contains(where: { $0.isUnreadable(0) }),
            try PostgresItems(transaction: transaction).failReadyOfDamagedHosts(at: now) > 0
        {
            result = try transaction.execute(sql, values)
        }
        let found = result.rows.compactMap { row in
            row.text(0).map { Candidate(id: claim.ids == nil ? nil : row.text(1), host: $0) }
        }
        try backoffs.load(found.lazy.map(\.host))
        return found
    }

    /// Returns the hosts of the next items that may be claimed.
    ///
    /// - Parameters:
    ///   - firstCandidates: The result of ``firstCandidates()``.
    ///   - limit: The number of items to claim.
    ///   - excluded: Hosts from which no more items can be claimed.
    ///   - heads: The first items of all hosts, which are loaded if the first items of the queue are too few.
    /// - Returns: The hosts; none if there is nothing to claim.
    /// - Throws: ``ServerFailure``.
    func hosts(
        _ firstCandidates: [Candidate], limit: Int, excluded: Set<String>, heads: inout HostHeads
    ) throws -> Hosts {
        let (hosts, count) = hosts(of: firstCandidates, limit: limit, excluded: excluded)
        let isAll = firstCandidates.count < (claim.ids == nil ? Self.window : Self.idLimit)
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
            let isBackingOff = PostgresHosts.isBackingOff(
                "q.host", at: QueueRow.milliseconds(backoffs.now), backoffs.machine.policy)
            let firstCandidates = try candidates(
                "q.host <> ALL($1::text[]) AND NOT \(isBackingOff)", [PostgresValue(array: blocked)], Self.window)
            return hosts(of: firstCandidates, limit: limit, excluded: excluded).0
        }
        var hosts = Hosts(names: [], needed: 0, ids: nil, areFromHeads: true)
        var rest = heads.inOrder { !excluded.contains($0) && capacity($0) > 0 }[...]
        var step = max(limit, Self.step)
        while hosts.names.count < limit, !rest.isEmpty {
            var next = Array(rest.prefix(step))
            rest = rest.dropFirst(next.count)
            // If many hosts are backing off, a few steps pass them.
            step = 2 * next.count
            try backoffs.load(next)
            next.removeAll(where: backoffs.isBackingOff)
            let held = try heldCounts(next)
            hosts.names += next.filter { host in claim.sharedLimit(of: host).map { held[host] ?? 0 < $0 } ?? true }
        }
        hosts.needed = min(limit, hosts.names.count)
        return hosts
    }

    /// The number of hosts whose backoffs and held items are read at once, at first.
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

/// The ranks of the first ready items of all hosts, which a store keeps for a short time.
///
/// Finding them takes 9 ms for a thousand hosts. Between two searches, only the hosts from which the store has claimed
/// are searched again, so that its own order is exact. Items that others have added or returned are seen by the next
/// search.
struct HostHeads: Sendable {
    /// The maximum number of hosts that are searched one by one; for more, scanning the queue is faster.
    private static let hostLimit = 2_000

    /// The time after which all hosts are searched again.
    private static let lifetime: Duration = .seconds(1)

    private var ranks: [String: QueueRank]?
    private var isComplete = true
    private var expiry: ContinuousClock.Instant?
    private let now: ContinuousClock.Instant

    /// True if the hosts were searched during this claim.
    private(set) var isFresh = false

    /// Creates the heads for a claim from those that an earlier one has left.
    init(_ earlier: HostHeads?, now: ContinuousClock.Instant) {
        self.now = now
        guard let earlier, let expiry = earlier.expiry, now < expiry else { return }
        (ranks, isComplete, self.expiry) = (earlier.ranks, earlier.isComplete, expiry)
    }

    /// Makes the next ``load(_:)`` search all hosts.
    mutating func expire() { (ranks, expiry) = (nil, nil) }

    /// Searches all hosts unless that was done a short time ago.
    ///
    /// - Parameter transaction: The transaction of the claim.
    /// - Returns: False if there are too many hosts.
    /// - Throws: ``ServerFailure``.
    mutating func load(_ transaction: PostgresTransaction) throws -> Bool {
        if ranks != nil { return isComplete }
        let result = try transaction.execute(Self.all)
        (ranks, expiry, isFresh) = (Self.ranks(result), now.advanced(by: Self.lifetime), true)
        isComplete = result.count <= Self.hostLimit
        return isComplete
    }

    /// Searches hosts again from which items were claimed.
    mutating func update(_ hosts: some Collection<String>, _ transaction: PostgresTransaction) throws {
        guard ranks != nil, !hosts.isEmpty else { return }
        let found = Self.ranks(try transaction.execute(Self.some, [PostgresValue(array: hosts)]))
        for host in hosts { ranks?[host] = found[host] }
    }

    /// Returns the hosts that meet a condition, in the order of their first items.
    func inOrder(where condition: (String) -> Bool) -> [String] {
        (ranks ?? [:]).filter { condition($0.key) }.sorted { $0.value < $1.value }.map(\.key)
    }

    private static func ranks(_ result: PostgresResult) -> [String: QueueRank] {
        let pairs = result.rows.compactMap { row -> (String, QueueRank)? in
            guard let host = row.text(0), let priority = row.integer(1), let position = row.integer(2) else {
                return nil
            }
            return (host, QueueRank(priority: Int(clamping: priority), position: position))
        }
        return Dictionary(pairs) { $1 }
    }

    private static let all = """
        WITH RECURSIVE head AS (
            (SELECT host, priority, position FROM leftoff_queue_item WHERE state = 'ready'
            ORDER BY host, priority DESC, position LIMIT 1)
            UNION ALL
            SELECT next.host, next.priority, next.position FROM head CROSS JOIN LATERAL (
                SELECT host, priority, position FROM leftoff_queue_item
                WHERE state = 'ready' AND host > head.host ORDER BY host, priority DESC, position LIMIT 1
            ) AS next
        )
        SELECT \(QueueColumn.host.limited), q.priority, q.position FROM head AS q LIMIT \(hostLimit + 1)
        """

    private static let some = """
        SELECT wanted.host, next.priority, next.position FROM unnest($1::text[]) AS wanted (host)
        CROSS JOIN LATERAL (
            SELECT priority, position FROM leftoff_queue_item
            WHERE \(readyItems(ofHost: "wanted.host")) LIMIT 1
        ) AS next
        """

    /// Returns the condition and the order of one host's ready items in queue order.
    ///
    /// The range and the order by host leave the planner only the index by host. With an equation, it can prefer the
    /// index in queue order until a long list of a new host is analyzed, and then reads past all items of other hosts.
    ///
    /// - Parameter host: An SQL expression.
    /// - Returns: The clauses.
    static func readyItems(ofHost host: String) -> String {
        "state = 'ready' AND host >= \(host) AND host <= \(host) ORDER BY host, priority DESC, position"
    }
}
