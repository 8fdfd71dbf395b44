import DownloadQueue
import FoundationEssentials

extension WorkerRun {
    /// Stops what is no more ours or was paused or removed, and renews the leases of the rest when it is time.
    mutating func watchLeases() async throws {
        let now = worker.clock.now
        let isRenewal = now.timeIntervalSince(lastRenewal) >= QueueLease.renewal.seconds || now < lastRenewal
        if isRenewal {
            lastRenewal = now
            try await findGoneOwners()
        }
        guard !running.isEmpty || !local.isEmpty else { return }
        let owner = worker.identity.name
        let held = try await DiskThread.run { [worker] in try worker.store.leased(by: owner) }
        let states = Dictionary(held.map { ($0.id, $0) }) { first, _ in first }
        func isOurs(_ id: String, _ lease: QueueLease?) -> Bool {
            guard let stored = states[id], stored.lease?.epoch == lease?.epoch else { return false }
            return stored.state == .running || stored.state == .verifying
        }
        for (id, item) in running where !isOurs(id, item.lease) { item.attempt.cancel() }
        try await giveBack { !isOurs($0.item.id, $0.item.lease) }
        guard isRenewal else { return }
        let leases =
            running.mapValues(\.lease).filter { isOurs($0, $1) }.map { ($0, $1) }
            + local.compactMap { claimed in
                claimed.item.lease.map { (claimed.item.id, $0) }
            }
        let until = now.addingTimeInterval(QueueLease.length.seconds)
        let records = leases.map { QueueRecord([.renewed(until: until)], lease: $1, id: $0, at: now) }
        let results = try await DiskThread.run { [worker] in try worker.store.record(records) }
        for (record, result) in zip(records, results) {
            if case .failure = result {
                running[record.id]?.attempt.cancel()
                local.removeAll { $0.item.id == record.id }
            }
        }
    }

    /// Gives items back that were claimed and not begun.
    ///
    /// - Parameter isWanted: Which of them.
    /// - Throws: What the store throws.
    mutating func giveBack(where isWanted: (Claimed) -> Bool) async throws {
        let items = local.filter(isWanted).map(\.item)
        guard !items.isEmpty else { return }
        local.removeAll(where: isWanted)
        let now = worker.clock.now
        let records = items.compactMap { item in
            item.lease.map { QueueRecord([.returned], lease: $0, id: item.id, at: now) }
        }
        try await DiskThread.run { [worker] in
            for case .success(let transition) in try worker.store.record(records) { transition.discardFiles() }
        }
    }

    /// Finds out which other workers were killed, and clears away what was removed under their hands.
    mutating func findGoneOwners() async throws {
        let now = worker.clock.now
        let (gone, swept) = try await DiskThread.run { [worker] in
            let gone = try worker.store.leaseOwners().filter(WorkerIdentity.isGone)
            return (gone, try worker.store.sweep(at: now, goneOwners: gone))
        }
        for item in swept { PartFile.discard(of: item) }
        goneOwners = gone
    }
}
