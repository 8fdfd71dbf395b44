/// A square of which a quarter is stroked; the stroke moves along the perimeter.
package struct SquareTimeline: Sendable, Hashable {
    /// The duration of one round, in seconds.
    package var period: MediaTime
    /// The stroked fraction of the perimeter.
    package var visibleFraction: Double
    /// The start of the stroke at rest, as a fraction of the perimeter.
    ///
    /// The default is before the top left corner, so that the stroke bends around that corner.
    package var restStart: Double

    /// Creates a timeline.
    package init(period: MediaTime = 2, visibleFraction: Double = 0.25, restStart: Double = 0.875) {
        self.period = period
        self.visibleFraction = visibleFraction
        self.restStart = restStart
    }

    /// The start of the stroke, which moves around the perimeter again and again.
    package var running: Animation<Double> {
        let timing = MediaTiming(duration: period, repeatCount: .infinity)
        return Animation(from: restStart, to: restStart + 1, timing: timing)
    }

    /// Returns the stroked part at an instant, which wraps around the end of the path if necessary.
    package func trim(at time: MediaTime) -> Trim {
        let round = (time / period).truncatingRemainder(dividingBy: 1)
        return Trim(start: restStart, end: restStart + visibleFraction, offset: round)
    }

    /// Returns the closed path along the edges of a rectangle, clockwise from the top left corner.
    package static func path(in frame: Rect) -> Path {
        var path = Path()
        path.move(to: frame.point(0, 0))
        path.addLine(to: frame.point(1, 0))
        path.addLine(to: frame.point(1, 1))
        path.addLine(to: frame.point(0, 1))
        path.close()
        return path
    }

    /// Returns the layer of the square at an instant.
    ///
    /// - Parameters:
    ///   - time: The time since the square began to move.
    ///   - frame: The rectangle in which the square is fitted.
    ///   - lineWidth: The width of the stroke.
    /// - Returns: The layer of the square.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        let square = frame.centeredSquare.inset(by: lineWidth / 2)
        return [
            ShapeLayer(path: Self.path(in: square), style: StrokeStyle(width: lineWidth), trim: trim(at: time))
                .named("square")
        ]
    }
}
