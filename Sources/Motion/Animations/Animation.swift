/// A value that changes: when, and by which course.
package struct Animation<Value: Animatable>: Sendable, Hashable {
    /// How the value goes within one run.
    package enum Course: Sendable, Hashable {
        /// From one value to another.
        case basic(from: Value, to: Value)
        /// Through several values.
        case keyframes(Keyframes<Value>)
        /// As a weight on a spring; its time is the run's, and no function bends it.
        case spring(SpringInterpolation<Value>)
    }

    /// When, how long and how fast.
    package var timing: MediaTiming
    /// How the value goes within one run.
    package var course: Course
    /// How time is bent within one run.
    package var function: TimingFunction

    /// Makes an animation.
    ///
    /// - Parameters:
    ///   - timing: When, how long and how fast.
    ///   - course: How the value goes within one run.
    ///   - function: How time is bent within one run.
    package init(timing: MediaTiming, course: Course, function: TimingFunction = .linear) {
        self.timing = timing
        self.course = course
        self.function = function
    }

    /// Makes an animation from one value to another.
    ///
    /// - Parameters:
    ///   - from: The value at the begin.
    ///   - to: The value at the end.
    ///   - timing: When, how long and how fast.
    ///   - function: How time is bent within one run.
    package init(from: Value, to: Value, timing: MediaTiming, function: TimingFunction = .linear) {
        self.init(timing: timing, course: .basic(from: from, to: to), function: function)
    }

    /// The value at an instant.
    ///
    /// - Parameter time: The parent's time.
    /// - Returns: The value, or nil while the animation has no effect.
    package func value(at time: MediaTime) -> Value? {
        guard let progress = timing.progress(at: time) else { return nil }
        switch course {
        case .basic(let from, let to): return from.mixed(with: to, function.value(at: progress))
        case .keyframes(let frames): return frames.value(at: function.value(at: progress))
        case .spring(let spring): return spring.value(at: progress * timing.duration)
        }
    }
}
