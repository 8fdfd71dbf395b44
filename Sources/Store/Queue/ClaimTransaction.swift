import DownloadQueue
import Foundation
import GRDB
import WHATWGURL

/// A transaction in which a worker claims downloads.
struct ClaimTransaction {
    let claim: QueueClaim
    let limit: Int
    let machine: QueueMachine
    let damaged: DamagedRows

    /// Claims items, and returns them with their leases in queue order.
    ///
    /// Items that are quarantined because they ended their workers have no lease.
    func run(_ database: Database) throws -> [StoredItem] {
        guard limit > 0 else { return [] }
        let sequence = try ChangeSequence(database)
        try wake(sequence, database)
        let capacity = try remainingCapacity(database)
        var claimed: [StoredItem] = []
        // Usually there is one step. A damaged row that was met is failed, and the next step does not meet it again.
        while try claim(capacity, &claimed, sequence, database) {}
        try sequence.save(database)
        return claimed
    }

    /// Claims items, unless some were claimed already.
    ///
    /// - Parameters:
    ///   - capacity: Returns the number of items that may be claimed from a host.
    ///   - claimed: The claimed items, to which more are added.
    ///   - sequence: The change numbers of the transaction.
    ///   - database: A connection in a write transaction.
    /// - Returns: True if nothing was claimed, but there may be more items.
    /// - Throws: `DatabaseError`.
    private func claim(
        _ capacity: @escaping (String) -> Int, _ claimed: inout [StoredItem], _ sequence: ChangeSequence,
        _ database: Database
    ) throws -> Bool {
        let abandoned = try abandoned(capacity, sequence, database)
        var counts: [String: Int] = [:]
        for stored in abandoned { counts[stored.item.url.host, default: 0] += 1 }
        let ready = QueueCandidates(capacity: { capacity($0) - counts[$0, default: 0] }, ids: claim.ids)
        let chosen =
            abandoned.map {
                QueueCandidates.Candidate(
                    priority: $0.item.priority, position: $0.position, host: $0.item.url.host)
            } + (try ready.find(limit: limit, database))
        var hasChanged = false
        for candidate in chosen.sorted(by: QueueCandidates.isBefore).prefix(limit) {
            guard let stored = try readable(position: candidate.position, sequence, database) else {
                hasChanged = true
                continue
            }
            guard machine.isClaimable(stored.item, at: claim.now, goneOwners: claim.goneOwners) else { continue }
            let item = machine.claim(stored.item, owner: claim.owner, at: claim.now)
            let runsAlone = item.lease != nil && item.crashes > 0
            if runsAlone, !claim.isIdle || claimed.contains(where: { $0.item.lease != nil }) { continue }
            guard let new = try QueueTable.update(stored, to: item, sequence, database) else { continue }
            claimed.append(new)
            if runsAlone { return false }
        }
        return hasChanged && claimed.isEmpty
    }

    /// Returns an item; if its row is damaged, the row is failed, and nil is returned.
    private func readable(
        position: Int64, _ sequence: ChangeSequence, _ database: Database
    ) throws -> StoredItem? {
        do {
            return try QueueTable.fetch(database, position: position)
        } catch let error as QueueError {
            damaged.record(error)
            try QueueTable.failDamaged(
                position: position, error, at: QueueRow.milliseconds(claim.now), sequence, database)
            return nil
        }
    }

    // MARK: Statements

    /// Items whose delay has elapsed; the same condition as `QueueMachine.hasElapsed`.
    private static let due = "state = 'waiting' AND (not_before <= ? OR not_before IS NULL)"
    /// Items that began to wait at a time that is still in the future, because the clock was set back.
    private static let waitingSinceFuture = "state = 'waiting' AND waiting_since > ?"
    /// Items that wait for free space in a directory.
    private static let outOfSpace = "needs_space = 1 AND directory = ? AND state = 'waiting'"
    /// Items whose worker has ended; the same condition as `QueueMachine.isClaimable`.
    private static let abandoned = """
        state IN ('running', 'verifying') AND (lease_until IS NULL OR lease_until <= ? OR lease_until > ?
            OR lease_owner IN (SELECT value FROM json_each(?)))
        """
    /// Items that were abandoned without a crash, such as those of this worker whose leases ended while the machine was
    /// suspended; the same condition as `QueueMachine.countingCrash`.
    private static let abandonedWithoutCrash =
        "\(abandoned) AND crashes = 0 AND (lease_owner IS NULL OR lease_owner = ?)"

    // MARK: Steps

    /// Makes items ready if their delay has elapsed or their directory has free space again.
    private func wake(_ sequence: ChangeSequence, _ database: Database) throws {
        let now = QueueRow.milliseconds(claim.now)
        let tolerance = QueueRow.milliseconds(machine.policy.clockTolerance)
        var conditions = [(Self.due, now.databaseValue), (Self.waitingSinceFuture, (now + tolerance).databaseValue)]
        conditions += claim.directoriesWithSpace.map { (Self.outOfSpace, $0.databaseValue) }
        for (condition, argument) in conditions {
            try QueueTable.update(
                "state = 'ready', not_before = NULL, waiting_since = NULL", where: condition, [argument], sequence,
                database)
        }
    }

    /// Returns a function that returns the number of items that may still be claimed from a host.
    private func remainingCapacity(_ database: Database) throws -> (String) -> Int {
        let hosts = try HostBackoffTable.all(database)
        var limits: [String: Int] = [:]
        for (host, backoff) in hosts {
            if machine.isBackingOff(backoff, at: claim.now) {
                limits[host] = 0
            } else if machine.isOnProbation(backoff) {
                limits[host] = try isHeld(host, database) ? 0 : 1
            }
        }
        return { [claim] host in min(claim.capacity(for: host), limits[host] ?? .max) }
    }

    /// Returns true if a running worker has a lease on an item of the host.
    private func isHeld(_ host: String, _ database: Database) throws -> Bool {
        let held = try QueueTable.fetch(
            database, where: "lease_owner IS NOT NULL AND host = ?", [host], damaged: damaged)
        return held.contains { stored in
            stored.item.lease.map { $0.isLive(at: claim.now) && !claim.goneOwners.contains($0.owner) } ?? false
        }
    }

    /// Returns items whose worker has ended, in queue order; if the worker is busy, only those that need not run alone.
    private func abandoned(
        _ capacity: (String) -> Int, _ sequence: ChangeSequence, _ database: Database
    ) throws -> [StoredItem] {
        let now = QueueRow.milliseconds(claim.now)
        let longestLease = QueueRow.milliseconds(QueueLease.length * 2)
        let owners = claim.goneOwners.sorted()
        let gone = owners.isEmpty ? "[]" : String(decoding: try JSONEncoder().encode(owners), as: UTF8.self)
        // A busy worker does not read the items that it leaves for later.
        let condition = claim.isIdle ? Self.abandoned : Self.abandonedWithoutCrash
        let arguments: StatementArguments = [now, now + longestLease, gone]
        let all = try RawStatement(QueueTable.positions(where: condition), database)
            .all(claim.isIdle ? arguments : arguments + [claim.owner]) { $0.integer(0) }
        var counts: [String: Int] = [:]
        var found: [StoredItem] = []
        for case let position? in all where found.count < limit {
            guard let stored = try readable(position: position, sequence, database),
                claim.ids?.contains(stored.item.id) != false
            else { continue }
            let host = stored.item.url.host
            guard counts[host, default: 0] < capacity(host) else { continue }
            counts[host, default: 0] += 1
            found.append(stored)
        }
        return found
    }
}

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
    private static let scan = """
        SELECT priority, position, host FROM queue_item WHERE state = 'ready' ORDER BY priority DESC, position
        """

    /// All ready items in queue order with their ids, for a claim that is restricted to some ids.
    private static let scanWithIDs = """
        SELECT priority, position, host, id FROM queue_item WHERE state = 'ready' ORDER BY priority DESC, position
        """

    /// The first ready items of a host.
    ///
    /// The index is named because SQLite, without statistics about the values, would choose the index by state.
    private static let first = """
        SELECT priority, position FROM queue_item INDEXED BY queue_item_ready WHERE state = 'ready' AND host = ?
        ORDER BY priority DESC, position LIMIT ?
        """

    /// The hosts of ready items, found by one search of the index each.
    private static let hosts = """
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
