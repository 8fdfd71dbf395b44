import Synchronization

/// A limiter of a transfer's speed.
///
/// libcurl 7.88.1 has a limiter of its own, but it reads up to a hundred buffers before it checks the limit: megabytes
/// at once, then nothing for a minute.
struct RateLimiter {
    private let bytesPerSecond: Int64
    private var freeFrom: ContinuousClock.Instant?

    /// Creates a limiter.
    ///
    /// - Parameter bytesPerSecond: The maximum speed; a value below 1 counts as 1.
    init(bytesPerSecond: Int64) {
        self.bytesPerSecond = max(1, bytesPerSecond)
    }

    /// Returns the time at which the next bytes may be received; nil if they may be received now.
    func nextTurn(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        freeFrom.flatMap { $0 > now ? $0 : nil }
    }

    /// Counts received bytes.
    mutating func consume(_ count: Int, now: ContinuousClock.Instant) {
        let cost = Duration.seconds(Double(count) / Double(bytesPerSecond))
        // Idle time is not credited; otherwise a stall would be followed by a burst.
        freeFrom = max(freeFrom ?? now, now) + cost
    }
}

/// A speed limit that several transfers share, even transfers of different engines.
///
/// After each piece that libcurl reads, all transfers wait for the time that the piece takes at the maximum speed. A
/// transfer that runs alone can therefore use the full speed.
package final class SharedRateLimit: Sendable {
    /// The maximum speed of all transfers together.
    package let bytesPerSecond: Int64
    private let limiter: Mutex<RateLimiter>

    /// Creates a limit.
    ///
    /// - Parameter bytesPerSecond: The maximum speed; a value below 1 counts as 1.
    package init(bytesPerSecond: Int64) {
        self.bytesPerSecond = max(1, bytesPerSecond)
        limiter = Mutex(RateLimiter(bytesPerSecond: bytesPerSecond))
    }

    /// Returns the time at which the next bytes may be received; nil if they may be received now.
    func nextTurn(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        limiter.withLock { $0.nextTurn(now: now) }
    }

    /// Counts received bytes.
    func consume(_ count: Int, now: ContinuousClock.Instant) {
        limiter.withLock { $0.consume(count, now: now) }
    }
}
