package import FoundationEssentials

/// When a failed download is tried again.
package struct RetryPolicy: Sendable, Hashable {
    /// The most tries in a row that fail without getting further.
    ///
    /// Five tries span half a minute at most when a server says nothing, which outlasts a restart of it.
    package var maximumFailures = 5

    /// The same for what is Leftoff's own concern.
    ///
    /// Twenty tries take an hour or two, within which most of it passes.
    package var maximumInternalFailures = 20

    /// The longest pause that we choose by ourselves.
    package var longestBackoff: Duration = .seconds(600)

    /// The longest pause that a server can ask for; a year would keep an item for ever.
    package var longestRetryAfter: Duration = .seconds(3_600)

    /// A try that got so many bytes further than any before starts the count of failures anew.
    ///
    /// It must be more than a few bytes, else a server that sends one byte a connection would be asked for ever.
    package var progressThatCounts: Int64 = 1 << 20

    /// After so many failures in a row that are the host's, all its items are held back, and one at a time finds out
    /// whether it is there again.
    ///
    /// It is no less than what a single item may fail, so that a host with one item is no special case.
    package var failuresThatHoldHost = 5

    /// The first pause of an item for which there was no room, or whose file another process holds; it doubles up to ``longestBackoff``.
    ///
    /// Nobody is bothered by the question, so chance has no part in it.
    package var spacePause: Duration = .seconds(10)

    /// A clock that shows an earlier time than that of a failure by more than this was set back since.
    package var clockTolerance: Duration = .seconds(5)

    /// Makes the default policy.
    package init() {}

    /// Chooses the pause before the next try: full jitter over min(600, 2ⁿ) seconds.
    ///
    /// - Parameters:
    ///   - failures: How many tries in a row have failed, at least 1.
    ///   - jitter: A random number from 0 to 1.
    /// - Returns: The pause.
    package func backoff(failures: Int, jitter: Double) -> Duration {
        let ceiling = min(longestBackoff, .seconds(1 << min(max(failures, 0), 30)))
        return ceiling * min(max(jitter, 0), 1)
    }

    /// Chooses the time of the next try.
    ///
    /// - Parameters:
    ///   - failures: How many tries in a row have failed.
    ///   - jitter: A random number from 0 to 1.
    ///   - retryAfter: The time before which the server does not want to be asked.
    ///   - now: The time.
    /// - Returns: The time of the next try.
    package func nextTry(failures: Int, jitter: Double, retryAfter: Date?, now: Date) -> Date {
        let own = now.addingTimeInterval(backoff(failures: failures, jitter: jitter).seconds)
        guard let retryAfter else { return own }
        return max(own, capped(retryAfter, now: now))
    }

    /// Chooses when to look for room again.
    ///
    /// - Parameters:
    ///   - failures: How often in a row there was none, at least 1.
    ///   - now: The time.
    /// - Returns: The time of the next look.
    package func nextLookForSpace(failures: Int, now: Date) -> Date {
        now.addingTimeInterval(min(longestBackoff, spacePause * (1 << min(max(failures - 1, 0), 20))).seconds)
    }

    /// Cuts a server's wish to what is granted.
    ///
    /// - Parameters:
    ///   - retryAfter: The time before which the server does not want to be asked.
    ///   - now: The time.
    /// - Returns: That time, or the latest one that is granted.
    package func capped(_ retryAfter: Date, now: Date) -> Date {
        min(retryAfter, now.addingTimeInterval(longestRetryAfter.seconds))
    }
}
