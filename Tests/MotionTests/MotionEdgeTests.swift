import Glibc
import Testing

@testable import Motion

/// Tests of numbers at the edge of their range: rounding errors, durations of zero, equal times, and NaN.
@Suite("Numeric edges of motion")
struct MotionEdgeTests {
    private static let square = SquareTimeline.path(in: Rect(x: 0, y: 0, width: 10, height: 10))

    /// Offsets such as 0.1 · 10 miss a whole number by a rounding error.
    @Test(
        "A trim that misses the path's end by a rounding error is one piece without a sliver",
        arguments: [
            (Trim(end: 0.25, offset: 1 - 1e-13), 0.0), (Trim(end: 0.25, offset: 1 - 1e-16), 0),
            (Trim(end: 0.25, offset: 1 + 1e-13), 0), (Trim(end: 0.25, offset: -1e-13), 0),
            (Trim(end: 0.25, offset: -1e-16), 0), (Trim(start: 1 - 1e-14, end: 1.25), 0),
            (Trim(end: 0.25, offset: 0.75), 0.75), (Trim(end: 0.25, offset: 0.75 + 1e-13), 0.75),
            (Trim(end: 0.25, offset: 0.75 - 1e-13), 0.75), (Trim(start: 0.7, end: 1 + 1e-13), 0.7),
            (Trim(end: 0.3, offset: 7 * 0.1), 0.7), (Trim(end: 0.1, offset: 3 * 0.3), 0.9),
            (Trim(end: 0.25, offset: 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1), 0),
        ] as [(Trim, Double)])
    func slivers(trim: Trim, start: Double) throws {
        #expect(trim.intervals.count == 1)
        let interval = try #require(trim.intervals.first)
        #expect(abs(interval.lowerBound - start) < 1e-9 && interval.upperBound <= 1)
        #expect(abs(interval.upperBound - interval.lowerBound - (trim.end - trim.start)) < 1e-9)
        let visible = MeasuredPath(Self.square).trimmed(trim)
        #expect(visible.contours.count == 1)
        for segment in visible.contours.flatMap(\.segments) { #expect(segment.length() > 1e-6) }
    }

    @Test("A trim that wraps has no piece without length, wherever it starts", arguments: 0..<200)
    func wraps(step: Int) {
        let trim = Trim(end: 0.25, offset: Double(step) * 0.1)
        let visible = MeasuredPath(Self.square).trimmed(trim)
        #expect(abs(MeasuredPath(visible).length - 10) < 1e-8)
        #expect(visible.contours.count == 1)
        for segment in visible.contours.flatMap(\.segments) { #expect(segment.length() > 1e-6) }
    }

    @Test(
        "A trim that is not a number, or infinitely far, selects nothing",
        arguments: [
            Trim(start: .nan), Trim(end: .nan), Trim(end: 0.5, offset: .nan), Trim(start: -.infinity, end: 0.5),
            Trim(start: .infinity, end: .infinity), Trim(end: 0.5, offset: -.infinity), Trim(start: 1, end: 1),
            Trim(start: 0.5, end: 0.5.nextDown),
        ])
    func nothing(trim: Trim) {
        #expect(trim.intervals.isEmpty)
        #expect(MeasuredPath(Self.square).trimmed(trim).contours.isEmpty)
    }

    @Test(
        "A trim of the whole length or more selects the path once",
        arguments: [
            Trim(end: 1, offset: 0.4), Trim(start: -3, end: 2), Trim(end: .infinity), Trim(start: 0.5, end: 1.5),
        ])
    func whole(trim: Trim) {
        #expect(trim.intervals == [0...1])
    }

    private static let springs: [Spring] = [
        Spring(), Spring(stiffness: 4, damping: 0.5), Spring(damping: 20), Spring(damping: 60), Spring(mass: 3),
    ]

    @Test(
        "The settling time includes the initial velocity", arguments: springs,
        [-200, -20, -1, 0, 1, 20, 200, 5000] as [Double])
    func settling(spring: Spring, velocity: Double) {
        let duration = spring.settlingDuration(within: 0.001, velocity: velocity)
        let interpolation = SpringInterpolation(from: 1.0, to: 0, velocity: velocity, spring: spring)
        for step in 0..<400 {
            #expect(abs(interpolation.value(at: duration + Double(step) * 0.01)) <= 0.001_000_1)
        }
        guard velocity >= 0 else { return }
        let period = 2 * Double.pi / spring.naturalFrequency
        let before = (0..<400).map { abs(interpolation.value(at: duration - period * Double($0) / 400)) }
        #expect((before.max() ?? 0) > 0.001)
    }

    @Test("A faster start takes longer to settle", arguments: springs)
    func faster(spring: Spring) {
        let durations = [0, 10, 100, 1000].map { spring.settlingDuration(velocity: $0) }
        for (slow, fast) in zip(durations, durations.dropFirst()) { #expect(slow < fast) }
        #expect(spring.settlingDuration(within: 0.1) < spring.settlingDuration(within: 0.001))
    }

    @Test(
        "Keys at equal times jump, also in a cubic curve, and a fraction that is not a number has the first value",
        arguments: [Keyframes<Double>.Mode.linear, .cubic(), .discrete])
    func equalTimes(mode: Keyframes<Double>.Mode) {
        let frames = Keyframes<Double>([0, 10, 20, 30], times: [0, 0.5, 0.5, 1], mode: mode)
        #expect(frames.value(at: 0.5) == 20 && frames.value(at: 1) == 30 && frames.value(at: 0) == 0)
        #expect(frames.value(at: 0.5.nextDown) <= 10.01)
        #expect(frames.value(at: .nan) == 0 && frames.value(at: -1) == 0 && frames.value(at: 2) == 30)
        let all = Keyframes<Double>([1, 2, 3], times: [0.5, 0.5, 0.5], mode: mode)
        #expect(all.value(at: 0.4) == 1 && all.value(at: 0.5) == 3 && all.value(at: 0.6) == 3)
        for step in 0...100 { #expect(frames.value(at: Double(step) / 100).isFinite) }
    }

    @Test("More values than times, or more times than values, use the common number", arguments: [2, 3, 4])
    func unequalCounts(count: Int) {
        let frames = Keyframes<Double>([5, 6, 7], times: [0, 0.5, 1, 1].prefix(count).map { $0 })
        #expect(frames.value(at: 0) == 5 && frames.value(at: 0.5) == 6)
        #expect(frames.value(at: 1) == (count == 2 ? 6 : 7))
    }

    private static let timings: [(MediaTiming, Double, Double?)] = [
        (MediaTiming(duration: -1), 0, nil), (MediaTiming(duration: -1, fill: .both), 0, 1),
        (MediaTiming(duration: -1, fill: .both), -0.1, 0),
        (MediaTiming(duration: 0, repeatCount: 3, fill: .forwards), 0, 1),
        (MediaTiming(duration: 0, repeatCount: 1, autoreverses: true, fill: .forwards), 0, 0),
        (MediaTiming(duration: 2, repeatCount: -1, fill: .forwards), 1, 0),
        (MediaTiming(duration: 2), .nan, nil), (MediaTiming(duration: 2, fill: .both), .nan, nil),
        (MediaTiming(duration: 2), -.infinity, nil), (MediaTiming(duration: 2, fill: .backwards), -.infinity, 0),
        (MediaTiming(duration: 2, fill: .forwards), .infinity, 1),
        (MediaTiming(duration: 2, speed: -1, offset: 2, autoreverses: true), -1, 0.5),
        (MediaTiming(duration: 2, speed: -1, offset: 4, autoreverses: true), 0, 0),
        (MediaTiming(duration: 2, speed: -1, offset: 4, autoreverses: true), 1, 0.5),
        (MediaTiming(duration: 2, speed: -1, offset: 4, autoreverses: true), 2, 1),
        (MediaTiming(duration: 2, speed: -1, offset: 4, autoreverses: true), 4, nil),
    ]

    @Test("Durations of zero or less, negative speeds and unusual times have defined progress", arguments: timings)
    func progress(timing: MediaTiming, time: Double, progress: Double?) {
        #expect(timing.progress(at: time) == progress)
    }

    @Test(
        "A timing function maps every input into its range",
        arguments: [
            TimingFunction.linear, .easeIn, .easeOut, .easeInEaseOut, .standard, TimingFunction(0, 0, 0, 0),
            TimingFunction(1, 0, 0, 1),
        ])
    func functions(function: TimingFunction) {
        #expect(function.value(at: .nan) == 0 && function.value(at: -1) == 0 && function.value(at: 2) == 1)
        #expect(function.value(at: .infinity) == 1 && function.value(at: -.infinity) == 0)
        var last = 0.0
        for step in 0...1000 {
            let value = function.value(at: Double(step) / 1000)
            #expect(value >= last - 1e-9 && value <= 1)
            last = value
        }
    }

    @Test(
        "The time of a progress is the inverse of the timing function",
        arguments: [TimingFunction.linear, .easeIn, .easeOut, .easeInEaseOut], [0, 0.125, 0.5, 0.9, 1])
    func inverse(function: TimingFunction, progress: Double) {
        #expect(abs(function.value(at: function.time(of: progress)) - progress) < 1e-6)
    }

    @Test("The lines of a symbol begin and end at its events", arguments: Symbol.library)
    func symbolEvents(symbol: Symbol) {
        let timeline = SymbolTimeline(symbol: symbol, tint: .active)
        let events = timeline.events
        #expect(events.first == 0.3 && events.last == 0.8 && events == events.sorted())
        let square = Rect(x: 0, y: 0, width: 88, height: 88)
        func drawn(_ time: Double) -> Int {
            timeline.layers(at: time, in: square, lineWidth: 1).flatMap(\.visiblePath.contours).count
        }
        for (index, event) in events.dropFirst().dropLast().enumerated() {
            #expect(drawn(event - 0.001) == index + 1 && drawn(event + 0.001) >= index + 2)
        }
    }

    private let frame = Rect(x: 0, y: 0, width: 32, height: 32)

    @Test("Widgets with a duration of zero show their final state")
    func zeroDurations() {
        #expect(ProgressTimeline(duration: 0).fraction(at: 0) == 1)
        #expect(ProgressTimeline(duration: 0).fraction(at: -1) == 0)
        var ring = RingTimeline()
        ring.endDuration = 0
        ring.fadeDuration = 0
        ring.stop(at: 2)
        let closed = ring.state(at: 2)
        #expect(closed.strokeEnd == 1 && closed.image == 1 && closed.isAtRest)
        #expect(ring.state(at: 1.9).strokeEnd == 0.5)
        let still = SymbolTimeline(symbol: .checkmark, delay: 0, duration: 0, tint: .success)
        #expect(still.layers(at: 0, in: frame, lineWidth: 2)[0].trim.end == 1)
        let turn = CubeTurnTimeline(from: "1", to: "2", turn: .up, begin: 1, duration: 0)
        #expect(turn.fraction(at: 0.999) == 0 && turn.fraction(at: 1) == 1)
        #expect(SquareTimeline(period: 0).layers(at: 1, in: frame, lineWidth: 2)[0].visiblePath.contours.isEmpty)
        #expect(CubeTimeline(period: 0).layers(at: 1, in: frame, lineWidth: 2).isEmpty)
    }

    @Test("A frame without area, or a time that is not a number, draws only finite points")
    func degenerate() {
        for frame in [Rect(x: 3, y: 4, width: 0, height: 0), frame] {
            for time in [-.infinity, -1, 0, 0.4, 0.8, 1e15] as [Double] {
                var ring = RingTimeline()
                ring.stop(at: 3)
                let layers =
                    ThrowTimeline().layers(at: time, in: frame, lineWidth: 1)
                    + CubeTimeline().layers(at: time, in: frame, lineWidth: 1)
                    + TitleTimeline().layers(at: time, in: frame, lineWidth: 1)
                    + ring.layers(at: max(time, -1e15), in: frame, lineWidth: 1)
                for point in layers.flatMap({ $0.visiblePath.flattened(tolerance: 0.5).joined() }) {
                    #expect(point.x.isFinite && point.y.isFinite)
                }
            }
        }
    }
}
