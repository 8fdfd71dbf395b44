/// A change of one value over time, modelled on Core Animation's `CABasicAnimation`, `CAKeyframeAnimation` and
/// `CASpringAnimation`.
package struct Animation<Value: Animatable>: Sendable, Hashable {
    /// The way in which the value changes during one run.
    package enum Interpolation: Sendable, Hashable {
        /// From one value to another.
        case basic(from: Value, to: Value)
        /// Through several values.
        case keyframes(Keyframes<Value>)
        /// From one value to another, like a weight on a spring.
        ///
        /// The value depends on the time since the start of the run; the timing function is not applied.
        case spring(SpringInterpolation<Value>)
    }

    /// The start, duration, speed and repetition.
    package var timing: MediaTiming
    /// The way in which the value changes during one run.
    package var interpolation: Interpolation
    /// The timing function of each run.
    package var function: TimingFunction

    /// Creates an animation.
    package init(timing: MediaTiming, interpolation: Interpolation, function: TimingFunction = .linear) {
        self.timing = timing
        self.interpolation = interpolation
        self.function = function
    }

    /// Creates an animation from one value to another.
    package init(from: Value, to: Value, timing: MediaTiming, function: TimingFunction = .linear) {
        self.init(timing: timing, interpolation: .basic(from: from, to: to), function: function)
    }

    /// Returns the value at an instant of the parent's time, or nil while the animation is not active.
    package func value(at time: MediaTime) -> Value? {
        guard let progress = timing.progress(at: time) else { return nil }
        switch interpolation {
        case .basic(let from, let to): return from.mixed(with: to, function.value(at: progress))
        case .keyframes(let frames): return frames.value(at: function.value(at: progress))
        case .spring(let spring): return spring.value(at: progress * timing.duration)
        }
    }
}
