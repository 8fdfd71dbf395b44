import Testing

@testable import Motion

@Suite("Arc length")
struct ArcLengthTests {
    private static let known: [(PathSegment, Double)] = [
        (PathSegment.line(Point(1, 1), Point(4, 5)), 5.0),
        (.quadratic(Point(0, 0), Point(0.5, 0), Point(1, 1)), 1.478_942_857_544_597_4),
        (.cubic(Point(0, 0), Point(1, 2), Point(3, -1), Point(4, 1)), 4.674_293_906_728_6),
        (.cubic(Point(0, 0), Point(1, 0), Point(2, 0), Point(3, 0)), 3),
        (.cubic(Point(0, 0), Point(100, 100), Point(0, 100), Point(100, 0)), 182.842_712_474_619),
        (.arc(center: Point(5, 5), u: Point(3, 0), v: Point(0, 3), start: 1, sweep: 2 * .pi), 6 * .pi),
        (.arc(center: Point(5, 5), u: Point(3, 0), v: Point(0, 3), start: 1, sweep: -.pi), 3 * .pi),
        (.arc(center: Point(0, 0), u: Point(2, 0), v: Point(0, 1), start: 0, sweep: 2 * .pi), 9.688_448_220_547_675),
        (.line(Point(1, 1), Point(1, 1)), 0),
    ]

    /// The lengths are closed forms if they exist, otherwise midpoint sums of two million steps, computed separately.
    @Test(
        "The length of a segment is accurate to 1e-9",
        arguments: known)
    func lengths(segment: PathSegment, length: Double) {
        #expect(abs(segment.length() - length) < 1e-9 * max(length, 1))
    }

    static let segments: [PathSegment] = [
        .line(Point(1, 1), Point(4, 5)), .quadratic(Point(0, 0), Point(5, 0), Point(1, 3)),
        .cubic(Point(0, 0), Point(1, 20), Point(3, -10), Point(4, 1)),
        .arc(center: Point(1, 2), u: Point(4, 1), v: Point(-1, 2), start: 0.3, sweep: 4),
    ]

    @Test(
        "The parameter at a length is the inverse of the length at a parameter", arguments: segments,
        [0.01, 0.25, 0.5, 0.9])
    func inverse(segment: PathSegment, fraction: Double) {
        let total = segment.length()
        let t = segment.parameter(atLength: total * fraction, of: total)
        #expect(abs(segment.length(from: 0, to: t) - total * fraction) < 1e-9 * total)
    }

    @Test("A part of a segment lies on the segment", arguments: segments)
    func parts(segment: PathSegment) {
        let part = segment.part(from: 0.2, to: 0.7)
        for step in 0...10 {
            let t = Double(step) / 10
            #expect((part.point(at: t) - segment.point(at: 0.2 + 0.5 * t)).length < 1e-9)
        }
        #expect(abs(part.length() - segment.length(from: 0.2, to: 0.7)) < 1e-9)
    }

    @Test("A polyline departs from its curve by no more than the tolerance", arguments: segments)
    func flattening(segment: PathSegment) {
        let tolerance = 0.01
        let points = [segment.begin] + segment.flattened(tolerance: tolerance)
        var worst = 0.0
        for step in 0...1000 {
            let point = segment.point(at: Double(step) / 1000)
            let nearest = zip(points, points.dropFirst()).map { distance(point, $0, $1) }.min() ?? .infinity
            worst = max(worst, nearest)
        }
        #expect(worst <= tolerance)
        #expect(points.last == segment.end)
    }

    @Test("A rotation keeps lengths, and a circle stays a circle")
    func transforms() {
        let turn = Transform.rotation(1.2, about: Point(3, 4)).then(.translation(7, -2))
        for segment in Self.segments {
            let moved = segment.transformed(by: turn)
            #expect(abs(moved.length() - segment.length()) < 1e-9)
            #expect((moved.point(at: 0.3) - turn.apply(segment.point(at: 0.3))).length < 1e-9)
        }
        #expect((turn.apply(Point(3, 4)) - Point(10, 2)).length < 1e-12)
        // A quarter turn is clockwise on the screen: right becomes down.
        #expect((Transform.rotation(.pi / 2).apply(Point(1, 0)) - Point(0, 1)).length < 1e-12)
    }

    private func distance(_ p: Point, _ a: Point, _ b: Point) -> Double {
        let d = b - a
        let squared = d.x * d.x + d.y * d.y
        let t = squared > 0 ? min(max(((p.x - a.x) * d.x + (p.y - a.y) * d.y) / squared, 0), 1) : 0
        return (p - a - d * t).length
    }
}
