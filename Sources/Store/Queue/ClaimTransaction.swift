import DownloadQueue
import Foundation
import GRDB
import QueueRows
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

    /// Items whose delay has elapsed; the same condition as `QueueMachine.isOver`.
    static let due = "state = 'waiting' AND (not_before <= ? OR not_before IS NULL)"
    /// Items that began to wait at a time that is still in the future, because the clock was set back.
    static let overtaken = "state = 'waiting' AND waiting_since > ?"
    /// Items that wait for free space in a directory.
    static let outOfSpace = "needs_space = 1 AND directory = ? AND state = 'waiting'"
    /// Items whose worker has ended; the same condition as `QueueMachine.isClaimable`.
    static let abandoned = """
        state IN ('running', 'verifying') AND (lease_until IS NULL OR lease_until <= ? OR lease_until > ?
            OR lease_owner IN (SELECT value FROM json_each(?)))
        """
    /// Items that were abandoned without a crash, such as those of this worker whose leases ended while the machine was
    /// suspended; the same condition as `QueueMachine.countingCrash`.
    static let abandonedWithoutCrash = "\(abandoned) AND crashes = 0 AND (lease_owner IS NULL OR lease_owner = ?)"

    // MARK: Steps

    /// Makes items ready if their delay has elapsed or their directory has free space again.
    private func wake(_ sequence: ChangeSequence, _ database: Database) throws {
        let now = QueueRow.milliseconds(claim.now)
        let tolerance = QueueRow.milliseconds(machine.policy.clockTolerance)
        var conditions = [(Self.due, now.databaseValue), (Self.overtaken, (now + tolerance).databaseValue)]
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
