import Synchronization

/// A speed that several transfers together do not exceed, also those of several engines.
///
/// Whoever has its turn takes what libcurl has read for it; the others wait until that is paid for. So one transfer that is
/// alone has the whole speed.
package final class SharedRateLimit: Sendable {
    /// The speed.
    package let bytesPerSecond: Int64
    private let limiter: Mutex<RateLimiter>

    /// Makes a limit.
    ///
    /// - Parameter bytesPerSecond: The speed; less than 1 is taken for 1.
    package init(bytesPerSecond: Int64) {
        self.bytesPerSecond = max(1, bytesPerSecond)
        limiter = Mutex(RateLimiter(bytesPerSecond: bytesPerSecond))
    }

    /// When the next bytes may be taken in; nil at once.
    func nextTurn(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        limiter.withLock { $0.nextTurn(now: now) }
    }

    /// Counts bytes that were taken in.
    func take(_ count: Int, now: ContinuousClock.Instant) {
        limiter.withLock { $0.take(count, now: now) }
    }
}
