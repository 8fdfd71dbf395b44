/// Animations that share a clock: their times are the group's, and they end with it.
package struct AnimationGroup: Sendable, Hashable {
    /// When, how long and how fast.
    package var timing: MediaTiming
    /// How the group's time is bent within one run.
    package var function: TimingFunction
    /// The animations; one that comes later covers those before it.
    package var animations: [LayerAnimation]

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - timing: When, how long and how fast.
    ///   - function: How the group's time is bent within one run.
    ///   - animations: The animations, in the group's time.
    package init(timing: MediaTiming, function: TimingFunction = .linear, animations: [LayerAnimation]) {
        self.timing = timing
        self.function = function
        self.animations = animations
    }

    /// Makes a group in which each animation begins when the one before it has ended.
    ///
    /// - Parameters:
    ///   - animations: The animations; their own begins are gaps before them. After one that never ends none begins.
    ///   - begin: When the first begins.
    ///   - fill: What shows outside the active time.
    /// - Returns: The group, as long as all of them.
    package static func sequence(
        _ animations: [LayerAnimation], begin: MediaTime = 0, fill: MediaTiming.Fill = []
    ) -> AnimationGroup {
        var reached = 0.0
        var placed: [LayerAnimation] = []
        for var animation in animations {
            animation.timing.begin += reached
            // What was reached stays, so that nothing falls back between two parts.
            animation.timing.fill.insert(.forwards)
            placed.append(animation)
            reached = animation.timing.end ?? .infinity
            if reached == .infinity { break }
        }
        return AnimationGroup(timing: MediaTiming(begin: begin, duration: reached, fill: fill), animations: placed)
    }

    /// Changes what the animations have an effect on.
    ///
    /// - Parameters:
    ///   - state: The layer's properties.
    ///   - time: The parent's time.
    func apply(to state: inout LayerState, at time: MediaTime) {
        guard let progress = timing.progress(at: time) else { return }
        // A group without an end is its parent's clock, moved.
        let own =
            timing.duration < .infinity ? function.value(at: progress) * timing.duration : timing.localTime(at: time)
        for animation in animations { animation.apply(to: &state, at: own) }
    }
}
