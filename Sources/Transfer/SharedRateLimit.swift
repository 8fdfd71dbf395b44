import Synchronization

/// A speed limit that several transfers share, including transfers of several engines.
///
/// Each piece that libcurl has read delays all transfers by the time that the piece may take. So a transfer that runs
/// alone has the whole speed.
package final class SharedRateLimit: Sendable {
    /// The highest speed of all transfers together.
    package let bytesPerSecond: Int64
    private let limiter: Mutex<RateLimiter>

    /// Creates a limit.
    ///
    /// - Parameter bytesPerSecond: The highest speed; values below 1 count as 1.
    package init(bytesPerSecond: Int64) {
        self.bytesPerSecond = max(1, bytesPerSecond)
        limiter = Mutex(RateLimiter(bytesPerSecond: bytesPerSecond))
    }

    /// Returns the time at which the next bytes may be received; nil for now.
    func nextTurn(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        limiter.withLock { $0.nextTurn(now: now) }
    }

    /// Counts received bytes.
    func consume(_ count: Int, now: ContinuousClock.Instant) {
        limiter.withLock { $0.consume(count, now: now) }
    }
}
