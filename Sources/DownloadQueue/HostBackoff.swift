package import FoundationEssentials

/// What the queue knows about a host that has failed lately.
package struct HostBackoff: Sendable, Hashable {
    /// How many tries in a row have failed in a way that is the host's.
    package var failures: Int

    /// Nobody asks it anything before this; nil when it may be asked.
    package var notBefore: Date?

    /// When that was last changed.
    package var since: Date

    /// Makes a standing.
    ///
    /// - Parameters:
    ///   - failures: How many tries in a row have failed.
    ///   - notBefore: Nobody asks it anything before this.
    ///   - since: When that was last changed.
    package init(failures: Int, notBefore: Date? = nil, since: Date) {
        self.failures = failures
        self.notBefore = notBefore
        self.since = since
    }
}

extension QueueMachine {
    /// Tells whether nobody may ask a host anything.
    ///
    /// - Parameters:
    ///   - host: What is known about it.
    ///   - now: The time.
    /// - Returns: False once the time has come.
    package func isHeldBack(_ host: HostBackoff, at now: Date) -> Bool {
        !isOver(host.notBefore, since: host.since, at: now)
    }

    /// Tells whether one item alone is to find out whether a host is there again.
    ///
    /// - Parameter host: What is known about it.
    /// - Returns: True for a host that failed too often in a row.
    package func isOnProbation(_ host: HostBackoff) -> Bool { host.failures >= policy.failuresThatHoldHost }

    /// Draws a conclusion about a host from what a worker reports about one of its items.
    ///
    /// - Parameters:
    ///   - event: The report.
    ///   - host: What is known about the host; nil when nothing is.
    ///   - now: The time.
    /// - Returns: What is known now; nil when there is nothing to remember.
    package func standing(after event: QueueEvent, of host: HostBackoff?, at now: Date) -> HostBackoff? {
        switch event {
        case .failed(let failure, let retryAfter, let jitter) where failure.isOfHost:
            return held(host, retryAfter: retryAfter, jitter: jitter, at: now)
        // An answer that is a person's concern, and a whole body, come from a host that is well.
        case .failed(let failure, _, _) where failure.class == .http: return cleared(host, at: now)
        case .verifying, .completed, .quarantined: return cleared(host, at: now)
        case .renewed, .named, .progressed, .committing, .failed, .released, .returned, .postponed: return host
        }
    }

    private func held(_ host: HostBackoff?, retryAfter: Date?, jitter: Double, at now: Date) -> HostBackoff? {
        var new = HostBackoff(failures: (host?.failures ?? 0) + 1, since: now)
        var ends: [Date] = []
        if let host, let end = host.notBefore, isHeldBack(host, at: now) { ends.append(end) }
        if let retryAfter { ends.append(policy.capped(retryAfter, now: now)) }
        let beyond = new.failures - policy.failuresThatHoldHost
        if beyond >= 0 {
            ends.append(now.addingTimeInterval(policy.backoff(failures: beyond + 1, jitter: jitter).seconds))
        }
        new.notBefore = ends.max()
        return new
    }

    private func cleared(_ host: HostBackoff?, at now: Date) -> HostBackoff? {
        // A server's wish stays in force though other items of it succeed; our own caution does not.
        guard let host, !isOnProbation(host), host.notBefore != nil, isHeldBack(host, at: now) else { return nil }
        return HostBackoff(failures: 0, notBefore: host.notBefore, since: host.since)
    }
}
