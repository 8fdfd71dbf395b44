import DownloadQueue
import FoundationEssentials
import WHATWGURL

/// One run of a worker, from its first claim until its last item has ended.
struct WorkerRun {
    /// The interval at which the store is read, and thus the delay with which changes by other processes take effect.
    static let tick: Duration = .seconds(1)

    /// The duration below which an attempt counts as short.
    ///
    /// After short attempts, the worker claims many items ahead in one transaction.
    static let shortAttempt: Duration = .milliseconds(500)

    /// The maximum number of items that are claimed ahead; more would keep other workers waiting.
    ///
    /// With 64, the transactions of 5,000 small files wrote more pages.
    static let aheadLimit = 128

    /// The maximum number of items that are being finished while others are downloaded; they can share one transaction.
    static let finishingLimit = 256

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
    enum Claims {
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

    let configuration: Configuration
    let mailbox: WorkerMailbox
    /// The running attempts, which the worker's ticker cancels when their leases are no longer trusted.
    let attempts: FencedAttempts
    /// Repeats the records of attempts while the store is unavailable.
    let retries: StoreRetries
    var running: [String: Running] = [:]
    /// The items that were claimed but not started, in queue order.
    var claimed: [Claimed] = []
    var claims = Claims.open
    /// The number of items to claim in addition to those that can be downloaded at once.
    var ahead = 0
    var slots = WorkerSlots()
    var limits: AdaptiveLimits
    var lastRenewal: Date
    var goneOwners: Set<String> = []
    /// The time during which the store is unavailable, and nothing is claimed.
    var outage = StoreOutage()
    /// True if items should be started or claimed once all received signals have been handled.
    var needsRefill = false

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

    var worker: QueueWorker { configuration.worker }
    var observer: (any QueueObserver)? { configuration.observer }

    /// Runs until nothing is left to do or the task is cancelled.
    mutating func work() async throws -> QueueRunSummary {
        do {
            do { try await findGoneOwners() } catch { try endure(error) }
            await discardStaleFiles()
            refill()
            var notifications = mailbox.notifications.makeAsyncIterator()
            while try await !isFinished(), !Task.isCancelled, await notifications.next() != nil {
                signals = mailbox.removeAll()[...]
                while let signal = signals.popFirst() {
                    do { try await handle(signal) } catch { try endure(error) }
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
    mutating func recordQuarantine(_ item: QueueItem) {
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
