/// Animations that run on a common clock and end with it, modelled on Core Animation's `CAAnimationGroup`.
package struct AnimationGroup: Sendable, Hashable {
    /// The start, duration, speed and repetition of the group.
    package var timing: MediaTiming
    /// The timing function of each run of the group.
    package var function: TimingFunction
    /// The animations, on the group's clock; a later one overrides those before it.
    package var animations: [LayerAnimation]

    /// Creates a group.
    package init(timing: MediaTiming, function: TimingFunction = .linear, animations: [LayerAnimation]) {
        self.timing = timing
        self.function = function
        self.animations = animations
    }

    /// Creates a group in which each animation starts when the previous one has ended.
    ///
    /// - Parameters:
    ///   - animations: The animations; the `begin` of each is a delay after the previous one. If an animation never
    ///     ends, those after it never start.
    ///   - begin: The start of the first animation, in the parent's time.
    ///   - fill: The values that are shown outside the active time.
    /// - Returns: A group that lasts as long as all animations together.
    package static func sequence(
        _ animations: [LayerAnimation], begin: MediaTime = 0, fill: MediaTiming.Fill = []
    ) -> AnimationGroup {
        var reached = 0.0
        var placed: [LayerAnimation] = []
        for var animation in animations {
            animation.timing.begin += reached
            // The final value is shown until the next animation starts.
            animation.timing.fill.insert(.forwards)
            placed.append(animation)
            reached = animation.timing.end ?? .infinity
            if reached == .infinity { break }
        }
        return AnimationGroup(timing: MediaTiming(begin: begin, duration: reached, fill: fill), animations: placed)
    }

    /// Applies the animations that are active at an instant of the parent's time to a layer's properties.
    func apply(to state: inout LayerState, at time: MediaTime) {
        guard let progress = timing.progress(at: time) else { return }
        // A group that never ends has no progress, so its clock runs linearly.
        let own =
            timing.duration < .infinity ? function.value(at: progress) * timing.duration : timing.localTime(at: time)
        for animation in animations { animation.apply(to: &state, at: own) }
    }
}
