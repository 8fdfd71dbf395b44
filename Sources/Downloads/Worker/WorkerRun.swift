import DownloadQueue
import FoundationEssentials
import Syntax
import WHATWGURL

/// One run of a worker, from its first claim until its last item has ended.
struct WorkerRun {
    /// The interval at which the store is read, and thus the delay with which changes by other processes take effect.
    static let tick: Duration = .seconds(1)

    /// The duration below which an attempt counts as short.
    ///
    /// After short attempts, the worker claims many items ahead in one transaction.
    private static let shortAttempt: Duration = .milliseconds(500)

    /// The maximum number of items that are claimed ahead; more would keep other workers waiting.
    ///
    /// With 64, the transactions of 5,000 small files wrote more pages.
    private static let aheadLimit = 128

    /// The maximum number of items that are being finished while others are downloaded; they can share one transaction.
    private static let finishingLimit = 256

    /// The settings of a run.
    struct Configuration {
        let worker: QueueWorker
        /// The ids of the only items to work on; nil for all.
        var ids: Set<String>?
        /// True for a run that ends only when it is cancelled.
        var isEndless: Bool
        var observer: (any QueueObserver)?
    }

    struct Running {
        var lease: QueueLease
        var fence: LeaseFence
        var host: String
        var began: Date
        /// The number of the attempt; see ``AdaptiveLimits/beginAttempt()``.
        var number: Int
        var attempt: AttemptHandle
        /// True while the attempt occupies a download slot, that is, until all bytes have been received.
        var isActive = true
        /// True while nothing else may start, because earlier workers ended while they ran the item.
        var isAlone = false
    }

    /// An item that was claimed but not started.
    ///
    /// It is a class, because the items behind it move up whenever one is started.
    final class Claimed: Sendable {
        let item: QueueItem
        /// The item's host, stored because it is needed repeatedly.
        let host: String
        /// The result of checking the item's destination.
        let preparation: ItemAttempt.Preparation
        /// The worker's own limit for trusting the lease.
        let fence: LeaseFence

        init(item: QueueItem, host: String, preparation: ItemAttempt.Preparation, fence: LeaseFence) {
            (self.item, self.host, self.preparation, self.fence) = (item, host, preparation, fence)
        }
    }

    /// The state of the worker's claims.
    private enum Claims {
        /// There may be items to claim.
        case open
        /// A claim is being processed; its result is reported by a signal.
        case pending(QueueClaim, limit: Int, Task<[Claimed], any Error>)
        /// No item can be claimed until something changes.
        case exhausted

        /// True while a claim is being processed.
        var isPending: Bool {
            if case .pending = self { return true }
            return false
        }
    }

    private let configuration: Configuration
    private let mailbox: WorkerMailbox
    /// The running attempts, which the worker's ticker cancels when their leases are no longer trusted.
    private let attempts: FencedAttempts
    /// Repeats the records of attempts while the store is unavailable.
    private let retries: StoreRetries
    var running: [String: Running] = [:]
    /// The items that were claimed but not started, in queue order.
    private var claimed: [Claimed] = []
    private var claims = Claims.open
    /// The number of items to claim in addition to those that can be downloaded at once.
    private var ahead = 0
    private var slots = WorkerSlots()
    private var limits: AdaptiveLimits
    private var lastRenewal: Date
    private var goneOwners: Set<String> = []
    /// The time during which the store is unavailable, and nothing is claimed.
    private var outage = StoreOutage()
    /// True if items should be started or claimed once all received signals have been handled.
    private var needsRefill = false

    private var summary = QueueRunSummary()
    private var spaceMonitor: FreeSpaceMonitor
    /// The signals that were received but not handled yet.
    private var signals: ArraySlice<WorkerSignal> = []
    private var lastTick: Date
    private var tickCount = 0

    init(_ configuration: Configuration, mailbox: WorkerMailbox, attempts: FencedAttempts) {
        self.configuration = configuration
        self.mailbox = mailbox
        self.attempts = attempts
        retries = StoreRetries(clock: configuration.worker.clock, random: configuration.worker.random)
        limits = AdaptiveLimits(configuration.worker.limits)
        spaceMonitor = FreeSpaceMonitor(
            freeBytes: configuration.worker.freeBytes, rules: configuration.worker.downloader.rules)
        lastRenewal = configuration.worker.clock.now
        lastTick = lastRenewal
    }

    private var worker: QueueWorker { configuration.worker }
    private var observer: (any QueueObserver)? { configuration.observer }

    /// Runs until nothing is left to do or the task is cancelled.
    mutating func work() async throws -> QueueRunSummary {
        do {
            do { try await findGoneOwners() } catch { try recordOutage(error) }
            await discardStaleFiles()
            refill()
            var notifications = mailbox.notifications.makeAsyncIterator()
            while try await !isFinished(), !Task.isCancelled, await notifications.next() != nil {
                signals = mailbox.removeAll()[...]
                while let signal = signals.popFirst() {
                    do { try await handle(signal) } catch { try recordOutage(error) }
                }
                if needsRefill { refill() }
            }
        } catch {
            await stop()
            throw error
        }
        summary.wasStopped = Task.isCancelled
        if summary.wasStopped { summary.queue = nil }
        await stop()
        return summary
    }

    // MARK: Signals

    private mutating func handle(_ signal: WorkerSignal) async throws {
        switch signal {
        case .tick: try await handleTick()
        case .woken:
            reopenClaims()
            needsRefill = true
        case .claimed: try await receiveClaim()
        case .received(let id):
            releaseSlot(of: id, isReceived: true)
            needsRefill = true
        case .ended(let id, let outcome):
            if outcome.isHostFailure, let item = running[id] {
                limits.recordFailure(of: item.host, attempt: item.number)
            }
            end(id, outcome)
            needsRefill = true
            if outcome.backsOffHost, let host = outcome.item?.url.host {
                try await returnItems { $0.host == host }
            }
        }
    }

    private mutating func handleTick() async throws {
        guard outage.allowsCall(at: worker.clock.uptime) else { return }
        reopenClaims()
        try await watchLeases()
        try await returnBlockedItems()
        reportDamagedRows()
        // Counting the items of a very long queue takes a while, during which nothing can be recorded.
        tickCount += 1
        guard tickCount % (1 + (configuration.ids?.count ?? 0) / 10_000) == 0 else { return }
        let queue = try await queueSummary()
        let now = worker.clock.now
        let directories = spaceMonitor.directoriesWithSpace(among: queue.directoriesWithoutSpace)
        // After the clock was set back, the recorded times cannot be trusted.
        let isDue = [queue.nextClaim, queue.nextLeaseEnd].contains { $0.map { $0 <= now } ?? false }
        if isDue || now < lastTick || !goneOwners.isEmpty || !directories.isEmpty {
            refill(directoriesWithSpace: directories)
        }
        lastTick = now
    }

    /// Reports the damaged rows that the store has met since the last report; each counts as a failed item.
    private mutating func reportDamagedRows() {
        for reason in worker.store.damagedRows.removeUnreported() {
            summary.failed += 1
            observer?.observe(.warning("\(reason)"))
        }
    }

    /// Reports and counts an item that was quarantined instead of being claimed.
    private mutating func recordQuarantine(_ item: QueueItem) {
        summary.failed += 1
        observer?.observe(.ended(item))
    }

    /// True if the limits of hosts apply to all workers together.
    private var sharesHostLimits: Bool { worker.limits.sharedPerHost != nil }

    /// Frees the slot of an item whose bytes have all been received, or whose attempt has ended.
    ///
    /// - Parameters:
    ///   - id: The item's id.
    ///   - isReceived: True if all bytes have been received.
    private mutating func releaseSlot(of id: String, isReceived: Bool) {
        guard let item = running[id], item.isActive else { return }
        running[id]?.isActive = false
        slots.endDownload(host: item.host)
        let elapsed = worker.clock.now.timeIntervalSince(item.began)
        let isShort = (0..<Self.shortAttempt.seconds).contains(elapsed)
        ahead = isShort && !sharesHostLimits ? min(Self.aheadLimit, max(2, ahead * 2)) : 0
        guard isReceived else { return }
        if isShort { limits.recordShortDownload(from: item.host) } else { limits.recordLongDownload(from: item.host) }
    }

    /// Removes an item whose attempt has ended, and counts its outcome.
    private mutating func end(_ id: String, _ outcome: ItemAttempt.Outcome) {
        releaseSlot(of: id, isReceived: outcome.item?.state == .done)
        // If a host is on probation, only one of its items can be claimed at a time.
        attempts.remove(id)
        if let ended = running.removeValue(forKey: id), slots.end(host: ended.host) { reopenClaims() }
        // Another worker may have reached the limit that this item counted towards.
        if outcome.item?.state != .done || sharesHostLimits { reopenClaims() }
        guard let item = outcome.item else { return }
        switch item.state {
        case .done: summary.done += 1
        case .failed, .quarantined: summary.failed += 1
        case .ready, .running, .waiting, .paused, .verifying, .cancelled: break
        }
        if item.state == .waiting, item.error?.needsSpace == true { spaceMonitor.recordFailure(in: item.directory) }
        observer?.observe(.ended(item))
    }

    // MARK: The end

    private mutating func isFinished() async throws -> Bool {
        guard !configuration.isEndless, running.isEmpty, claimed.isEmpty, !claims.isPending else { return false }
        reportDamagedRows()
        guard outage.allowsCall(at: worker.clock.uptime), let queue = try await availableSummary() else {
            observer?.observe(.idle)
            return false
        }
        summary.queue = queue
        let directories = spaceMonitor.directoriesWithSpace(among: queue.directoriesWithoutSpace)
        if !directories.isEmpty {
            refill(directoriesWithSpace: directories)
            return false
        }
        if queue.held == 0 {
            guard let next = queue.nextClaim else { return true }
            if next > worker.clock.now.addingTimeInterval(worker.limits.wait.seconds) { return true }
        }
        observer?.observe(.idle)
        return false
    }

    /// Stops all items, and waits until their state has been recorded.
    private mutating func stop() async {
        retries.stop()
        for item in running.values { item.attempt.cancel() }
        if case .pending(_, _, let task) = claims { claimed += (try? await task.value) ?? [] }
        claims = .open
        for item in running.values { await item.attempt.waitUntilEnded() }
        // The observer is also notified of the outcomes that the attempts reported before they ended.
        for case .ended(let id, let outcome) in Array(signals) + mailbox.removeAll() { end(id, outcome) }
        signals = []
        for id in running.keys { releaseSlot(of: id, isReceived: false) }
        running = [:]
        do {
            try await returnItems { _ in true }
        } catch {
            // The leases expire, and the items are claimed again.
            observer?.observe(.warning("\(error)"))
        }
    }
}

/// Claiming and starting items.
extension WorkerRun {
    /// Allows the next claim because something has changed.
    private mutating func reopenClaims() {
        if case .exhausted = claims { claims = .open }
    }

    /// Starts claimed items and claims more, as far as the limits allow.
    ///
    /// A signal reports the result of the claim.
    private mutating func refill(directoriesWithSpace: Set<String> = []) {
        needsRefill = false
        startClaimed()
        if !directoriesWithSpace.isEmpty { reopenClaims() }
        guard case .open = claims, !outage.isActive, !Task.isCancelled else { return }
        let limit = limits.jobs + ahead - slots.active - claimed.count
        // Claims if a download slot is free, or if half of the items that were claimed ahead have been started.
        guard limit > 0, slots.active < limits.jobs || claimed.count <= ahead / 2, canStart || claimed.isEmpty,
            !isRunningAlone
        else { return }
        var claim = QueueClaim(owner: worker.identity.name, now: worker.clock.now)
        claim.activeHosts = slots.activeByHost
        for item in claimed { claim.activeHosts[item.host, default: 0] += 1 }
        claim.perHost = limits.perHost + ahead
        claim.sharedPerHost = worker.limits.sharedPerHost
        claim.hostLimits = limits.exceptions.mapValues { $0 + ahead }
        // If a host's downloads turn out to be long, none of its items are claimed ahead.
        if ahead > 0 { for host in slowHosts { claim.activeHosts[host, default: 0] += ahead } }
        claim.goneOwners = goneOwners
        claim.directoriesWithSpace = directoriesWithSpace
        claim.ids = configuration.ids
        claim.isIdle = running.isEmpty && claimed.isEmpty
        let task = Task { [worker, mailbox, claim] in
            defer { mailbox.send(.claimed) }
            return try await DiskThread.run {
                let requestedAt = worker.clock.uptime
                return try worker.prepare(worker.store.claim(claim, limit: limit), requestedAt: requestedAt)
            }
        }
        claims = .pending(claim, limit: limit, task)
    }

    /// Adds the items of the pending claim.
    private mutating func receiveClaim() async throws {
        guard case .pending(let claim, let limit, let task) = claims else { return }
        claims = .open
        let all = try await task.value
        let items = all.filter { $0.item.lease != nil }
        claimed += items
        for quarantined in all where quarantined.item.lease == nil { recordQuarantine(quarantined.item) }
        guard all.count < limit, items.count == all.count else {
            needsRefill = true
            return
        }
        // If there are fewer items than requested, no more are ready now, unless the limit of a host prevented more.
        var counts = claim.activeHosts
        for item in items { counts[item.host, default: 0] += 1 }
        if counts.allSatisfy({ $0.value < claim.limit(of: $0.key) }) { claims = .exhausted }
        startClaimed()
    }

    /// Returns items to the queue that were claimed ahead and wait behind long downloads, so that another worker can
    /// claim them.
    private mutating func returnBlockedItems() async throws {
        guard !claimed.isEmpty else { return }
        let now = worker.clock.now
        let isFull =
            slots.active >= limits.jobs && running.values.allSatisfy { !$0.isActive || isLong($0, at: now) }
        let slowHosts = slowHosts
        guard isFull || claimed.contains(where: { slowHosts.contains($0.host) }) else { return }
        ahead = 0
        try await returnItems { isFull || slowHosts.contains($0.host) }
    }

    /// The hosts that have as many downloads as allowed, none of which is expected to end soon.
    private var slowHosts: Set<String> {
        let now = worker.clock.now
        var hosts = Set(slots.activeByHost.lazy.filter { [limits] in $0.value >= limits.limit(of: $0.key) }.map(\.key))
        for item in running.values where item.isActive && !isLong(item, at: now) { hosts.remove(item.host) }
        return hosts
    }

    private func isLong(_ item: Running, at now: Date) -> Bool {
        now.timeIntervalSince(item.began) >= Self.shortAttempt.seconds
    }

    /// True unless too many items are being finished, or an item runs alone.
    private var canStart: Bool { running.count < limits.jobs + Self.finishingLimit && !isRunningAlone }

    /// True while the only running item is one beside which nothing may start.
    private var isRunningAlone: Bool { running.count == 1 && running.values.first?.isAlone == true }

    /// Starts the claimed items in their order, as far as the limits allow.
    private mutating func startClaimed() {
        while !Task.isCancelled, slots.active < limits.jobs, canStart,
            let index = claimed.firstIndex(where: {
                slots.activeByHost[$0.host, default: 0] < limits.limit(of: $0.host)
            })
        {
            start(claimed.remove(at: index))
        }
    }

    private mutating func start(_ claimed: Claimed) {
        let item = claimed.item
        guard let lease = item.lease, !claimed.fence.isExpired else { return }
        observer?.observe(.started(item))
        let attempt = ItemAttempt(
            item: item, worker: worker, observer: observer, preparation: claimed.preparation,
            journal: DownloadJournal(
                item: item, lease: lease, store: worker.store, clock: worker.clock, fence: claimed.fence,
                retries: retries))
        let began = worker.clock.now
        let handle = attempt.start { [mailbox, id = item.id] in
            mailbox.send(.received(id: id))
        } onEnd: { [mailbox, id = item.id] outcome in
            mailbox.send(.ended(id: id, outcome))
        }
        running[item.id] = Running(
            lease: lease, fence: claimed.fence, host: claimed.host, began: began, number: limits.beginAttempt(),
            attempt: handle, isAlone: item.crashes > 0)
        attempts.insert(item.id, fence: claimed.fence, attempt: handle)
        slots.begin(host: claimed.host)
    }
}

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
        claimed.removeAll { $0.fence.isExpired }
    }

    private mutating func checkLeases(isRenewal: Bool, at now: Date) async throws {
        guard !running.isEmpty || !claimed.isEmpty else { return }
        let owner = worker.identity.name
        let held = try await DiskThread.run { [worker] in try worker.store.leased(by: owner) }
        let stored = Dictionary(held.map { ($0.id, $0) }) { first, _ in first }
        func isHeld(_ id: String, _ lease: QueueLease?) -> Bool {
            guard let item = stored[id], item.lease?.epoch == lease?.epoch else { return false }
            return item.state == .running || item.state == .verifying
        }
        for (id, item) in running where !isHeld(id, item.lease) { item.attempt.cancel() }
        for (id, item) in running
        where item.isAlone && (stored[id]?.crashes == 0 || now.timeIntervalSince(item.began) >= Self.soloTime) {
            // It has made progress, or it is only slow, so others may start beside it.
            running[id]?.isAlone = false
            reopenClaims()
            needsRefill = true
        }
        try await returnItems { !isHeld($0.item.id, $0.item.lease) }
        guard isRenewal else { return }
        let leases =
            running.filter { isHeld($0.key, $0.value.lease) }.map { ($0.key, $0.value.lease, $0.value.fence) }
            + claimed.compactMap { claimed in
                claimed.item.lease.map { (claimed.item.id, $0, claimed.fence) }
            }
        try await renew(leases.filter { !$0.2.isExpired }, at: now)
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
    private mutating func returnItems(where isReturned: (Claimed) -> Bool) async throws {
        let items = claimed.filter { isReturned($0) && !$0.fence.isExpired }.map(\.item)
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
    private mutating func findGoneOwners() async throws {
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

/// Working with a store that can be unavailable for some time.
extension WorkerRun {
    /// Returns the summary of the queue, and ends an outage.
    private mutating func queueSummary() async throws -> QueueSummary {
        let queue = try await DiskThread.run { [worker, ids = configuration.ids] in
            try worker.store.summary(ids: ids)
        }
        if outage.recordSuccess() {
            observer?.observe(.warning("the queue is available again"))
            reopenClaims()
            needsRefill = true
        }
        observer?.observe(.summary(queue))
        return queue
    }

    /// Returns the summary of the queue; nil if the store is unavailable.
    private mutating func availableSummary() async throws -> QueueSummary? {
        do {
            return try await queueSummary()
        } catch {
            try recordOutage(error)
            return nil
        }
    }

    /// Records that the store is unavailable, after which its next call is delayed.
    ///
    /// Running downloads continue.
    ///
    /// - Parameter error: An error of a call of the store.
    /// - Throws: The error if it is another one, or if the store has been unavailable for too long.
    private mutating func recordOutage(_ error: any Error) throws {
        guard case QueueError.storeUnavailable = error else { throw error }
        if !outage.isActive { observer?.observe(.warning("\(error); running downloads continue")) }
        guard outage.recordFailure(at: worker.clock.uptime, random: worker.random()) else { throw error }
    }

    /// Deletes files that earlier runs left in the work directory.
    private func discardStaleFiles() async {
        guard worker.downloader.workDirectory != nil else { return }
        _ = try? await DiskThread.run { [worker] in
            worker.downloader.discardStaleFiles(of: worker.store, at: worker.clock.now)
        }
    }
}
