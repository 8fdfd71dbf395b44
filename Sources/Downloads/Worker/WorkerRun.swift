import FoundationEssentials
import Synchronization
import WHATWGURL

/// One run of a worker, from its first claim until its last item has ended.
struct WorkerRun {
    /// How often the store is looked at: what other processes do takes effect within this.
    static let tick: Duration = .seconds(1)

    private struct Running {
        var lease: QueueLease
        var host: String
        var task: Task<Void, Never>
    }

    private let worker: QueueWorker
    private let ids: Set<String>?
    private let isEndless: Bool
    private let observer: (any QueueObserver)?
    private let signals: AsyncStream<WorkerSignal>.Continuation
    private var running: [String: Running] = [:]
    private var summary = QueueRunSummary()
    private var lastRenewal: Date
    private var goneOwners: Set<String> = []

    init(
        worker: QueueWorker, ids: Set<String>?, isEndless: Bool, observer: (any QueueObserver)?,
        signals: AsyncStream<WorkerSignal>.Continuation
    ) {
        self.worker = worker
        self.ids = ids
        self.isEndless = isEndless
        self.observer = observer
        self.signals = signals
        lastRenewal = worker.clock.now
    }

    /// Works until there is nothing to do, or the task is cancelled.
    mutating func work(_ signals: AsyncStream<WorkerSignal>) async throws -> QueueRunSummary {
        do {
            try await findGoneOwners()
            try await claim()
            var iterator = signals.makeAsyncIterator()
            while try await !isFinished(), !Task.isCancelled, let signal = await iterator.next() {
                try await handle(signal)
            }
        } catch {
            await stop()
            throw error
        }
        summary.wasStopped = Task.isCancelled
        await stop()
        return summary
    }

    private mutating func handle(_ signal: WorkerSignal) async throws {
        switch signal {
        case .tick:
            try await watchLeases()
            let outlook = try await outlook()
            let now = worker.clock.now
            let mayClaim = [outlook.nextClaim, outlook.nextLeaseEnd].contains { $0.map { $0 <= now } ?? false }
            if mayClaim || !goneOwners.isEmpty { try await claim() }
        case .woken:
            try await claim()
        case .ended(let id, let item):
            running[id] = nil
            if let item { note(item) }
            try await claim()
        }
    }

    private mutating func note(_ item: QueueItem) {
        switch item.state {
        case .done: summary.done.append(item)
        case .failed, .quarantined: summary.failed.append(item)
        case .ready, .running, .waiting, .paused, .verifying, .cancelled: break
        }
        observer?.observe(.ended(item))
    }

    private mutating func isFinished() async throws -> Bool {
        guard !isEndless, running.isEmpty else { return false }
        let outlook = try await outlook()
        summary.waiting = outlook[.waiting]
        if outlook.held == 0 {
            guard let next = outlook.nextClaim else { return true }
            if next > worker.clock.now.addingTimeInterval(worker.limits.wait.seconds) { return true }
        }
        observer?.observe(.idle)
        return false
    }

    private func outlook() async throws -> QueueOutlook {
        let outlook = try await DiskThread.run { [worker, ids] in try worker.store.outlook(ids: ids) }
        observer?.observe(.outlook(outlook))
        return outlook
    }

    /// Claims and starts as many items as the limits allow.
    private mutating func claim() async throws {
        while running.count < worker.limits.jobs, !Task.isCancelled {
            var claim = QueueClaim(owner: worker.identity.name, now: worker.clock.now)
            let counts = Dictionary(grouping: running.values, by: \.host).mapValues(\.count)
            claim.busyHosts = Set(counts.filter { $0.value >= worker.limits.perHost }.keys)
            claim.goneOwners = goneOwners
            claim.ids = ids
            let item = try await DiskThread.run { [worker, claim] in try worker.store.claim(claim) }
            guard let item, let lease = item.lease else { break }
            let share = try await share()
            observer?.observe(.started(item))
            start(item, lease, bytesPerSecond: share)
        }
    }

    /// Each download's share of the speed limit.
    private func share() async throws -> Int64? {
        guard let limit = worker.limits.bytesPerSecond else { return nil }
        let ready = try await outlook()[.ready]
        return max(1, limit / Int64(min(worker.limits.jobs, max(1, ready + running.count + 1))))
    }

    private mutating func start(_ item: QueueItem, _ lease: QueueLease, bytesPerSecond: Int64?) {
        let task = Task { [worker, observer, signals] in
            let ended = await Self.attempt(
                item, lease, worker: worker, observer: observer, bytesPerSecond: bytesPerSecond)
            signals.yield(.ended(id: item.id, ended))
        }
        running[item.id] = Running(lease: lease, host: item.url.host, task: task)
    }

    /// Makes one try and records how it ended.
    private static func attempt(
        _ item: QueueItem, _ lease: QueueLease, worker: QueueWorker, observer: (any QueueObserver)?,
        bytesPerSecond: Int64?
    ) async -> QueueItem? {
        let meter = Mutex(RateMeter())
        let journal = DownloadJournal(item: item, lease: lease, store: worker.store, clock: worker.clock)
        let result = await worker.downloader.download(
            item, journal: journal, bytesPerSecondLimit: bytesPerSecond
        ) { [observer, clock = worker.clock, id = item.id] bytes, total in
            guard let observer else { return }
            let progress = meter.withLock { meter -> ItemProgress? in
                guard meter.update(bytes: bytes, at: clock.now) else { return nil }
                return ItemProgress(id: id, bytes: bytes, total: total, bytesPerSecond: meter.bytesPerSecond)
            }
            if let progress { observer.observe(.progressed(progress)) }
        }
        let event: QueueEvent
        switch result {
        case .ended(let item): return item
        case .leaseLost: return nil
        case .stopped: event = .released
        case .failed(let failure, let retryAfter):
            event = .failed(failure, retryAfter: retryAfter, jitter: worker.random())
        }
        do {
            return try await DiskThread.run {
                let transition = try journal.record(event)
                if transition.actions.contains(.discardPartialFile) { PartFile.discard(of: transition.item) }
                return transition.item
            }
        } catch {
            // Not recorded: the lease runs out, and the item is taken up again.
            observer?.observe(.trouble("\(error)"))
            return nil
        }
    }

    /// Stops what is no more ours or was paused or removed, and renews the leases of the rest when it is time.
    private mutating func watchLeases() async throws {
        let now = worker.clock.now
        let isRenewal = now.timeIntervalSince(lastRenewal) >= QueueLease.renewal.seconds || now < lastRenewal
        if isRenewal {
            lastRenewal = now
            try await findGoneOwners()
        }
        guard !running.isEmpty else { return }
        let owner = worker.identity.name
        let held = try await DiskThread.run { [worker] in try worker.store.leased(by: owner) }
        let states = Dictionary(held.map { ($0.id, $0) }) { first, _ in first }
        let until = now.addingTimeInterval(QueueLease.length.seconds)
        for (id, item) in running {
            guard let stored = states[id], stored.lease?.epoch == item.lease.epoch,
                stored.state == .running || stored.state == .verifying
            else {
                item.task.cancel()
                continue
            }
            guard isRenewal else { continue }
            do {
                _ = try await DiskThread.run { [worker] in
                    try worker.store.record(.renewed(until: until), lease: item.lease, id: id, at: now)
                }
            } catch is QueueError {
                item.task.cancel()
            }
        }
    }

    /// Finds out which other workers were killed, and clears away what was removed under their hands.
    private mutating func findGoneOwners() async throws {
        let now = worker.clock.now
        let (gone, swept) = try await DiskThread.run { [worker] in
            let gone = try worker.store.leaseOwners().filter(WorkerIdentity.isGone)
            return (gone, try worker.store.sweep(at: now, goneOwners: gone))
        }
        for item in swept { PartFile.discard(of: item) }
        goneOwners = gone
    }

    /// Stops all items and waits until they have been recorded.
    private mutating func stop() async {
        for item in running.values { item.task.cancel() }
        for (id, item) in running {
            await item.task.value
            running[id] = nil
        }
    }
}
