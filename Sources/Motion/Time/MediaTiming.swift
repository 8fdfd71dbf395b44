/// How a layer's or an animation's clock runs inside its parent's, as Core Animation's `CAMediaTiming` defines it.
///
/// Everything is a function of the parent's time, so any instant can be asked for in any order.
package struct MediaTiming: Sendable, Hashable {
    /// What shows outside the active time.
    package struct Fill: OptionSet, Sendable, Hashable {
        /// The set's bits.
        package let rawValue: Int

        /// Makes a set of its bits.
        ///
        /// - Parameter rawValue: The bits.
        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The first value shows before the begin.
        package static let backwards = Fill(rawValue: 1)
        /// The last value stays after the end.
        package static let forwards = Fill(rawValue: 2)
        /// Both.
        package static let both: Fill = [.backwards, .forwards]
    }

    /// When it begins, in the parent's time.
    package var begin: MediaTime
    /// How long one run takes in its own time.
    package var duration: MediaTime
    /// How fast its time goes against the parent's.
    package var speed: Double
    /// What is added to its own time.
    package var offset: MediaTime
    /// How often it runs; infinity for ever.
    ///
    /// Without effect where there is a repeat duration.
    package var repeatCount: Double
    /// How long it runs again and again, in its own time; 0 where the repeat count decides.
    package var repeatDuration: MediaTime
    /// Whether each run is followed by one backward.
    package var autoreverses: Bool
    /// What shows outside the active time.
    package var fill: Fill

    /// Makes a timing.
    ///
    /// - Parameters:
    ///   - begin: When it begins, in the parent's time.
    ///   - duration: How long one run takes in its own time.
    ///   - speed: How fast its time goes against the parent's.
    ///   - offset: What is added to its own time.
    ///   - repeatCount: How often it runs.
    ///   - repeatDuration: How long it runs again and again; 0 where the repeat count decides.
    ///   - autoreverses: Whether each run is followed by one backward.
    ///   - fill: What shows outside the active time.
    package init(
        begin: MediaTime = 0, duration: MediaTime, speed: Double = 1, offset: MediaTime = 0, repeatCount: Double = 1,
        repeatDuration: MediaTime = 0, autoreverses: Bool = false, fill: Fill = []
    ) {
        self.begin = begin
        self.duration = duration
        self.speed = speed
        self.offset = offset
        self.repeatCount = repeatCount
        self.repeatDuration = repeatDuration
        self.autoreverses = autoreverses
        self.fill = fill
    }

    /// Converts the parent's time: t = (parent − begin) · speed + offset.
    ///
    /// - Parameter parent: The parent's time.
    /// - Returns: This clock's time.
    package func localTime(at parent: MediaTime) -> MediaTime {
        (parent - begin) * speed + offset
    }

    /// A clock without an end: what a layer's own time is, where nothing runs out.
    ///
    /// - Parameters:
    ///   - begin: The parent's time at which it shows its offset.
    ///   - speed: How fast it goes against the parent's.
    ///   - offset: What it shows at its begin.
    /// - Returns: The timing.
    package static func clock(begin: MediaTime = 0, speed: Double = 1, offset: MediaTime = 0) -> MediaTiming {
        MediaTiming(begin: begin, duration: .infinity, speed: speed, offset: offset)
    }

    /// How long all runs take together, in its own time: from 0 to this it has an effect.
    package var activeDuration: MediaTime {
        guard duration > 0 else { return 0 }
        return repeatDuration > 0 ? repeatDuration : duration * runs
    }

    /// The parent's time at which it has run out; nil if that never happens.
    ///
    /// With a negative speed its time goes down, and it has run out at 0.
    package var end: MediaTime? {
        if speed < 0 { return begin - offset / speed }
        guard speed > 0, activeDuration < .infinity else { return nil }
        return begin + (activeDuration - offset) / speed
    }

    /// How far along one run is.
    ///
    /// The active time includes the instant at which it is entered and not the one at which it is left: with a negative
    /// speed it is entered at its end. What fills is decided by its own time: below 0 the first value, above the active
    /// duration the last.
    ///
    /// - Parameter parent: The parent's time.
    /// - Returns: 0 to 1, or nil outside the active time where nothing is filled.
    package func progress(at parent: MediaTime) -> Double? {
        let local = localTime(at: parent)
        let active = activeDuration
        if speed < 0 ? local <= 0 : local < 0 { return fill.contains(.backwards) ? 0 : nil }
        if speed < 0 ? local > active : local >= active {
            // The last value of the last run, which may be broken off in its middle.
            return fill.contains(.forwards) ? folded(duration > 0 ? active / duration : runs, atEnd: true) : nil
        }
        return folded(local / duration, atEnd: speed < 0)
    }

    private var runs: Double { max(repeatCount, 0) * (autoreverses ? 2 : 1) }

    // `atEnd`: whether a whole number of runs means the end of one rather than the begin of the next.
    private func folded(_ runs: Double, atEnd: Bool) -> Double {
        guard runs.isFinite else { return 1 }
        var whole = runs.rounded(.down)
        var part = runs - whole
        if atEnd, part == 0, whole > 0 {
            whole -= 1
            part = 1
        }
        return autoreverses && whole.truncatingRemainder(dividingBy: 2) == 1 ? 1 - part : part
    }
}
