import DownloadQueue
import FoundationEssentials

/// Claiming and starting items.
extension WorkerRun {
    /// Allows the next claim because something has changed.
    mutating func reopenClaims() {
        if case .exhausted = claims { claims = .open }
    }

    /// Starts claimed items and claims more, as far as the limits allow.
    ///
    /// A signal reports the result of the claim.
    mutating func refill(directoriesWithSpace: Set<String> = []) {
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
    mutating func receiveClaim() async throws {
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
    mutating func returnBlockedItems() async throws {
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
        guard let lease = item.lease, !claimed.fence.isOver else { return }
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
