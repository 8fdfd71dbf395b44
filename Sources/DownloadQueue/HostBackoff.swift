package import FoundationEssentials

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
        !isOver(host.notBefore, since: host.since, at: now)
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
            return lengthened(host, retryAfter: retryAfter, jitter: jitter, at: now)
        // A lasting error status or a complete body shows that the host itself works.
        case .failed(let failure, _, _) where failure.class == .http: return cleared(host, at: now)
        case .verifying, .completed, .quarantined: return cleared(host, at: now)
        case .renewed, .named, .progressed, .committing, .failed, .released, .returned, .postponed: return host
        }
    }

    private func lengthened(_ host: HostBackoff?, retryAfter: Date?, jitter: Double, at now: Date) -> HostBackoff? {
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
