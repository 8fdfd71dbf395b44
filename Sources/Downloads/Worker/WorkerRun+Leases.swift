import DownloadQueue
import FoundationEssentials

extension WorkerRun {
    /// Cancels items that were paused, removed or claimed by another worker, and renews the other leases when due.
    mutating func watchLeases() async throws {
        let now = worker.clock.now
        let isRenewal = now.timeIntervalSince(lastRenewal) >= QueueLease.renewal.seconds || now < lastRenewal
        if isRenewal {
            lastRenewal = now
            try await findGoneOwners()
        }
        guard !running.isEmpty || !claimed.isEmpty else { return }
        let owner = worker.identity.name
        let held = try await DiskThread.run { [worker] in try worker.store.leased(by: owner) }
        let stored = Dictionary(held.map { ($0.id, $0) }) { first, _ in first }
        func isOurs(_ id: String, _ lease: QueueLease?) -> Bool {
            guard let item = stored[id], item.lease?.epoch == lease?.epoch else { return false }
            return item.state == .running || item.state == .verifying
        }
        for (id, item) in running where !isOurs(id, item.lease) { item.attempt.cancel() }
        try await returnItems { !isOurs($0.item.id, $0.item.lease) }
        guard isRenewal else { return }
        let leases =
            running.mapValues(\.lease).filter { isOurs($0, $1) }.map { ($0, $1) }
            + claimed.compactMap { claimed in
                claimed.item.lease.map { (claimed.item.id, $0) }
            }
        try await renew(leases, at: now)
    }

    private mutating func renew(_ leases: [(String, QueueLease)], at now: Date) async throws {
        let end = now.addingTimeInterval(QueueLease.length.seconds)
        let records = leases.map { QueueRecord([.renewed(until: end)], lease: $1, id: $0, at: now) }
        let results = try await DiskThread.run { [worker] in try worker.store.record(records) }
        for (record, result) in zip(records, results) {
            if case .failure = result {
                running[record.id]?.attempt.cancel()
                claimed.removeAll { $0.item.id == record.id }
            }
        }
    }

    /// Returns claimed items that were not started to the queue.
    mutating func returnItems(where isReturned: (Claimed) -> Bool) async throws {
        let items = claimed.filter(isReturned).map(\.item)
        guard !items.isEmpty else { return }
        claimed.removeAll(where: isReturned)
        let now = worker.clock.now
        let records = items.compactMap { item in
            item.lease.map { QueueRecord([.returned], lease: $0, id: item.id, at: now) }
        }
        try await DiskThread.run { [worker] in
            for case .success(let transition) in try worker.store.record(records) { transition.discardFiles() }
        }
    }

    /// Finds workers that were killed, and deletes the part files of items that were removed while such a worker held
    /// them.
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
