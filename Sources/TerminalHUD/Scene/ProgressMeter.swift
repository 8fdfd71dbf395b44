package import Motion

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How fast something goes and when it will be done, said so that neither jitters.
///
/// The rate is a mean in which what is long ago counts less. The end is announced once and counted down to; it is announced
/// anew only when the estimate has moved far enough from it to matter.
package struct ProgressMeter: Sendable {
    /// After how long something counts e times less, in seconds.
    private static let memory: MediaTime = 8
    /// How long a run must have been watched before anything is said, in seconds.
    private static let patience: MediaTime = 2
    /// By which part of the time left the estimate must be off.
    private static let tolerance = 0.2

    private var start: (time: MediaTime, value: Double)?
    private var last: (time: MediaTime, value: Double)?
    private var weighted = 0.0
    private var announced: MediaTime?

    /// Makes a meter that has seen nothing.
    package init() {}

    /// Takes the state of the work.
    ///
    /// A value that goes back begins anew.
    ///
    /// - Parameters:
    ///   - value: How much is done, in any unit.
    ///   - total: How much there is to do; nil if that is unknown.
    ///   - time: When, in seconds; not before the last time.
    package mutating func update(_ value: Double, of total: Double?, at time: MediaTime) {
        guard value.isFinite else { return }
        guard let last, value >= last.value else {
            self = ProgressMeter()
            self.start = (time, value)
            self.last = (time, value)
            return
        }
        let step = time - last.time
        guard step > 0 else { return }
        // The mean of the rates, each weighted by its age: the integral over e^(−age/memory).
        let fade = exp(-step / Self.memory)
        weighted = weighted * fade + (value - last.value) / step * (1 - fade)
        self.last = (time, value)
        announce(total, at: time)
    }

    /// How much is done in a second; nil while too little has been seen.
    package var rate: Double? {
        guard let start, let last, last.time - start.time >= Self.patience else { return nil }
        // Before the begin nothing was done, and that is not to count.
        return weighted / (1 - exp(-(last.time - start.time) / Self.memory))
    }

    /// How long it will take yet.
    ///
    /// - Parameter time: The time now, in seconds.
    /// - Returns: Seconds, 0 or more; nil if that cannot be said.
    package func timeLeft(at time: MediaTime) -> MediaTime? {
        announced.map { max($0 - time, 0) }
    }

    /// A time left in words, rounded as coarsely as people say it.
    ///
    /// - Parameter seconds: The time left.
    /// - Returns: Such as `8 s`, `2 min` or `3 h`.
    package static func words(_ seconds: MediaTime) -> String {
        guard seconds < 360_000 else { return "days" }
        let whole = Int(seconds.rounded(.up))
        if whole <= 10 { return "\(whole) s" }
        if whole <= 55 { return "\((whole + 4) / 5 * 5) s" }
        let minutes = (whole + 59) / 60
        return minutes < 60 ? "\(minutes) min" : "\((minutes + 30) / 60) h"
    }

    private mutating func announce(_ total: Double?, at time: MediaTime) {
        guard let total, let last, let rate, rate > 0 else {
            if total == nil { announced = nil }
            return
        }
        let estimate = time + max(total - last.value, 0) / rate
        guard let announced else {
            self.announced = estimate
            return
        }
        let slack = max(1.5, Self.tolerance * (announced - time))
        if abs(estimate - announced) > slack { self.announced = estimate }
    }
}
