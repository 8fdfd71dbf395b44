/// Holds a transfer back to a speed.
///
/// libcurl 7.88.1 has a limit of its own, but reads up to a hundred buffers before it looks at it: megabytes at once, then
/// nothing for a minute.
struct RateLimiter {
    private let bytesPerSecond: Int64
    private var freeFrom: ContinuousClock.Instant?

    /// Makes a limiter.
    ///
    /// - Parameter bytesPerSecond: The speed; less than 1 is taken for 1.
    init(bytesPerSecond: Int64) {
        self.bytesPerSecond = max(1, bytesPerSecond)
    }

    /// When the next bytes may be taken in; nil at once.
    func nextTurn(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        freeFrom.flatMap { $0 > now ? $0 : nil }
    }

    /// Counts bytes that were taken in.
    mutating func take(_ count: Int, now: ContinuousClock.Instant) {
        let cost = Duration.seconds(Double(count) / Double(bytesPerSecond))
        // Time in which nothing came is not made up for, or a stall would end in a burst.
        freeFrom = max(freeFrom ?? now, now) + cost
    }
}
