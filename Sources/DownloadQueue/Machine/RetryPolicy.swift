package import FoundationEssentials
import Syntax

/// The delays between the attempts of a download, and the number of failures after which it is not retried.
package struct RetryPolicy: Sendable, Hashable {
    /// The maximum number of failures in a row without progress.
    ///
    /// If the server sends no Retry-After, five attempts span up to half a minute, which outlasts the restart of a
    /// server.
    var maximumFailures = 5

    /// The maximum number of failures in a row that are errors of Leftoff itself.
    ///
    /// Twenty attempts take an hour or two; most causes disappear within that time.
    var maximumInternalFailures = 20

    /// The longest backoff.
    private var maximumBackoff: Duration = .seconds(600)

    /// The longest Retry-After that is respected.
    ///
    /// Without a limit, a server could defer an item indefinitely.
    private var maximumRetryAfter: Duration = .seconds(3_600)

    /// The number of bytes that must be received beyond the furthest earlier attempt to reset the count of failures.
    ///
    /// Without this threshold, a server that sends one byte for each connection would be contacted forever.
    package var progressThreshold: Int64 = 1 << 20

    /// The number of failures in a row after which all items of a host back off, and only one item at a time is
    /// attempted.
    ///
    /// It is not smaller than ``maximumFailures``, so that a host with a single item needs no special case.
    var hostFailureLimit = 5

    /// The number of workers in a row that end while they run an item, without recording an outcome, after which the
    /// item is quarantined.
    ///
    /// A power cut ends all running items once, and most of them are innocent. An item that always kills its worker
    /// costs that many restarts.
    var maximumCrashes = 3

    /// The first delay of an item if the disk is full or another process has the part file open.
    ///
    /// It doubles up to ``maximumBackoff``. It has no jitter, since the check involves no other machine.
    private var spaceCheckDelay: Duration = .seconds(10)

    /// The time by which the clock may be earlier than a recorded failure without counting as set back.
    package var clockTolerance: Duration = .seconds(5)

    /// Creates the default policy.
    package init() {}

    /// Returns the delay before the next attempt: a random part (full jitter) of min(600, 2ⁿ) seconds.
    ///
    /// - Parameters:
    ///   - failures: The number of failures in a row, at least 1.
    ///   - jitter: A random number from 0 to 1.
    /// - Returns: The delay.
    package func backoff(failures: Int, jitter: Double) -> Duration {
        let ceiling = min(maximumBackoff, .seconds(1 << min(max(failures, 0), 30)))
        return ceiling * min(max(jitter, 0), 1)
    }

    /// Returns the time of the next attempt.
    ///
    /// - Parameters:
    ///   - failures: The number of failures in a row, at least 1.
    ///   - jitter: A random number from 0 to 1.
    ///   - retryAfter: The server's Retry-After; nil without one.
    ///   - now: The current time by the store's clock.
    /// - Returns: The later of the end of the backoff and Retry-After.
    package func nextAttempt(failures: Int, jitter: Double, retryAfter: Date?, now: Date) -> Date {
        let own = now.addingTimeInterval(backoff(failures: failures, jitter: jitter).seconds)
        guard let retryAfter else { return own }
        return max(own, capped(retryAfter, now: now))
    }

    /// Returns the time at which free space is checked again.
    ///
    /// - Parameters:
    ///   - failures: The number of checks in a row that found too little space, at least 1.
    ///   - now: The current time by the store's clock.
    /// - Returns: The time of the next check.
    func nextSpaceCheck(failures: Int, now: Date) -> Date {
        now.addingTimeInterval(min(maximumBackoff, spaceCheckDelay * (1 << min(max(failures - 1, 0), 20))).seconds)
    }

    /// Returns a server's Retry-After, limited by ``maximumRetryAfter``.
    func capped(_ retryAfter: Date, now: Date) -> Date {
        min(retryAfter, now.addingTimeInterval(maximumRetryAfter.seconds))
    }
}

/// The failures of a host in a row, and the time before which it is not contacted again.
package struct HostBackoff: Sendable, Hashable {
    /// The number of attempts in a row that failed because of the host.
    package var failures: Int

    /// The time before which no request is made to the host; nil when requests are allowed.
    package var notBefore: Date?

    /// The time at which this record last changed; if the current time is earlier, the clock was set back.
    package var since: Date

    /// Creates the record of a host's failures.
    package init(failures: Int, notBefore: Date? = nil, since: Date) {
        self.failures = failures
        self.notBefore = notBefore
        self.since = since
    }
}

extension QueueMachine {
    /// Returns true if no request may be made to a host.
    ///
    /// - Parameters:
    ///   - host: The recorded backoff.
    ///   - now: The current time by the store's clock.
    /// - Returns: False once the backoff has elapsed.
    package func isBackingOff(_ host: HostBackoff, at now: Date) -> Bool {
        !hasElapsed(host.notBefore, since: host.since, at: now)
    }

    /// Returns true if a host has failed so often in a row that only one item at a time may be attempted.
    package func isOnProbation(_ host: HostBackoff) -> Bool { host.failures >= policy.hostFailureLimit }

    /// Returns the backoff of a host after an event of one of its items.
    ///
    /// - Parameters:
    ///   - event: The event that a worker reported.
    ///   - host: The recorded backoff; nil when none is recorded.
    ///   - now: The current time by the store's clock.
    /// - Returns: The new backoff; nil when none needs to be recorded.
    package func hostBackoff(after event: QueueEvent, of host: HostBackoff?, at now: Date) -> HostBackoff? {
        switch event {
        case .failed(let failure, let retryAfter, let jitter) where failure.isHostFailure:
            return increased(host, retryAfter: retryAfter, jitter: jitter, at: now)
        // A lasting error status or a complete body shows that the host itself works.
        case .failed(let failure, _, _) where failure.class == .http: return cleared(host, at: now)
        case .verifying, .completed, .quarantined: return cleared(host, at: now)
        case .renewed, .named, .progressed, .committing, .failed, .released, .returned, .postponed: return host
        }
    }

    private func increased(_ host: HostBackoff?, retryAfter: Date?, jitter: Double, at now: Date) -> HostBackoff? {
        var new = HostBackoff(failures: QueueCounter.next(after: host?.failures ?? 0), since: now)
        var ends: [Date] = []
        if let host, let end = host.notBefore, isBackingOff(host, at: now) { ends.append(end) }
        if let retryAfter { ends.append(policy.capped(retryAfter, now: now)) }
        let beyond = new.failures - policy.hostFailureLimit
        if beyond >= 0 {
            ends.append(now.addingTimeInterval(policy.backoff(failures: beyond + 1, jitter: jitter).seconds))
        }
        new.notBefore = ends.max()
        return new
    }

    private func cleared(_ host: HostBackoff?, at now: Date) -> HostBackoff? {
        // If other items succeed, a server's Retry-After stays in force, but the backoff chosen here does not.
        guard let host, !isOnProbation(host), host.notBefore != nil, isBackingOff(host, at: now) else { return nil }
        return HostBackoff(failures: 0, notBefore: host.notBefore, since: host.since)
    }
}
