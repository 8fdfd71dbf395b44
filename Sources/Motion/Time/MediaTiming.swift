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
    package var repeatCount: Double
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
    ///   - autoreverses: Whether each run is followed by one backward.
    ///   - fill: What shows outside the active time.
    package init(
        begin: MediaTime = 0, duration: MediaTime, speed: Double = 1, offset: MediaTime = 0, repeatCount: Double = 1,
        autoreverses: Bool = false, fill: Fill = []
    ) {
        self.begin = begin
        self.duration = duration
        self.speed = speed
        self.offset = offset
        self.repeatCount = repeatCount
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

    /// How far along one run is.
    ///
    /// - Parameter parent: The parent's time.
    /// - Returns: 0 to 1, or nil outside the active time where nothing is filled.
    package func progress(at parent: MediaTime) -> Double? {
        let local = localTime(at: parent)
        let runs = max(repeatCount, 0) * (autoreverses ? 2 : 1)
        let active = duration > 0 ? duration * runs : 0
        if local < 0 { return fill.contains(.backwards) ? 0 : nil }
        if local >= active {
            guard fill.contains(.forwards) else { return nil }
            // The last value of the last run, which may be broken off in its middle.
            return folded(runs, atEnd: true)
        }
        return folded(local / duration, atEnd: false)
    }

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
