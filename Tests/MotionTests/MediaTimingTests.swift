import Motion
import Testing

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
    ]

    @Test(
        "Progress counts runs, turns back where it must, and fills only where that is asked for",
        arguments: known)
    func progress(timing: MediaTiming, parent: Double, progress: Double?) {
        #expect(timing.progress(at: parent) == progress)
    }

    @Test("The last effective animation covers the others and the model")
    func covering() {
        let first = BasicAnimation(from: 0, to: 10, timing: MediaTiming(duration: 4))
        let second = BasicAnimation(from: 100, to: 200, timing: MediaTiming(begin: 1, duration: 1))
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
