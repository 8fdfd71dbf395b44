import Motion
import Testing

@testable import TerminalHUD

@Suite("Progress meter")
struct ProgressMeterTests {
    @Test("Steady work has the expected rate and time left")
    func steady() {
        var meter = ProgressMeter()
        for step in 0...50 { meter.update(Double(step), of: 100, at: Double(step) * 0.2) }
        #expect(abs((meter.rate ?? 0) - 5) < 1e-9)
        #expect(abs((meter.timeLeft(at: 10) ?? 0) - 10) < 1e-9)
        #expect(abs((meter.timeLeft(at: 14) ?? 0) - 6) < 1e-9 && meter.timeLeft(at: 99) == 0)
    }

    @Test("Too few observations, or none of progress, give no estimate")
    func early() {
        var meter = ProgressMeter()
        for step in 0...9 { meter.update(Double(step), of: 100, at: Double(step) * 0.2) }
        #expect(meter.rate == nil && meter.timeLeft(at: 1.8) == nil)
        var still = ProgressMeter()
        for step in 0...50 { still.update(0.5, of: 1, at: Double(step)) }
        #expect(still.rate == 0 && still.timeLeft(at: 50) == nil)
        var unknown = ProgressMeter()
        for step in 0...50 { unknown.update(Double(step), of: nil, at: Double(step)) }
        #expect(unknown.timeLeft(at: 50) == nil)
    }

    @Test("When the value falls, the measurement starts over")
    func restart() {
        var meter = ProgressMeter()
        for step in 0...50 { meter.update(Double(step), of: 100, at: Double(step) * 0.2) }
        meter.update(0, of: 100, at: 10.2)
        #expect(meter.rate == nil && meter.timeLeft(at: 10.2) == nil)
        for step in 1...50 { meter.update(Double(step) * 0.5, of: 100, at: 10.2 + Double(step) * 0.2) }
        #expect(abs((meter.rate ?? 0) - 2.5) < 1e-9)
    }

    @Test("In bursty work the time left decreases and seldom jumps", arguments: 0..<10)
    func gusts(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        var meter = ProgressMeter()
        var raw = 0
        var announced = 0
        var done = 0.0
        var last: (raw: Double, announced: Double)?
        for step in 1...1000 where done < 100 {
            let time = Double(step) * 0.1
            // One per second on average, between zero and twice that.
            let gust = Double.random(in: 0...0.2, using: &generator)
            done += gust
            meter.update(done, of: 100, at: time)
            guard let left = meter.timeLeft(at: time) else { continue }
            let naive = (100 - done) / max(gust * 10, 0.01)
            if let last {
                if naive > last.raw { raw += 1 }
                if left > last.announced + 1e-9 { announced += 1 }
            }
            last = (naive, left)
        }
        #expect(raw > 300)
        #expect(announced <= 12, "\(announced) times")
    }

    @Test("The estimate follows a new rate")
    func slower() {
        var meter = ProgressMeter()
        for step in 0...100 { meter.update(Double(step), of: 1000, at: Double(step) * 0.1) }
        for step in 1...300 { meter.update(100 + Double(step) * 0.1, of: 1000, at: 10 + Double(step) * 0.1) }
        let left = meter.timeLeft(at: 40) ?? 0
        #expect((600...1100).contains(left))
    }

    @Test(
        "A time left is rounded for people",
        arguments: [
            (0, "0 s"), (0.4, "1 s"), (9.7, "10 s"), (11, "15 s"), (54, "55 s"), (58, "1 min"), (61, "2 min"),
            (3540, "59 min"),
            (3700, "1 h"), (36_000, "10 h"), (1e9, "days"), (.infinity, "days"),
        ])
    func words(seconds: Double, text: String) {
        #expect(ProgressMeter.words(seconds) == text)
    }
}
