import Testing

@testable import Motion

@Suite("Trim")
struct TrimTests {
    @Test(
        "A trim that runs past the end wraps around to the begin",
        arguments: [
            (Trim(), [0...1]), (Trim(end: 0.5), [0...0.5]), (Trim(start: 0.25, end: 0.5), [0.25...0.5]),
            (Trim(start: 0.5, end: 0.5), []), (Trim(start: 0.6, end: 0.5), []),
            (Trim(start: 0.875, end: 1.125), [0.875...1, 0...0.125]),
            (Trim(end: 0.25, offset: 0.875), [0.875...1, 0...0.125]), (Trim(end: 0.25, offset: 1), [0...0.25]),
            (Trim(end: 0.25, offset: 0.75), [0.75...1]), (Trim(end: 0.25, offset: -0.125), [0.875...1, 0...0.125]),
            (Trim(end: 0.5, offset: 7.75), [0.75...1, 0...0.25]), (Trim(start: -1, end: 3), [0...1]),
            (Trim(end: 1, offset: 0.3), [0...1]), (Trim(end: .nan), []), (Trim(end: 0.5, offset: .infinity), []),
        ] as [(Trim, [ClosedRange<Double>])])
    func intervals(trim: Trim, intervals: [ClosedRange<Double>]) {
        #expect(trim.intervals == intervals)
    }

    @Test("A trimmed path has the trim's share of the length", arguments: [0, 0.1, 0.37, 0.5, 0.99, 1])
    func share(fraction: Double) {
        let measured = MeasuredPath(Symbol.checkmark.path(in: Rect(x: 0, y: 0, width: 44, height: 44)))
        let part = MeasuredPath(measured.trimmed(Trim(end: fraction)))
        #expect(abs(part.length - measured.length * fraction) < 1e-8)
        let point = measured.point(atFraction: fraction)
        let end = part.path.contours.last?.segments.last?.end
        if fraction > 0, let point, let end { #expect((point - end).length < 1e-8) }
    }

    @Test("Several contours are trimmed one after the other")
    func contours() {
        let measured = MeasuredPath(Symbol.cross.path(in: Rect(x: 0, y: 0, width: 10, height: 10)))
        #expect(measured.trimmed(Trim(end: 0.5)).contours.count == 1)
        #expect(measured.trimmed(Trim(end: 0.75)).contours.count == 2)
        #expect(measured.trimmed(Trim(start: 0.5, end: 0.75)).contours.count == 1)
    }

    @Test("A stroke around the begin of a closed contour is one piece")
    func wrapped() {
        let path = SquareTimeline.path(in: Rect(x: 0, y: 0, width: 10, height: 10))
        let visible = MeasuredPath(path).trimmed(Trim(start: 0.875, end: 1.125))
        #expect(visible.contours.count == 1)
        let segments = visible.contours.first?.segments ?? []
        #expect(segments == [.line(Point(0, 5), Point(0, 0)), .line(Point(0, 0), Point(5, 0))])
    }

    @Test("A path is built from connected lines, curves and arcs")
    func building() {
        var path = Path()
        path.move(to: Point(0, 0))
        path.addLine(to: Point(2, 0))
        path.addQuadratic(to: Point(4, 0), control: Point(3, 1))
        path.addArc(center: Point(6, 0), radius: 1, start: .pi, sweep: .pi)
        path.addCurve(to: Point(9, 3), control1: Point(8, 0), control2: Point(9, 1))
        path.close()
        path.addLine(to: Point(0, 7))
        #expect(path.contours.count == 2)
        for contour in path.contours {
            for (one, next) in zip(contour.segments, contour.segments.dropFirst()) {
                #expect((one.end - next.begin).length < 1e-9)
            }
        }
        #expect(path.contours[0].isClosed)
        #expect(path.contours[0].segments.last?.end == Point(0, 0))
        #expect(path.contours[1].segments == [.line(Point(0, 0), Point(0, 7))])
    }

    @Test("An empty path has no length and draws nothing")
    func empty() {
        let measured = MeasuredPath(Path())
        #expect(measured.length == 0)
        #expect(measured.point(atFraction: 0.5) == nil)
        #expect(measured.trimmed(Trim(start: 0.9, end: 1.2)).contours.isEmpty)
    }
}
