import Glibc
import Motion
import Syntax

/// A meter that estimates the speed and the remaining time of work, with stable results.
///
/// The rate is an exponentially weighted mean. The predicted end is counted down, and is replaced only if the estimate
/// differs from it noticeably.
struct ProgressMeter: Sendable {
    /// The time constant of the mean, in seconds.
    private static let memory: MediaTime = 8
    /// The time for which a run must be observed before a rate is returned, in seconds.
    private static let minimumObservation: MediaTime = 2
    /// The fraction of the remaining time by which an estimate may differ from the prediction.
    private static let tolerance = 0.2

    private var start: (time: MediaTime, value: Double)?
    private var last: (time: MediaTime, value: Double)?
    private var weighted = 0.0
    private var announced: MediaTime?

    /// Creates a meter without observations.
    init() {}

    /// Records an observation.
    ///
    /// A value that is lower than the previous one restarts the measurement.
    ///
    /// - Parameters:
    ///   - value: The amount of finished work, in any unit.
    ///   - total: The whole amount of work; nil if unknown.
    ///   - time: The time of the observation in seconds; not before the previous one.
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
        // The mean of the rates, each weighted by its age: the integral with the weight e^(−age/memory).
        let fade = exp(-step / Self.memory)
        weighted = weighted * fade + (value - last.value) / step * (1 - fade)
        self.last = (time, value)
        announce(total, at: time)
    }

    /// The amount of work per second; nil while there are too few observations.
    package var rate: Double? {
        guard let start, let last, last.time - start.time >= Self.minimumObservation else { return nil }
        // Corrects for the time before the first observation, which the mean counts as zero.
        return weighted / (1 - exp(-(last.time - start.time) / Self.memory))
    }

    /// Returns the predicted remaining time in seconds, or nil if there is no prediction.
    func timeLeft(at time: MediaTime) -> MediaTime? {
        announced.map { max($0 - time, 0) }
    }

    /// Returns a remaining time as rounded text such as `8 s`, `2 min` or `3 h`.
    package static func words(_ seconds: MediaTime) -> String {
        guard seconds < 360_000 else { return "days" }
        let whole = Int(clamping: seconds, to: 0...360_000, rounding: .up)
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
        let limit = max(1.5, Self.tolerance * (announced - time))
        if abs(estimate - announced) > limit { self.announced = estimate }
    }
}
