/// The relation of a layer's or an animation's clock to its parent's clock, modelled on Core Animation's
/// `CAMediaTiming`.
///
/// All results depend only on the parent's time, so instants can be evaluated in any order.
package struct MediaTiming: Sendable, Hashable {
    /// The values that are shown outside the active time.
    package struct Fill: OptionSet, Sendable, Hashable {
        /// The bits of the set.
        package let rawValue: Int

        /// Creates a set from its bits.
        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The first value is shown before the start.
        static let backwards = Fill(rawValue: 1)
        /// The last value is shown after the end.
        static let forwards = Fill(rawValue: 2)
        /// The first value is shown before the start, and the last value after the end.
        package static let both: Fill = [.backwards, .forwards]
    }

    /// The start, in the parent's time.
    package var begin: MediaTime
    /// The duration of one run, on its own clock.
    package var duration: MediaTime
    /// The speed of its clock relative to the parent's.
    var speed: Double
    /// An offset that is added to the time on its clock.
    package var offset: MediaTime
    /// The number of runs; may be fractional or infinite.
    ///
    /// Ignored if `repeatDuration` is set.
    var repeatCount: Double
    /// The total duration of all runs, on its own clock; 0 to use `repeatCount` instead.
    private var repeatDuration: MediaTime
    /// True if each run is followed by a run in reverse.
    private var autoreverses: Bool
    /// The values that are shown outside the active time.
    package var fill: Fill

    /// Creates a timing.
    init(
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

    /// Returns the time on this clock for a time of the parent: t = (parent − begin) · speed + offset.
    func localTime(at parent: MediaTime) -> MediaTime {
        (parent - begin) * speed + offset
    }

    /// Returns the timing of a clock without an end, such as a layer's.
    ///
    /// - Parameters:
    ///   - begin: The parent's time at which the clock shows `offset`.
    ///   - speed: The speed relative to the parent's time.
    ///   - offset: The time that the clock shows at `begin`.
    /// - Returns: A timing with an infinite duration.
    package static func clock(begin: MediaTime = 0, speed: Double = 1, offset: MediaTime = 0) -> MediaTiming {
        MediaTiming(begin: begin, duration: .infinity, speed: speed, offset: offset)
    }

    /// The total duration of all runs, on its own clock.
    ///
    /// The timing is active from 0 to this time.
    private var activeDuration: MediaTime {
        guard duration > 0 else { return 0 }
        return repeatDuration > 0 ? repeatDuration : duration * runs
    }

    /// The parent's time at which the active time ends; nil if it never ends.
    ///
    /// With a negative speed, the time on this clock decreases, and the active time ends at 0.
    package var end: MediaTime? {
        if speed < 0 { return begin - offset / speed }
        guard speed > 0, activeDuration < .infinity else { return nil }
        return begin + (activeDuration - offset) / speed
    }

    /// Returns the progress of the current run.
    ///
    /// The active time includes its first instant but not its last one. With a negative speed, the clock runs from the
    /// end of the active time to its start. Fill modes depend on the time on this clock: below 0 the first value is
    /// shown, and above the active duration the last value.
    ///
    /// - Parameter parent: The parent's time.
    /// - Returns: The progress from 0 to 1; nil if the timing is not active and no fill mode applies.
    package func progress(at parent: MediaTime) -> Double? {
        let local = localTime(at: parent)
        guard !local.isNaN else { return nil }
        let active = activeDuration
        if speed < 0 ? local <= 0 : local < 0 { return fill.contains(.backwards) ? 0 : nil }
        if speed < 0 ? local > active : local >= active {
            // The last value of the last run; a fractional repeat count ends that run early.
            return fill.contains(.forwards) ? folded(duration > 0 ? active / duration : runs, atEnd: true) : nil
        }
        return folded(local / duration, atEnd: speed < 0)
    }

    private var runs: Double { max(repeatCount, 0) * (autoreverses ? 2 : 1) }

    // `atEnd`: a whole number of runs is the end of one run, not the start of the next.
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

/// A time in seconds on the clock of a layer or an animation.
package typealias MediaTime = Double

extension Duration {
    /// The duration in seconds.
    package var mediaTime: MediaTime {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}

/// A cubic Bézier curve from (0, 0) to (1, 1) that maps elapsed time to progress, modelled on Core Animation's
/// `CAMediaTimingFunction`.
package struct TimingFunction: Sendable, Hashable {
    private let ax, bx, cx: Double
    private let ay, by, cy: Double

    /// Creates a curve from the coordinates of its two control points.
    ///
    /// The times `x1` and `x2` are clamped to 0...1.
    init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        let x1 = min(max(x1, 0), 1)
        let x2 = min(max(x2, 0), 1)
        cx = 3 * x1
        bx = 3 * (x2 - x1) - cx
        ax = 1 - cx - bx
        cy = 3 * y1
        by = 3 * (y2 - y1) - cy
        ay = 1 - cy - by
    }

    /// The two control points.
    var controls: (first: Point, second: Point) {
        (Point(cx / 3, cy / 3), Point((bx + 2 * cx) / 3, (by + 2 * cy) / 3))
    }

    /// Constant speed.
    static let linear = TimingFunction(0, 0, 1, 1)
    /// A curve that starts slowly.
    package static let easeIn = TimingFunction(0.42, 0, 1, 1)
    /// A curve that ends slowly.
    static let easeOut = TimingFunction(0, 0, 0.58, 1)
    /// A curve that starts and ends slowly.
    static let easeInEaseOut = TimingFunction(0.42, 0, 0.58, 1)
    /// Core Animation's default curve.
    package static let standard = TimingFunction(0.25, 0.1, 0.25, 1)

    /// Returns the progress at a fraction of the duration, with an error below 1e-6.
    ///
    /// Fractions are clamped to 0...1.
    package func value(at time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        if ax == ay && bx == by && cx == cy { return time }
        let s = parameter(at: time)
        return ((ay * s + by) * s + cy) * s
    }

    /// Returns the first fraction of the duration at which a curve that never falls has reached a progress.
    ///
    /// - Parameter progress: The progress from 0 to 1.
    /// - Returns: The fraction from 0 to 1, with an error below 1e-12.
    package func time(of progress: Double) -> Double {
        var low = 0.0
        var high = 1.0
        for _ in 0..<48 {
            let middle = (low + high) / 2
            if value(at: middle) < progress { low = middle } else { high = middle }
        }
        return high
    }

    /// Returns the curve parameter at a time, by Newton's method within a shrinking bracket.
    ///
    /// The time grows with the parameter, so bisection works if a step of Newton's method would leave the bracket.
    private func parameter(at time: Double) -> Double {
        var low = 0.0
        var high = 1.0
        var s = time
        for _ in 0..<64 {
            let error = ((ax * s + bx) * s + cx) * s - time
            if error == 0 { break }
            if error < 0 { low = s } else { high = s }
            let slope = (3 * ax * s + 2 * bx) * s + cx
            let next = s - error / slope
            let step = slope > 1e-9 && next > low && next < high ? next : (low + high) / 2
            if abs(step - s) < 1e-14 { break }
            s = step
        }
        return s
    }
}
