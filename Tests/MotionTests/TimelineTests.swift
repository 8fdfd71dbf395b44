import Testing

@testable import Motion

@Suite("Timelines")
struct TimelineTests {
    @Test(
        "A symbol strokes from 0.3 to 0.8 s",
        arguments: [(0, 0), (0.3, 0), (0.425, 0.129161931047), (0.55, 0.5), (0.8, 1), (60, 1)])
    func symbol(time: Double, strokeEnd: Double) {
        let timeline = SymbolTimeline(symbol: .checkmark, tint: .success)
        let layer = timeline.layers(at: time, in: Rect(x: 0, y: 0, width: 44, height: 44), lineWidth: 2)[0]
        #expect(abs(layer.trim.end - strokeEnd) < 1e-6)
    }

    @Test("The check mark grows through the expected fractions")
    func checkmark() {
        let path = Symbol.checkmark.path(in: Rect(x: 0, y: 0, width: 44, height: 44))
        let segments = path.contours.first?.segments ?? []
        #expect(segments.count == 2)
        #expect(segments.first?.begin == Point(0.01136 * 44, 0.53409 * 44))
        #expect(segments.last?.begin == Point(0.30682 * 44, 0.82955 * 44))
        #expect(segments.last?.end == Point(0.98864 * 44, 0.14773 * 44))
    }

    @Test(
        "A ring turns, closes in a second while it turns, then its image comes in 0.3 s",
        arguments: [
            (0, 0, 0.5, 0, false), (0.25, 0.25, 0.5, 0, false), (3, 3, 0.5, 0, false), (3.5, 3.5, 0.75, 0, false),
            (4, 4, 1, 0, false), (4.15, 4.15, 1, 0.315356812573, false), (4.3, 4.3, 1, 1, true), (9, 4.3, 1, 1, true),
        ])
    func ring(time: Double, turns: Double, strokeEnd: Double, image: Double, isAtRest: Bool) {
        var timeline = RingTimeline()
        timeline.stop(at: 3)
        let state = timeline.state(at: time)
        #expect(abs(state.rotation - turns * 2 * .pi) < 1e-9)
        #expect(abs(state.strokeEnd - strokeEnd) < 1e-9)
        #expect(abs(state.image - image) < 1e-6)
        #expect(state.isAtRest == isAtRest)
    }

    @Test("A ring that is not stopped turns endlessly")
    func endless() {
        let state = RingTimeline().state(at: 3600.5)
        #expect(state.strokeEnd == 0.5 && !state.isAtRest && state.image == 0)
        #expect(abs(state.rotation - 3600.5 * 2 * .pi) < 1e-6)
    }

    @Test("Direction, start angle and stroked fraction of the ring can be set")
    func choices() {
        var timeline = RingTimeline()
        timeline.angularSpeed = -.pi
        timeline.startAngle = 0
        timeline.startFraction = 0.25
        let frame = Rect(x: 0, y: 0, width: 10, height: 10)
        let path = timeline.layers(at: 0, in: frame, lineWidth: 2).first?.visiblePath
        let segment = path?.contours.first?.segments.first
        // A quarter counterclockwise: from the right to the top of a circle of radius 4.
        if let segment {
            #expect((segment.begin - Point(9, 5)).length < 1e-9)
            #expect((segment.end - Point(5, 1)).length < 1e-9)
        } else {
            Issue.record("no segment")
        }
        #expect(abs(timeline.state(at: 1).rotation + .pi) < 1e-12)
    }

    /// The square as it was first built: two layers on one path, since a stroke can't run past 1.
    private func twoLayers(at time: Double) -> [ClosedRange<Double>] {
        func mix(_ a: Double, _ b: Double, _ f: Double) -> Double { a + (b - a) * f }
        let round = (time / 2).truncatingRemainder(dividingBy: 1)
        let layers: [(Double, Double)]
        switch round {
        case ..<0.125:
            let f = round / 0.125
            layers = [(mix(0.875, 1, f), 1), (0, mix(0.125, 0.25, f))]
        case ..<0.875:
            let f = (round - 0.125) / 0.75
            layers = [(mix(0, 0.75, f), mix(0.25, 1, f))]
        default:
            let f = (round - 0.875) / 0.125
            layers = [(mix(0.75, 0.875, f), 1), (0, mix(0, 0.125, f))]
        }
        return layers.filter { $0.1 - $0.0 > 1e-9 }.map { $0.0...$0.1 }
    }

    @Test("A trim that wraps around equals two layers at every instant")
    func square() {
        let timeline = SquareTimeline()
        for step in 0...4000 {
            let time = Double(step) / 1000
            let one = timeline.trim(at: time).intervals.filter { $0.upperBound - $0.lowerBound > 1e-9 }
            let two = twoLayers(at: time)
            #expect(one.count == two.count, "at \(time)")
            for (a, b) in zip(one, two) {
                #expect(abs(a.lowerBound - b.lowerBound) < 1e-9, "at \(time)")
                #expect(abs(a.upperBound - b.upperBound) < 1e-9, "at \(time)")
            }
        }
    }

    @Test("A bar fills evenly", arguments: [(-1, 0), (0, 0), (1, 0.25), (4, 1), (5, 1)])
    func progress(time: Double, fraction: Double) {
        #expect(ProgressTimeline(duration: 4).fraction(at: time) == fraction)
    }
}
