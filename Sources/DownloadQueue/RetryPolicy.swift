package import FoundationEssentials

/// The delays between the attempts of a download, and the number of failures after which it is not retried.
package struct RetryPolicy: Sendable, Hashable {
    /// The maximum number of failures in a row without progress.
    ///
    /// If the server sends no Retry-After, five attempts span up to half a minute, which outlasts the restart of a
    /// server.
    package var maximumFailures = 5

    /// The maximum number of failures in a row that are errors of Leftoff itself.
    ///
    /// Twenty attempts take an hour or two; most causes disappear within that time.
    package var maximumInternalFailures = 20

    /// The longest backoff.
    package var maximumBackoff: Duration = .seconds(600)

    /// The longest Retry-After that is respected.
    ///
    /// Without a limit, a server could defer an item indefinitely.
    package var maximumRetryAfter: Duration = .seconds(3_600)

    /// The number of bytes that must be received beyond the furthest earlier attempt to reset the count of failures.
    ///
    /// Without this threshold, a server that sends one byte for each connection would be contacted forever.
    package var progressThreshold: Int64 = 1 << 20

    /// The number of failures in a row after which all items of a host back off, and only one item at a time is
    /// attempted.
    ///
    /// It is not smaller than ``maximumFailures``, so that a host with a single item needs no special case.
    package var hostFailureLimit = 5

    /// The number of workers in a row that end while they run an item, without recording an outcome, after which the
    /// item is quarantined.
    ///
    /// A power cut ends all running items once, and most of them are innocent. An item that always kills its worker
    /// costs that many restarts.
    package var maximumCrashes = 3

    /// The first delay of an item if the disk is full or another process has the part file open.
    ///
    /// It doubles up to ``maximumBackoff``. It has no jitter, since the check involves no other machine.
    package var spaceCheckDelay: Duration = .seconds(10)

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
    package func nextSpaceCheck(failures: Int, now: Date) -> Date {
        now.addingTimeInterval(min(maximumBackoff, spaceCheckDelay * (1 << min(max(failures - 1, 0), 20))).seconds)
    }

    /// Returns a server's Retry-After, limited by ``maximumRetryAfter``.
    package func capped(_ retryAfter: Date, now: Date) -> Date {
        min(retryAfter, now.addingTimeInterval(maximumRetryAfter.seconds))
    }
}
