package import FoundationEssentials

/// The rules of the queue: pure functions from an item and an event to the new item and what is to be done.
package struct QueueMachine: Sendable {
    /// When a failed download is tried again.
    package var policy: RetryPolicy

    /// Makes the rules.
    ///
    /// - Parameter policy: When a failed download is tried again.
    package init(policy: RetryPolicy = RetryPolicy()) {
        self.policy = policy
    }

    /// Tells whether a worker may claim an item.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - now: The time.
    ///   - goneOwners: Lease holders that are known to be dead.
    /// - Returns: True for an item that is ready, has waited long enough, or whose worker is gone.
    package func isClaimable(_ item: QueueItem, at now: Date, goneOwners: Set<String> = []) -> Bool {
        switch item.state {
        case .ready: true
        case .waiting: isOver(item.notBefore, since: item.waitingSince, at: now)
        case .running, .verifying:
            item.lease.map { !$0.isLive(at: now) || goneOwners.contains($0.owner) } ?? true
        case .paused, .done, .failed, .quarantined, .cancelled: false
        }
    }

    /// Tells whether a pause is over.
    ///
    /// - Parameters:
    ///   - end: The end of the pause; nil for none.
    ///   - since: When it was chosen; nil when a person chose it.
    ///   - now: The time.
    /// - Returns: True also when the clock was set back since, which would make the pause longer than anybody wanted.
    package func isOver(_ end: Date?, since: Date?, at now: Date) -> Bool {
        guard let end, end > now else { return true }
        return since.map { $0 > now.addingTimeInterval(policy.clockTolerance.seconds) } ?? false
    }

    /// Gives an item to a worker.
    ///
    /// The caller has asked ``isClaimable(_:at:goneOwners:)``.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - owner: The worker.
    ///   - now: The time.
    /// - Returns: The item with a new lease of a higher epoch.
    package func claim(_ item: QueueItem, owner: String, at now: Date) -> QueueItem {
        var item = item
        item.epoch += 1
        item.attempts += 1
        item.notBefore = nil
        item.waitingSince = nil
        item.lease = QueueLease(
            owner: owner, epoch: item.epoch, until: now.addingTimeInterval(QueueLease.length.seconds))
        // A digest without `done` means that the worker before stopped between naming the file and saying so.
        item.state = item.sha256 == nil ? .running : .verifying
        return item
    }

    /// Applies what a worker reports.
    ///
    /// - Parameters:
    ///   - event: The report.
    ///   - lease: The lease that the worker believes to have.
    ///   - item: The item as it is stored.
    ///   - now: The time.
    /// - Returns: The transition.
    /// - Throws: ``QueueError/leaseLost(id:)`` if the lease is no more the worker's, and
    ///   ``QueueError/notAllowed(id:state:command:)``.
    package func apply(
        _ event: QueueEvent, lease: QueueLease, to item: QueueItem, at now: Date
    ) throws(QueueError) -> QueueTransition {
        guard let held = item.lease, held.owner == lease.owner, held.epoch == lease.epoch, held.isLive(at: now) else {
            throw .leaseLost(id: item.id)
        }
        switch (event, item.state) {
        case (.renewed(let until), .running), (.renewed(let until), .verifying), (.renewed(let until), .paused),
            (.renewed(let until), .cancelled):
            var item = item
            item.lease?.until = until
            return QueueTransition(item)
        case (.named(let name), .running), (.named(let name), .verifying):
            var item = item
            item.state = .running
            item.fileName = name
            item.partName = name + QueueItem.partSuffix
            item.content = .nothing
            item.sha256 = nil
            return QueueTransition(item)
        case (.progressed(let content), .running), (.progressed(let content), .verifying),
            (.progressed(let content), .paused), (.progressed(let content), .cancelled):
            var item = item
            if item.state == .verifying { item.state = .running }
            item.content = content
            item.sha256 = nil
            return QueueTransition(item)
        case (.verifying(let content), .running), (.verifying(let content), .verifying):
            var item = item
            item.state = .verifying
            item.content = content
            item.sha256 = nil
            return QueueTransition(item)
        case (.committing(let name, let sha256), .verifying):
            var item = item
            item.fileName = name
            item.sha256 = sha256
            return QueueTransition(item)
        // The file has its name already, so a pause that came in between is too late.
        case (.completed, .verifying), (.completed, .paused):
            guard item.sha256 != nil else { break }
            var item = ended(item, as: .done, error: nil, at: now)
            item.partName = nil
            return QueueTransition(item)
        case (.quarantined(let name, let sha256, let failure), .verifying),
            (.quarantined(let name, let sha256, let failure), .paused):
            var item = item
            item.fileName = name
            item.partName = nil
            item.sha256 = sha256
            return QueueTransition(ended(item, as: .quarantined, error: failure.discreet(about: item), at: now))
        case (.failed(let failure, let retryAfter, let jitter), .running),
            (.failed(let failure, let retryAfter, let jitter), .verifying):
            return failed(item, failure, retryAfter: retryAfter, jitter: jitter, at: now)
        // A removed item is forgotten, whatever became of its transfer; a complete file stays.
        case (.completed, .cancelled):
            return QueueTransition(item, [.forget])
        case (.released, .cancelled), (.failed, .cancelled), (.quarantined, .cancelled), (.returned, .cancelled),
            (.postponed, .cancelled):
            return QueueTransition(item, [.discardPartialFile, .forget])
        case (.released, .running), (.released, .verifying):
            var item = item
            item.state = .ready
            item.lease = nil
            return QueueTransition(item, [.wake(at: now)])
        case (.returned, .running), (.returned, .verifying):
            var item = item
            item.state = .ready
            item.attempts = max(0, item.attempts - 1)
            item.lease = nil
            return QueueTransition(item, [.wake(at: now)])
        case (.postponed(let failure), .running), (.postponed(let failure), .verifying):
            var transition = failed(item, failure, retryAfter: nil, jitter: 0, isPatient: true, at: now)
            transition.item.attempts = max(0, item.attempts - 1)
            return transition
        case (.released, .paused), (.failed, .paused), (.returned, .paused), (.postponed, .paused):
            var item = item
            item.lease = nil
            return QueueTransition(item)
        default: break
        }
        throw .notAllowed(id: item.id, state: item.state, command: "record \(event)")
    }

    private func ended(_ item: QueueItem, as state: QueueState, error: QueueFailure?, at now: Date) -> QueueItem {
        var item = item
        item.state = state
        item.error = error
        item.lease = nil
        item.notBefore = nil
        item.waitingSince = nil
        item.failures = 0
        item.finishedAt = now
        return item
    }

    private func failed(
        _ item: QueueItem, _ failure: QueueFailure, retryAfter: Date?, jitter: Double, isPatient: Bool = false,
        at now: Date
    ) -> QueueTransition {
        let isPatient = isPatient || failure.needsSpace
        var item = item
        let isFurther = item.content.isResumable && item.content.durableBytes > item.furthest
        if item.content.durableBytes >= item.furthest + policy.progressThatCounts { item.failures = 0 }
        item.furthest = max(item.furthest, item.content.durableBytes)
        // How often there was no room says nothing about the server, and the other way round.
        if let error = item.error, error.needsSpace != failure.needsSpace { item.failures = 0 }
        item.failures += 1
        // What breaks HTTP's rules may be an accident of the line; what breaks them at once again is how the server is.
        let isLasting = failure.isLasting || failure.class == .protocol && item.error?.class == .protocol && !isFurther
        let most = failure.class == .internal ? policy.maximumInternalFailures : policy.maximumFailures
        guard !isLasting, isPatient || item.failures < most else {
            let failures = item.failures
            item = ended(item, as: .failed, error: failure.discreet(about: item), at: now)
            item.failures = failures
            // Bytes of which nobody could say that they belong to the same version are of no use to a later try.
            let isComplete = item.content.durableBytes > 0 && item.content.durableBytes == item.content.total
            guard !item.content.isResumable, !isComplete else { return QueueTransition(item) }
            item.content = .nothing
            return QueueTransition(item, [.discardPartialFile])
        }
        let next =
            isPatient
            ? policy.nextLookForSpace(failures: item.failures, now: now)
            : policy.nextTry(failures: item.failures, jitter: jitter, retryAfter: retryAfter, now: now)
        item.state = .waiting
        item.waitingSince = now
        item.error = failure.discreet(about: item)
        item.lease = nil
        item.notBefore = next
        return QueueTransition(item, [.wake(at: next)])
    }
}
