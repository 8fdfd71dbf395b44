import FoundationEssentials

/// A comparison of the wall clock with one that nobody can set.
///
/// A session ends for good when its time is over. A wall clock that is wrong for a moment must not sign everyone out,
/// so no end is stored in the hour after the clock was set, nor in the first hour of the service.
struct ClockWatch: Sendable {
    /// The time for which a clock that was set is not trusted, in seconds: an hour.
    static let distrust = 3_600.0
    /// The difference that counts as setting the clock, in seconds: ten minutes.
    static let tolerance = 600.0

    private var last: (now: Date, steadyNow: ContinuousClock.Instant)?
    private var trustedFrom: ContinuousClock.Instant?

    /// Returns true if the wall clock was not set in the last hour, as far as the calls show.
    mutating func isTrusted(_ now: Date, _ steadyNow: ContinuousClock.Instant) -> Bool {
        let wasSet = last.map { last in
            abs(now.timeIntervalSince(last.now) - last.steadyNow.duration(to: steadyNow) / .seconds(1)) > Self.tolerance
        }
        if wasSet ?? true { trustedFrom = steadyNow.advanced(by: .seconds(Self.distrust)) }
        last = (now, steadyNow)
        return trustedFrom.map { $0 <= steadyNow } ?? false
    }
}
