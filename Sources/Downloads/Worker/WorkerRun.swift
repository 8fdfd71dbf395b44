import DownloadQueue
import FoundationEssentials
import WHATWGURL

/// One run of a worker, from its first claim until its last item has ended.
struct WorkerRun {
    /// How often the store is looked at: what other processes do takes effect within this.
    static let tick: Duration = .seconds(1)

    /// An item whose try takes less than this is small: the worker then claims some ahead, many in one transaction.
    private static let shortTry: Duration = .milliseconds(500)

    /// The most items that are claimed ahead; a hundred would gain little, and keep other workers waiting.
    private static let mostAhead = 64

    /// The most items that are being brought to their end while others are downloaded; so many share a transaction.
    private static let mostFinishing = 128

    struct Running {
        var lease: QueueLease
        var host: String
        var began: Date
        var attempt: AttemptHandle
        /// True until all bytes are there: so long it counts among the downloads at once.
        var isActive = true
    }

    /// An item that was claimed and not begun; an object, since those behind it move up whenever one is begun.
    final class Claimed: Sendable {
        let item: QueueItem
        /// Its host, which would otherwise be cut out of the address again and again.
        let host: String
        /// Why it cannot have room.
        let missingRoom: QueueFailure?
        /// What its try need not look for.
        let place: PreparedDestination?

        init(item: QueueItem, host: String, missingRoom: QueueFailure?, place: PreparedDestination?) {
            (self.item, self.host, self.missingRoom, self.place) = (item, host, missingRoom, place)
        }
    }

    let worker: QueueWorker
    let observer: (any QueueObserver)?
    var running: [String: Running] = [:]
    /// Claimed and not begun, in the order of work.
    var local: [Claimed] = []
    var lastRenewal: Date
    var goneOwners: Set<String> = []

    private let ids: Set<String>?
    private let isEndless: Bool
    private let signals: WorkerMailbox
    private var summary = QueueRunSummary()
    private var room: FreeSpaceMonitor
    private var ahead = 0
    /// How many items are being downloaded, in all and of each host.
    private var active = 0
    private var activeHosts: [String: Int] = [:]
    /// How many items of each host are at work, those that are being brought to their end included.
    private var runningHosts: [String: Int] = [:]
    private var claiming: (claim: QueueClaim, limit: Int, task: Task<[Claimed], any Error>)?
    /// True while it is known that there is nothing to claim.
    private var isDrained = false
    /// What was taken of the signals and not looked at yet.
    private var untold: ArraySlice<WorkerSignal> = []
    /// True when something may be started, or claimed, once all signals that lie ready are looked at.
    private var wantsRefill = false
    private var lastTick: Date
    private var ticks = 0

    init(
        worker: QueueWorker, ids: Set<String>?, isEndless: Bool, observer: (any QueueObserver)?,
        signals: WorkerMailbox
    ) {
        self.worker = worker
        self.ids = ids
        self.isEndless = isEndless
        self.observer = observer
        self.signals = signals
        room = FreeSpaceMonitor(freeBytes: worker.freeBytes)
        lastRenewal = worker.clock.now
        lastTick = lastRenewal
    }

    /// Works until there is nothing to do, or the task is cancelled.
    mutating func work() async throws -> QueueRunSummary {
        do {
            try await findGoneOwners()
            refill()
            var rings = signals.rings.makeAsyncIterator()
            while try await !isFinished(), !Task.isCancelled, await rings.next() != nil {
                untold = signals.take()[...]
                while let signal = untold.popFirst() { try await handle(signal) }
                if wantsRefill { refill() }
            }
        } catch {
            await stop()
            throw error
        }
        summary.wasStopped = Task.isCancelled
        if summary.wasStopped { summary.outlook = nil }
        await stop()
        return summary
    }

    private mutating func handle(_ signal: WorkerSignal) async throws {
        switch signal {
        case .tick:
            isDrained = false
            try await watchLeases()
            try await giveBackStuck()
            // To look at very many items takes a while, in which nobody can record anything.
            ticks += 1
            guard ticks % (1 + (ids?.count ?? 0) / 10_000) == 0 else { break }
            let outlook = try await outlook()
            let now = worker.clock.now
            let roomy = room.roomy(outlook.crampedDirectories)
            // After a clock was set back, times to come are not to be trusted.
            let isDue = [outlook.nextClaim, outlook.nextLeaseEnd].contains { $0.map { $0 <= now } ?? false }
            if isDue || now < lastTick || !goneOwners.isEmpty || !roomy.isEmpty { refill(roomy: roomy) }
            lastTick = now
        case .woken:
            isDrained = false
            wantsRefill = true
        case .claimed:
            guard let claim = claiming else { break }
            let items = try await claim.task.value
            claiming = nil
            local += items
            // Fewer than wanted means that there are no more now.
            if items.count < claim.limit {
                var counts = claim.claim.activeHosts
                for item in items { counts[item.host, default: 0] += 1 }
                // Unless it is the limit of a host that keeps some back.
                isDrained = counts.values.allSatisfy { $0 < claim.claim.perHost }
                startLocal()
            } else {
                wantsRefill = true
            }
        case .received(let id):
            leaveSlot(id)
            wantsRefill = true
        case .ended(let id, let outcome):
            note(id, outcome)
            if outcome.holdsHost, let host = outcome.item?.url.host { try await giveBack { $0.host == host } }
            wantsRefill = true
        }
    }

    /// Makes room for the next item, as all bytes of one are there, or none are to come.
    private mutating func leaveSlot(_ id: String) {
        guard let item = running[id], item.isActive else { return }
        running[id]?.isActive = false
        active -= 1
        let left = activeHosts[item.host, default: 1] - 1
        activeHosts[item.host] = left > 0 ? left : nil
        let elapsed = worker.clock.now.timeIntervalSince(item.began)
        let isShort = (0..<Self.shortTry.seconds).contains(elapsed)
        ahead = isShort ? min(Self.mostAhead, max(2, ahead * 2)) : 0
    }

    private mutating func note(_ id: String, _ outcome: ItemAttempt.Outcome) {
        leaveSlot(id)
        if let ended = running.removeValue(forKey: id) {
            let left = runningHosts[ended.host, default: 1] - 1
            runningHosts[ended.host] = left > 0 ? left : nil
            // One item at a time of a host on probation.
            if left == 0 { isDrained = false }
        }
        if outcome.item?.state != .done { isDrained = false }
        guard let item = outcome.item else { return }
        switch item.state {
        case .done: summary.done += 1
        case .failed, .quarantined: summary.failed += 1
        case .ready, .running, .waiting, .paused, .verifying, .cancelled: break
        }
        if item.state == .waiting, item.error?.needsSpace == true { room.noteFull(item.directory) }
        observer?.observe(.ended(item))
    }

    private mutating func isFinished() async throws -> Bool {
        guard !isEndless, running.isEmpty, local.isEmpty, claiming == nil else { return false }
        let outlook = try await outlook()
        summary.outlook = outlook
        let roomy = room.roomy(outlook.crampedDirectories)
        if !roomy.isEmpty {
            refill(roomy: roomy)
            return false
        }
        if outlook.held == 0 {
            guard let next = outlook.nextClaim else { return true }
            if next > worker.clock.now.addingTimeInterval(worker.limits.wait.seconds) { return true }
        }
        observer?.observe(.idle)
        return false
    }

    private func outlook() async throws -> QueueSummary {
        let outlook = try await DiskThread.run { [worker, ids] in try worker.store.outlook(ids: ids) }
        observer?.observe(.outlook(outlook))
        return outlook
    }

    // MARK: Claiming and starting

    /// Starts what may be started, and claims more where the limits allow it; the answer comes as a signal.
    private mutating func refill(roomy: Set<String> = []) {
        wantsRefill = false
        startLocal()
        if !roomy.isEmpty { isDrained = false }
        guard claiming == nil, !isDrained, !Task.isCancelled else { return }
        let limits = worker.limits
        let limit = limits.jobs + ahead - active - local.count
        // While half of what was claimed ahead is left, nobody waits.
        guard limit > 0, active < limits.jobs || local.count <= ahead / 2, mayBegin || local.isEmpty else { return }
        var claim = QueueClaim(owner: worker.identity.name, now: worker.clock.now)
        claim.activeHosts = activeHosts
        for claimed in local { claim.activeHosts[claimed.host, default: 0] += 1 }
        claim.perHost = limits.perHost + ahead
        // Of a host whose downloads turn out to be long, nothing is taken ahead.
        if ahead > 0 { for host in slowHosts { claim.activeHosts[host, default: 0] += ahead } }
        claim.goneOwners = goneOwners
        claim.roomyDirectories = roomy
        claim.ids = ids
        let task = Task { [worker, signals, claim] in
            defer { signals.yield(.claimed) }
            return try await DiskThread.run { try worker.claimed(worker.store.claim(claim, limit: limit)) }
        }
        claiming = (claim, limit, task)
    }

    /// The hosts that have as many downloads as they may, none of which is about to end.
    private var slowHosts: Set<String> {
        let now = worker.clock.now
        var hosts = Set(activeHosts.lazy.filter { [limits = worker.limits] in $0.value >= limits.perHost }.map(\.key))
        for item in running.values where item.isActive && !isLong(item, at: now) { hosts.remove(item.host) }
        return hosts
    }

    private func isLong(_ item: Running, at now: Date) -> Bool {
        now.timeIntervalSince(item.began) >= Self.shortTry.seconds
    }

    /// Gives back what was claimed ahead and waits behind long downloads: somebody else may have the time for it.
    private mutating func giveBackStuck() async throws {
        guard !local.isEmpty else { return }
        let now = worker.clock.now
        let isFull = active >= worker.limits.jobs && running.values.allSatisfy { !$0.isActive || isLong($0, at: now) }
        let slowHosts = slowHosts
        guard isFull || local.contains(where: { slowHosts.contains($0.host) }) else { return }
        ahead = 0
        try await giveBack { isFull || slowHosts.contains($0.host) }
    }

    /// True when not too many items wait for their end.
    private var mayBegin: Bool { running.count < worker.limits.jobs + Self.mostFinishing }

    /// Begins the items that were claimed, in their order, as far as the limits allow.
    private mutating func startLocal() {
        let limits = worker.limits
        while !Task.isCancelled, active < limits.jobs, mayBegin,
            let index = local.firstIndex(where: { activeHosts[$0.host, default: 0] < limits.perHost })
        {
            start(local.remove(at: index))
        }
    }

    private mutating func start(_ claimed: Claimed) {
        let item = claimed.item
        guard let lease = item.lease else { return }
        observer?.observe(.started(item))
        let attempt = ItemAttempt(
            item: item, lease: lease, worker: worker, observer: observer, missingRoom: claimed.missingRoom,
            place: claimed.place)
        let began = worker.clock.now
        let started = attempt.start { [signals, id = item.id] in
            signals.yield(.received(id: id))
        } ended: { [signals, id = item.id] outcome in
            signals.yield(.ended(id: id, outcome))
        }
        running[item.id] = Running(lease: lease, host: claimed.host, began: began, attempt: started)
        active += 1
        activeHosts[claimed.host, default: 0] += 1
        runningHosts[claimed.host, default: 0] += 1
    }

    /// Stops all items and waits until they have been recorded.
    private mutating func stop() async {
        for item in running.values { item.attempt.cancel() }
        if let claim = claiming { local += (try? await claim.task.value) ?? [] }
        claiming = nil
        for item in running.values { await item.attempt.value() }
        // Each said what came of it before it ended; whoever looks on is told that too.
        for case .ended(let id, let outcome) in Array(untold) + signals.take() { note(id, outcome) }
        untold = []
        for id in running.keys { leaveSlot(id) }
        running = [:]
        do {
            try await giveBack { _ in true }
        } catch {
            // Their leases run out, and somebody takes them up.
            observer?.observe(.trouble("\(error)"))
        }
    }
}
