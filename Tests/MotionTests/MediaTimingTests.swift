import Testing

@testable import Motion

@Suite("Media timing")
struct MediaTimingTests {
    @Test(
        "A layer's time is (parent − begin) · speed + offset",
        arguments: [
            (MediaTiming(duration: 1), 2.0, 2.0), (MediaTiming(begin: 3, duration: 1), 2, -1),
            (MediaTiming(begin: 1, duration: 1, speed: 2), 2.5, 3),
            (MediaTiming(begin: 1, duration: 1, speed: 0, offset: 0.7), 9, 0.7),
            (MediaTiming(duration: 1, speed: 0.1, offset: 5), 10, 6),
        ])
    func local(timing: MediaTiming, parent: Double, local: Double) {
        #expect(abs(timing.localTime(at: parent) - local) < 1e-12)
    }

    private static let known: [(MediaTiming, Double, Double?)] = [
        (MediaTiming(begin: 1, duration: 2), 0.5, nil), (MediaTiming(begin: 1, duration: 2), 2, 0.5),
        (MediaTiming(begin: 1, duration: 2), 3, nil), (MediaTiming(begin: 1, duration: 2, fill: .forwards), 9, 1),
        (MediaTiming(begin: 1, duration: 2, fill: .backwards), 0, 0),
        (MediaTiming(begin: 1, duration: 2, fill: .backwards), 9, nil),
        (MediaTiming(duration: 2, repeatCount: 3), 5, 0.5), (MediaTiming(duration: 2, repeatCount: 3), 6, nil),
        (MediaTiming(duration: 2, repeatCount: 1.5, fill: .forwards), 6, 0.5),
        (MediaTiming(duration: 2, autoreverses: true), 3, 0.5),
        (MediaTiming(duration: 2, autoreverses: true), 3.5, 0.25),
        (MediaTiming(duration: 2, autoreverses: true, fill: .forwards), 8, 0),
        (MediaTiming(duration: 2, repeatCount: .infinity), 1_000_001, 0.5),
        (MediaTiming(duration: 0), 0, nil), (MediaTiming(duration: 0, fill: .both), 1, 1),
        (MediaTiming(duration: 0, fill: .both), -1, 0), (MediaTiming(duration: 0, fill: .forwards), 0, 1),
        (MediaTiming(duration: 0, repeatCount: .infinity), 5, nil),
        (MediaTiming(duration: 2, repeatCount: 0, fill: .both), 0, 0),
        // 5 s of runs of 2 s: the third is broken off in its middle.
        (MediaTiming(duration: 2, repeatDuration: 5), 4.5, 0.25), (MediaTiming(duration: 2, repeatDuration: 5), 5, nil),
        (MediaTiming(duration: 2, repeatDuration: 5, fill: .forwards), 9, 0.5),
        (MediaTiming(duration: 2, repeatCount: 9, repeatDuration: 1, fill: .forwards), 9, 0.5),
        (MediaTiming(duration: 2, repeatDuration: 3, autoreverses: true, fill: .forwards), 3, 0.5),
        // Backward from its end: own time is 2 − t, in effect at 2 and no longer at 0.
        (MediaTiming(duration: 2, speed: -1, offset: 2), 0, 1),
        (MediaTiming(duration: 2, speed: -1, offset: 2), 0.5, 0.75),
        (MediaTiming(duration: 2, speed: -1, offset: 2), 2, nil),
        (MediaTiming(duration: 2, speed: -1, offset: 2, fill: .backwards), 3, 0),
        (MediaTiming(duration: 2, speed: -1, offset: 3), 0.5, nil),
        (MediaTiming(duration: 2, speed: -1, offset: 3, fill: .forwards), 0.5, 1),
        (MediaTiming(duration: 2, speed: -2, offset: 4, repeatCount: 2), 0.5, 0.5),
        (MediaTiming(duration: 2, speed: -2, offset: 4, repeatCount: 2), 1, 1),
        // Held: its own time is the offset, whatever the parent's.
        (MediaTiming(duration: 2, speed: 0, offset: 0.5), 77, 0.25),
        (MediaTiming(duration: 2, speed: 2, offset: 1), 0.25, 0.75),
        (MediaTiming(duration: 2, speed: 2, offset: 1), 0.5, nil),
    ]

    private static let ends: [(MediaTiming, Double?)] = [
        (MediaTiming(begin: 1, duration: 2), 3), (MediaTiming(begin: 1, duration: 2, speed: 2), 2),
        (MediaTiming(begin: 1, duration: 2, offset: 0.5), 2.5), (MediaTiming(begin: 1, duration: 2, repeatCount: 3), 7),
        (MediaTiming(begin: 1, duration: 2, autoreverses: true), 5),
        (MediaTiming(begin: 1, duration: 2, repeatDuration: 5), 6), (MediaTiming(begin: 1, duration: 0), 1),
        (MediaTiming(begin: 1, duration: 2, repeatCount: .infinity), nil),
        (MediaTiming(begin: 1, duration: 2, speed: 0), nil),
        (MediaTiming(begin: 1, duration: 2, speed: -0.5, offset: 2), 5), (.clock(begin: 3), nil),
    ]

    @Test("A timing ends when its own time has run out", arguments: ends)
    func ending(timing: MediaTiming, end: Double?) {
        #expect(timing.end == end)
        guard let end else { return }
        #expect(timing.progress(at: end) == nil)
        if timing.duration > 0 { #expect(timing.progress(at: end - 1e-6) != nil) }
    }

    @Test(
        "Progress repeats, reverses, and fills only if a fill mode is set",
        arguments: known)
    func progress(timing: MediaTiming, parent: Double, progress: Double?) {
        #expect(timing.progress(at: parent) == progress)
    }

    @Test("The last active animation covers the others and the model")
    func covering() {
        let first = Animation<Double>(from: 0, to: 10, timing: MediaTiming(duration: 4))
        let second = Animation<Double>(from: 100, to: 200, timing: MediaTiming(begin: 1, duration: 1))
        let value = AnimatedValue(7, animations: [first, second])
        #expect(value.value(at: 0.5) == 1.25)
        #expect(value.value(at: 1.5) == 150)
        #expect(value.value(at: 3) == 7.5)
        #expect(value.value(at: 5) == 7)
    }

    @Test("A duration in seconds keeps its fractions")
    func seconds() {
        #expect(Duration.milliseconds(1250).mediaTime == 1.25)
        #expect(abs(Duration.nanoseconds(1).mediaTime - 1e-9) < 1e-18)
    }
}
