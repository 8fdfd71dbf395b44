import FoundationEssentials
import WHATWGURL

/// The steps of the table of transitions.
extension QueueMachine {
    func renew(_ item: QueueItem, until end: Date) -> QueueTransition {
        var item = item
        item.lease?.until = end
        return QueueTransition(item)
    }

    func assign(_ name: String, to item: QueueItem) -> QueueTransition {
        var item = item
        item.state = .running
        item.fileName = name
        item.partName = name + QueueItem.partSuffix
        item.content = .nothing
        item.sha256 = nil
        return QueueTransition(item)
    }

    func progress(_ item: QueueItem, _ content: PartialContent) -> QueueTransition {
        var item = item
        if item.state == .verifying { item.state = .running }
        item.content = content
        item.sha256 = nil
        if item.crashes > 0, hasProgressed(item) { item.crashes = 0 }
        return QueueTransition(item)
    }

    func verify(_ item: QueueItem, _ content: PartialContent) -> QueueTransition {
        var item = item
        item.state = .verifying
        item.content = content
        item.sha256 = nil
        return QueueTransition(item)
    }

    func commit(_ item: QueueItem, as name: String, sha256: String) -> QueueTransition {
        var item = item
        item.fileName = name
        item.sha256 = sha256
        return QueueTransition(item)
    }

    func complete(_ item: QueueItem, at now: Date) -> QueueTransition {
        var item = end(item, as: .done, error: nil, at: now)
        item.partName = nil
        return QueueTransition(item)
    }

    func quarantine(
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
    func makeReady(_ item: QueueItem, countsAttempt: Bool, at now: Date) -> QueueTransition {
        var item = item
        item.state = .ready
        if countsAttempt { item.crashes = 0 } else { item.attempts = max(0, item.attempts - 1) }
        item.lease = nil
        return QueueTransition(item, [.wake(at: now)])
    }

    func postpone(_ item: QueueItem, _ failure: QueueFailure, at now: Date) -> QueueTransition {
        var transition = fail(item, failure, retryAfter: nil, jitter: 0, isUnlimited: true, at: now)
        transition.item.attempts = max(0, item.attempts - 1)
        return transition
    }

    func dropLease(_ item: QueueItem) -> QueueTransition {
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
    func fail(
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
    func quarantineAfterCrashes(_ item: QueueItem, at now: Date) -> QueueItem {
        let count = item.crashes == 3 ? "three" : "\(item.crashes)"
        let failure = QueueFailure(
            .internal, "\(item.url.withoutCredentials().href): its worker ended \(count) times while it ran",
            isLasting: true)
        var quarantined = end(item, as: .quarantined, error: failure, at: now)
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
