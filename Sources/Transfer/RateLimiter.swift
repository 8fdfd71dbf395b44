/// A limiter of a transfer's speed.
///
/// libcurl 7.88.1 has a limit of its own, but reads up to a hundred buffers before it checks it: megabytes at once,
/// then nothing for a minute.
struct RateLimiter {
    private let bytesPerSecond: Int64
    private var freeFrom: ContinuousClock.Instant?

    /// Creates a limiter.
    ///
    /// - Parameter bytesPerSecond: The highest speed; values below 1 count as 1.
    init(bytesPerSecond: Int64) {
        self.bytesPerSecond = max(1, bytesPerSecond)
    }

    /// Returns the time at which the next bytes may be received; nil for now.
    func nextTurn(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        freeFrom.flatMap { $0 > now ? $0 : nil }
    }

    /// Counts received bytes.
    mutating func consume(_ count: Int, now: ContinuousClock.Instant) {
        let cost = Duration.seconds(Double(count) / Double(bytesPerSecond))
        // Idle time earns no credit, or a stall would end in a burst.
        freeFrom = max(freeFrom ?? now, now) + cost
    }
}
