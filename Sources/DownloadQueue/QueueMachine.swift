package import FoundationEssentials

/// The rules of the queue: pure functions from an item and an event to the changed item and the actions to perform.
///
/// The machine opens no file, makes no request and reads no clock. A store calls it inside a transaction and writes the
/// result; the caller performs the actions.
///
/// ```swift
/// let machine = QueueMachine()
/// let request = NewQueueItem(url: url, directory: "/home/ada/Downloads")
/// let added = QueueItem(id: "c4f8m2x9q1ab", request: request, addedAt: now)
/// guard machine.isClaimable(added, at: now) else { return }
/// let claimed = machine.claim(added, owner: "worker 1", at: now)
/// if let lease = claimed.lease {
///     let failure = QueueFailure(.connect, "example.org: connection refused")
///     let event = QueueEvent.failed(failure, retryAfter: nil, jitter: 0.5)
///     let transition = try machine.apply(event, lease: lease, to: claimed, at: now)
///     print(transition.item.state, transition.actions)  // waiting [wake(at: …)]
/// }
/// ```
package struct QueueMachine: Sendable {
    /// The delays before attempts, and the limits of failures.
    package var policy: RetryPolicy

    /// Creates a machine with a policy.
    package init(policy: RetryPolicy = RetryPolicy()) {
        self.policy = policy
    }

    /// Returns true if a worker may claim an item.
    ///
    /// - Parameters:
    ///   - item: The item as it is stored.
    ///   - now: The current time by the store's clock.
    ///   - goneOwners: Lease holders that are known to have ended.
    /// - Returns: True for an item that is ready, whose delay has elapsed, or whose worker has ended.
    package func isClaimable(_ item: QueueItem, at now: Date, goneOwners: Set<String> = []) -> Bool {
        switch item.state {
        case .ready: true
        case .waiting: isOver(item.notBefore, since: item.waitingSince, at: now)
        case .running, .verifying:
            item.lease.map { !$0.isLive(at: now) || goneOwners.contains($0.owner) } ?? true
        case .paused, .done, .failed, .quarantined, .cancelled: false
        }
    }

    /// Returns true if a delay has elapsed.
    ///
    /// - Parameters:
    ///   - end: The end of the delay; nil for no delay.
    ///   - since: The time at which the delay was chosen; nil if the user chose its end.
    ///   - now: The current time by the store's clock.
    /// - Returns: True if the delay has elapsed, or if the clock was set back after `since`, which would lengthen the
    ///   delay.
    package func isOver(_ end: Date?, since: Date?, at now: Date) -> Bool {
        guard let end, end > now else { return true }
        return since.map { $0 > now.addingTimeInterval(policy.clockTolerance.seconds) } ?? false
    }

    /// Returns an item with a new lease of a higher epoch.
    ///
    /// The caller has checked that ``isClaimable(_:at:goneOwners:)`` is true. An item with crashes must be the only one
    /// that the worker runs.
    ///
    /// - Parameters:
    ///   - item: The item as it is stored.
    ///   - owner: The worker that claims it.
    ///   - now: The current time by the store's clock.
    /// - Returns: The claimed item, running or verifying. If too many workers have ended while they ran it
    ///   (``RetryPolicy/maximumCrashes``), it is quarantined and has no lease.
    package func claim(_ item: QueueItem, owner: String, at now: Date) -> QueueItem {
        var item = countingCrash(item, owner: owner)
        if item.crashes >= policy.maximumCrashes { return quarantineAfterCrashes(item, at: now) }
        item.epoch = QueueCounter.next(after: item.epoch)
        item.attempts = QueueCounter.next(after: item.attempts)
        item.notBefore = nil
        item.waitingSince = nil
        item.lease = QueueLease(
            owner: owner, epoch: item.epoch, until: now.addingTimeInterval(QueueLease.length.seconds))
        // A recorded digest without the state `done` means that the previous worker ended between renaming the file and
        // recording the new state.
        item.state = item.sha256 == nil ? .running : .verifying
        return item
    }

    /// Returns an item with the crash of its worker counted, if its worker has ended without recording an outcome.
    ///
    /// - Parameters:
    ///   - item: A claimable item.
    ///   - owner: The worker that claims it. Its own lease may have ended while the machine was suspended.
    /// - Returns: The item.
    package func countingCrash(_ item: QueueItem, owner: String) -> QueueItem {
        guard item.state == .running || item.state == .verifying, let lease = item.lease, lease.owner != owner else {
            return item
        }
        var item = item
        item.crashes = QueueCounter.next(after: item.crashes)
        // Only bytes beyond those that were on disk before show that the item no longer ends its worker.
        item.furthest = max(item.furthest, item.content.durableBytes)
        return item
    }

    /// Applies an event that a worker reports.
    ///
    /// - Parameters:
    ///   - event: The event to record.
    ///   - lease: The lease that the claim gave to the worker.
    ///   - item: The item as it is stored.
    ///   - now: The current time by the store's clock.
    /// - Returns: The changed item and the actions to perform.
    /// - Throws: ``QueueError/leaseLost(id:)`` if the worker no longer holds the lease, and
    ///   ``QueueError/notAllowed(id:state:command:)`` if the item's state does not allow the event.
    package func apply(
        _ event: QueueEvent, lease: QueueLease, to item: QueueItem, at now: Date
    ) throws(QueueError) -> QueueTransition {
        guard let held = item.lease, held.owner == lease.owner, held.epoch == lease.epoch, held.isLive(at: now) else {
            throw .leaseLost(id: item.id)
        }
        let transition: QueueTransition? =
            switch item.state {
            case .running: apply(event, toRunning: item, at: now)
            case .verifying: apply(event, toVerifying: item, at: now)
            case .paused: apply(event, toPaused: item, at: now)
            case .cancelled: apply(event, toCancelled: item)
            case .ready, .waiting, .done, .failed, .quarantined: nil
            }
        guard let transition else {
            throw .notAllowed(id: item.id, state: item.state, command: "record \(event)")
        }
        return transition
    }
}

// MARK: The table of transitions: a function for each state, a line for each event, and nil for an event that is not
// allowed

extension QueueMachine {
    private func apply(_ event: QueueEvent, toRunning item: QueueItem, at now: Date) -> QueueTransition? {
        switch event {
        case .renewed(let end): renew(item, until: end)
        case .named(let name): assign(name, to: item)
        case .progressed(let content): progress(item, content)
        case .verifying(let content): verify(item, content)
        case .failed(let failure, let retryAfter, let jitter):
            fail(item, failure, retryAfter: retryAfter, jitter: jitter, at: now)
        case .released: makeReady(item, countsAttempt: true, at: now)
        case .returned: makeReady(item, countsAttempt: false, at: now)
        case .postponed(let failure): postpone(item, failure, at: now)
        case .committing, .completed, .quarantined: nil
        }
    }

    private func apply(_ event: QueueEvent, toVerifying item: QueueItem, at now: Date) -> QueueTransition? {
        switch event {
        case .committing(let name, let sha256): commit(item, as: name, sha256: sha256)
        case .completed: item.sha256 == nil ? nil : complete(item, at: now)
        case .quarantined(let name, let sha256, let failure):
            quarantine(item, as: name, sha256: sha256, failure, at: now)
        case .renewed, .named, .progressed, .verifying, .failed, .released, .returned, .postponed:
            apply(event, toRunning: item, at: now)
        }
    }

    private func apply(_ event: QueueEvent, toPaused item: QueueItem, at now: Date) -> QueueTransition? {
        switch event {
        case .renewed(let end): renew(item, until: end)
        case .progressed(let content): progress(item, content)
        // The file has its final name already, so the pause came too late.
        case .completed: item.sha256 == nil ? nil : complete(item, at: now)
        case .quarantined(let name, let sha256, let failure):
            quarantine(item, as: name, sha256: sha256, failure, at: now)
        case .failed, .released, .returned, .postponed: dropLease(item)
        case .named, .verifying, .committing: nil
        }
    }

    private func apply(_ event: QueueEvent, toCancelled item: QueueItem) -> QueueTransition? {
        switch event {
        case .renewed(let end): renew(item, until: end)
        case .progressed(let content): progress(item, content)
        // A complete file is kept.
        case .completed: QueueTransition(item, [.forget])
        case .quarantined, .failed, .released, .returned, .postponed:
            QueueTransition(item, [.discardPartialFile, .forget])
        case .named, .verifying, .committing: nil
        }
    }
}
