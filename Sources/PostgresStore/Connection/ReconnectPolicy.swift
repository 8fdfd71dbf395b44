import Numbers

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The delays between attempts to reach a server, and the time after which a call fails.
package struct ReconnectPolicy: Sendable {
    /// The time after which a call fails if the server cannot be used.
    ///
    /// It is as long as a lease: a worker that waits longer has lost its items anyway.
    package var limit: Duration = .seconds(60)

    /// The longest delay before the second attempt, which doubles with every attempt.
    package var firstDelay: Duration = .milliseconds(50)

    /// The longest delay.
    package var longestDelay: Duration = .seconds(2)

    /// The time for which a call waits without a report.
    package var reportedDelay: Duration = .seconds(2)

    /// Receives the reason why a call is waiting for the server, at most once for each call.
    package var report: @Sendable (String) -> Void = { _ in }

    /// Returns a random number from 0 to 1.
    package var random: @Sendable () -> Double = { .random(in: 0...1) }

    /// Blocks the thread for a duration.
    package var sleep: @Sendable (Duration) -> Void = { duration in
        usleep(useconds_t(clamping: duration / .microseconds(1)))
    }

    /// Returns the time of a clock that never jumps.
    package var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }

    /// Creates the default policy.
    package init() {}

    /// Returns the delay after a number of failed attempts, with full jitter.
    ///
    /// - Parameter failures: The number of attempts that have failed, at least 1.
    /// - Returns: The delay before the next attempt.
    package func delay(failures: Int) -> Duration {
        let ceiling = min(longestDelay, firstDelay * (1 << min(max(failures - 1, 0), 20)))
        return ceiling * min(max(random(), 0), 1)
    }
}
