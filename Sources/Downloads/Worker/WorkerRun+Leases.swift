import DownloadQueue
import FoundationEssentials

extension WorkerRun {
    /// The time in seconds after which an item with crashes no longer runs alone.
    ///
    /// An item that kills its worker usually does so within seconds. A slow server must not hold up the whole queue.
    private static let soloTime: TimeInterval = 60

    /// Cancels items that were paused, removed or claimed by another worker, and renews the other leases when due.
    mutating func watchLeases() async throws {
        dropFencedItems()
        let now = worker.clock.now
        let isRenewal = now.timeIntervalSince(lastRenewal) >= QueueLease.renewal.seconds || now < lastRenewal
        try await checkLeases(isRenewal: isRenewal, at: now)
        guard isRenewal else { return }
        // If the store is unavailable, this is not reached, and the next call renews the leases.
        lastRenewal = now
        try await findGoneOwners()
    }

    /// Drops the items whose leases are no longer trusted, without writing anything.
    private mutating func dropFencedItems() {
        attempts.cancelFenced()
        claimed.removeAll { $0.fence.isOver }
    }

    private mutating func checkLeases(isRenewal: Bool, at now: Date) async throws {
        guard !running.isEmpty || !claimed.isEmpty else { return }
        let owner = worker.identity.name
        let held = try await DiskThread.run { [worker] in try worker.store.leased(by: owner) }
        let stored = Dictionary(held.map { ($0.id, $0) }) { first, _ in first }
        func isOurs(_ id: String, _ lease: QueueLease?) -> Bool {
            guard let item = stored[id], item.lease?.epoch == lease?.epoch else { return false }
            return item.state == .running || item.state == .verifying
        }
        for (id, item) in running where !isOurs(id, item.lease) { item.attempt.cancel() }
        for (id, item) in running
        where item.isAlone && (stored[id]?.crashes == 0 || now.timeIntervalSince(item.began) >= Self.soloTime) {
            // It has made progress, or it is only slow, so others may start beside it.
            running[id]?.isAlone = false
            reopenClaims()
            needsRefill = true
        }
        try await returnItems { !isOurs($0.item.id, $0.item.lease) }
        guard isRenewal else { return }
        let leases =
            running.filter { isOurs($0.key, $0.value.lease) }.map { ($0.key, $0.value.lease, $0.value.fence) }
            + claimed.compactMap { claimed in
                claimed.item.lease.map { (claimed.item.id, $0, claimed.fence) }
            }
        try await renew(leases.filter { !$0.2.isOver }, at: now)
    }

    private mutating func renew(_ leases: [(id: String, lease: QueueLease, fence: LeaseFence)], at now: Date)
        async throws
    {
        guard !leases.isEmpty else { return }
        let end = now.addingTimeInterval(QueueLease.length.seconds)
        let records = leases.map { QueueRecord([.renewed(until: end)], lease: $0.lease, id: $0.id, at: now) }
        let (requestedAt, results) = try await DiskThread.run { [worker] in
            (worker.clock.uptime, try worker.store.record(records))
        }
        for (lease, result) in zip(leases, results) {
            switch result {
            case .success: lease.fence.extend(requestedAt: requestedAt)
            case .failure:
                running[lease.id]?.attempt.cancel()
                claimed.removeAll { $0.item.id == lease.id }
            }
        }
    }

    /// Returns claimed items that were not started to the queue.
    mutating func returnItems(where isReturned: (Claimed) -> Bool) async throws {
        let items = claimed.filter { isReturned($0) && !$0.fence.isOver }.map(\.item)
        claimed.removeAll(where: isReturned)
        guard !items.isEmpty else { return }
        let now = worker.clock.now
        let records = items.compactMap { item in
            item.lease.map { QueueRecord([.returned], lease: $0, id: item.id, at: now) }
        }
        try await DiskThread.run { [worker] in
            for case .success(let transition) in try worker.store.record(records) {
                transition.discardFiles(
                    workDirectory: worker.downloader.workDirectory, rules: worker.downloader.rules)
            }
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
        for item in swept {
            PartFile.discard(
                of: item, workDirectory: worker.downloader.workDirectory, rules: worker.downloader.rules)
        }
        goneOwners = gone
    }
}
