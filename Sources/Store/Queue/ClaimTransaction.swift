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

    /// Claims items, and returns them with their leases in queue order.
    func run(_ database: Database) throws -> [StoredItem] {
        guard limit > 0 else { return [] }
        let sequence = try ChangeSequence(database)
        try wake(sequence, database)
        let capacity = try remainingCapacity(database)
        let abandoned = try abandoned(capacity, database)
        var counts: [String: Int] = [:]
        for stored in abandoned { counts[stored.item.url.host, default: 0] += 1 }
        let ready = QueueCandidates(capacity: { capacity($0) - counts[$0, default: 0] }, ids: claim.ids)
        let chosen =
            abandoned.map {
                QueueCandidates.Candidate(
                    priority: $0.item.priority, position: $0.position, host: $0.item.url.host)
            } + (try ready.find(limit: limit, database))
        let first = chosen.sorted(by: QueueCandidates.isBefore).prefix(limit)
        let claimed = try first.compactMap { candidate -> StoredItem? in
            guard let stored = try QueueTable.fetch(database, position: candidate.position),
                machine.isClaimable(stored.item, at: claim.now, goneOwners: claim.goneOwners)
            else { return nil }
            let item = machine.claim(stored.item, owner: claim.owner, at: claim.now)
            return try QueueTable.update(stored, to: item, sequence, database)
        }
        try sequence.save(database)
        return claimed
    }

    // MARK: Statements

    /// Items whose delay has elapsed; the same condition as `QueueMachine.isOver`.
    static let due = "state = 'waiting' AND not_before <= ?"
    /// Items that began to wait at a time that is still in the future, because the clock was set back.
    static let overtaken = "state = 'waiting' AND waiting_since > ?"
    /// Items that wait for free space in a directory.
    static let outOfSpace = "needs_space = 1 AND directory = ? AND state = 'waiting'"
    /// Items whose worker has ended; the same condition as `QueueMachine.isClaimable`.
    static let abandoned = """
        state IN ('running', 'verifying') AND (lease_until IS NULL OR lease_until <= ? OR lease_until > ?
            OR lease_owner IN (SELECT value FROM json_each(?)))
        """

    // MARK: Steps

    /// Makes items ready if their delay has elapsed or their directory has free space again.
    private func wake(_ sequence: ChangeSequence, _ database: Database) throws {
        let now = QueueRow.milliseconds(claim.now)
        let tolerance = Int64(machine.policy.clockTolerance.seconds * 1_000)
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
        let held = try QueueTable.fetch(database, where: "lease_owner IS NOT NULL AND host = ?", [host])
        return held.contains { stored in
            stored.item.lease.map { $0.isLive(at: claim.now) && !claim.goneOwners.contains($0.owner) } ?? false
        }
    }

    /// Returns items whose worker has ended, in queue order.
    private func abandoned(_ capacity: (String) -> Int, _ database: Database) throws -> [StoredItem] {
        let now = QueueRow.milliseconds(claim.now)
        let longestLease = Int64(2 * QueueLease.length.seconds * 1_000)
        let owners = claim.goneOwners.sorted()
        let gone = owners.isEmpty ? "[]" : String(decoding: try JSONEncoder().encode(owners), as: UTF8.self)
        let all = try QueueTable.fetch(database, where: Self.abandoned, [now, now + longestLease, gone])
        var counts: [String: Int] = [:]
        var found: [StoredItem] = []
        for stored in all where found.count < limit && claim.ids?.contains(stored.item.id) != false {
            let host = stored.item.url.host
            guard counts[host, default: 0] < capacity(host) else { continue }
            counts[host, default: 0] += 1
            found.append(stored)
        }
        return found
    }
}
