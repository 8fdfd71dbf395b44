package import FoundationEssentials
import Syntax
import WHATWGURL

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
    package let policy = RetryPolicy()

    /// Creates a machine.
    package init() {}

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
        case .waiting: hasElapsed(item.notBefore, since: item.waitingSince, at: now)
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
    func hasElapsed(_ end: Date?, since: Date?, at now: Date) -> Bool {
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
    private func countingCrash(_ item: QueueItem, owner: String) -> QueueItem {
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

/// The steps of the table of transitions.
extension QueueMachine {
    private func renew(_ item: QueueItem, until end: Date) -> QueueTransition {
        var item = item
        item.lease?.until = end
        return QueueTransition(item)
    }

    private func assign(_ name: String, to item: QueueItem) -> QueueTransition {
        var item = item
        item.state = .running
        item.fileName = name
        item.partName = name + QueueItem.partSuffix
        item.content = .nothing
        item.sha256 = nil
        return QueueTransition(item)
    }

    private func progress(_ item: QueueItem, _ content: PartialContent) -> QueueTransition {
        var item = item
        if item.state == .verifying { item.state = .running }
        item.content = content
        item.sha256 = nil
        if item.crashes > 0, hasProgressed(item) { item.crashes = 0 }
        return QueueTransition(item)
    }

    private func verify(_ item: QueueItem, _ content: PartialContent) -> QueueTransition {
        var item = item
        item.state = .verifying
        item.content = content
        item.sha256 = nil
        return QueueTransition(item)
    }

    private func commit(_ item: QueueItem, as name: String, sha256: String) -> QueueTransition {
        var item = item
        item.fileName = name
        item.sha256 = sha256
        return QueueTransition(item)
    }

    private func complete(_ item: QueueItem, at now: Date) -> QueueTransition {
        var item = end(item, as: .done, error: nil, at: now)
        item.partName = nil
        return QueueTransition(item)
    }

    private func quarantine(
        _ item: QueueItem, as name: String, sha256: String, _ failure: QueueFailure, at now: Date
    ) -> QueueTransition {
        var item = item
        item.fileName = name
        item.partName = nil
        item.sha256 = sha256
        return QueueTransition(end(item, as: .quarantined, error: failure.withoutCredentials(of: item), at: now))
    }

    /// Returns an item to the queue.
    ///
    /// If it was not attempted, the attempt is not counted.
    private func makeReady(_ item: QueueItem, countsAttempt: Bool, at now: Date) -> QueueTransition {
        var item = item
        item.state = .ready
        if countsAttempt { item.crashes = 0 } else { item.attempts = max(0, item.attempts - 1) }
        item.lease = nil
        return QueueTransition(item, [.wake(at: now)])
    }

    private func postpone(_ item: QueueItem, _ failure: QueueFailure, at now: Date) -> QueueTransition {
        var transition = fail(item, failure, retryAfter: nil, jitter: 0, isUnlimited: true, at: now)
        transition.item.attempts = max(0, item.attempts - 1)
        return transition
    }

    private func dropLease(_ item: QueueItem) -> QueueTransition {
        var item = item
        item.lease = nil
        item.crashes = 0
        return QueueTransition(item)
    }

    /// Records a failed attempt.
    ///
    /// The item then waits for the next attempt, or has failed.
    ///
    /// - Parameters:
    ///   - item: The item as it is stored.
    ///   - failure: The failure of the attempt.
    ///   - retryAfter: The server's Retry-After; nil without one.
    ///   - jitter: A random number from 0 to 1.
    ///   - isUnlimited: True if the item is retried after any number of failures of this kind.
    ///   - now: The current time by the store's clock.
    /// - Returns: The transition.
    private func fail(
        _ item: QueueItem, _ failure: QueueFailure, retryAfter: Date?, jitter: Double, isUnlimited: Bool = false,
        at now: Date
    ) -> QueueTransition {
        let isUnlimited = isUnlimited || failure.needsSpace
        let counted = countingFailure(item, failure)
        guard !isLasting(failure, of: item), isUnlimited || counted.failures < maximumFailures(of: failure) else {
            return endFailed(counted, failure, at: now)
        }
        let next =
            isUnlimited
            ? policy.nextSpaceCheck(failures: counted.failures, now: now)
            : policy.nextAttempt(failures: counted.failures, jitter: jitter, retryAfter: retryAfter, now: now)
        return wait(counted, failure, until: next, at: now)
    }

    private func countingFailure(_ item: QueueItem, _ failure: QueueFailure) -> QueueItem {
        var item = item
        if hasProgressed(item) { item.failures = 0 }
        item.furthest = max(item.furthest, item.content.durableBytes)
        // Lack of space is unrelated to other failures, so a change from one to the other starts a new count.
        if let error = item.error, error.needsSpace != failure.needsSpace { item.failures = 0 }
        item.failures = QueueCounter.next(after: item.failures)
        return item
    }

    /// Returns true if enough bytes were received beyond the furthest earlier attempt.
    private func hasProgressed(_ item: QueueItem) -> Bool {
        item.content.durableBytes >= item.furthest + policy.progressThreshold
    }

    /// Returns true if another attempt would fail in the same way.
    ///
    /// A violation of HTTP may be caused by the connection. A second one in a row without progress is attributed to the
    /// server.
    private func isLasting(_ failure: QueueFailure, of item: QueueItem) -> Bool {
        let hasProgressed = item.content.isResumable && item.content.durableBytes > item.furthest
        return failure.isLasting
            || failure.class == .protocol && item.error?.class == .protocol && !hasProgressed
    }

    private func maximumFailures(of failure: QueueFailure) -> Int {
        failure.class == .internal ? policy.maximumInternalFailures : policy.maximumFailures
    }

    private func wait(_ item: QueueItem, _ failure: QueueFailure, until next: Date, at now: Date) -> QueueTransition {
        var item = item
        item.state = .waiting
        item.crashes = 0
        item.waitingSince = now
        item.error = failure.withoutCredentials(of: item)
        item.lease = nil
        item.notBefore = next
        return QueueTransition(item, [.wake(at: next)])
    }

    private func endFailed(_ item: QueueItem, _ failure: QueueFailure, at now: Date) -> QueueTransition {
        var ended = end(item, as: .failed, error: failure.withoutCredentials(of: item), at: now)
        ended.failures = item.failures
        // Without a validator, a later attempt could not determine if these bytes belong to the same version.
        let isComplete = item.content.durableBytes > 0 && item.content.durableBytes == item.content.total
        guard !item.content.isResumable, !isComplete else { return QueueTransition(ended) }
        ended.content = .nothing
        return QueueTransition(ended, [.discardPartialFile])
    }

    /// Quarantines an item that ended its worker too often; there is no quarantined file.
    private func quarantineAfterCrashes(_ item: QueueItem, at now: Date) -> QueueItem {
        let count = item.crashes == 3 ? "three" : "\(item.crashes)"
        let failure = QueueFailure(
            .internal, "\(item.url.withoutCredentials().href): its worker ended \(count) times while it ran",
            isLasting: true)
        var quarantined = end(item, as: .quarantined, error: failure.withoutCredentials(of: item), at: now)
        quarantined.fileName = nil
        quarantined.sha256 = nil
        return quarantined
    }

    private func end(_ item: QueueItem, as state: QueueState, error: QueueFailure?, at now: Date) -> QueueItem {
        var item = item
        item.state = state
        item.error = error
        item.lease = nil
        item.notBefore = nil
        item.waitingSince = nil
        item.failures = 0
        item.crashes = 0
        item.finishedAt = now
        return item
    }
}

/// An event that the worker holding an item's lease reports.
package enum QueueEvent: Sendable, Hashable {
    /// The lease is extended to this time.
    case renewed(until: Date)
    /// The file's name has been chosen; no bytes are on disk.
    case named(String)
    /// These bytes are durable. Fewer bytes than before mean a new version of the resource.
    case progressed(PartialContent)
    /// All bytes have been received.
    case verifying(PartialContent)
    /// The file is about to be renamed to this name, and has this digest.
    case committing(fileName: String, sha256: String)
    /// The file has its final name.
    case completed
    /// The file has the wrong digest and was quarantined; `fileName` is its new name without the suffix.
    case quarantined(fileName: String, sha256: String, QueueFailure)
    /// The attempt failed. `retryAfter` is the server's Retry-After; `jitter` is a random number from 0 to 1.
    case failed(QueueFailure, retryAfter: Date?, jitter: Double)
    /// The worker stops and returns the item to the queue.
    case released
    /// The worker returns the item to the queue without having attempted it.
    case returned
    /// The attempt could not start: there is no free space, or another process has the part file open.
    case postponed(QueueFailure)
}

/// The result of an event: the new item and the actions to perform.
package struct QueueTransition: Sendable, Hashable {
    /// The item after the event.
    package var item: QueueItem

    /// The actions to perform, in this order.
    package var actions: [QueueAction]

    /// Creates a transition.
    package init(_ item: QueueItem, _ actions: [QueueAction] = []) {
        self.item = item
        self.actions = actions
    }
}

/// A side effect that a transition requires, in addition to storing the item.
package enum QueueAction: Sendable, Hashable {
    /// The worker that holds the item is to stop its transfer and then release the item.
    case interruptTransfer
    /// The part file is to be deleted.
    case discardPartialFile
    /// The quarantined file is to be deleted; the value is its name without the suffix.
    case discardQuarantinedFile(String)
    /// The item is to be deleted from the queue.
    case forget
    /// The item can be claimed from this time on.
    case wake(at: Date)
    /// No request is to be made to the item's host before this time.
    case backOffHost(until: Date)
}

/// The arithmetic of an item's counters: attempts, failures, claims and crashes.
package enum QueueCounter {
    /// The values of a counter.
    ///
    /// No counter reaches the upper limit by counting: an attempt each second would take 68 years. A row may contain
    /// any number.
    package static let range = 0...Int(Int32.max)

    /// Returns the next value of a counter, which stays at the upper limit of ``range``.
    package static func next(after count: Int) -> Int { count.clamped(to: range.lowerBound...range.upperBound - 1) + 1 }
}
