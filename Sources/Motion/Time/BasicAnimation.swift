/// A number that goes from one value to another.
package struct BasicAnimation: Sendable, Hashable {
    /// The value at the begin.
    package var from: Double
    /// The value at the end.
    package var to: Double
    /// When, how long and how fast.
    package var timing: MediaTiming
    /// How time is bent within one run.
    package var function: TimingFunction

    /// Makes an animation.
    ///
    /// - Parameters:
    ///   - from: The value at the begin.
    ///   - to: The value at the end.
    ///   - timing: When, how long and how fast.
    ///   - function: How time is bent within one run.
    package init(from: Double, to: Double, timing: MediaTiming, function: TimingFunction = .linear) {
        self.from = from
        self.to = to
        self.timing = timing
        self.function = function
    }

    /// The value at an instant.
    ///
    /// - Parameter time: The parent's time.
    /// - Returns: The value, or nil while the animation has no effect.
    package func value(at time: MediaTime) -> Double? {
        guard let progress = timing.progress(at: time) else { return nil }
        return from + (to - from) * function.value(at: progress)
    }
}
