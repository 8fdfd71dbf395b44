/// A square of which a quarter is stroked and goes round.
package struct SquareTimeline: Sendable, Hashable {
    /// How long one round takes, in seconds.
    package var period: MediaTime
    /// Which part of the perimeter is stroked.
    package var visibleFraction: Double
    /// Where the stroke begins at rest; before the top left corner, so that it goes round that corner.
    package var restStart: Double

    /// Makes a timeline.
    ///
    /// - Parameters:
    ///   - period: How long one round takes, in seconds.
    ///   - visibleFraction: Which part of the perimeter is stroked.
    ///   - restStart: Where the stroke begins at rest.
    package init(period: MediaTime = 2, visibleFraction: Double = 0.25, restStart: Double = 0.875) {
        self.period = period
        self.visibleFraction = visibleFraction
        self.restStart = restStart
    }

    /// Where the stroke begins, round after round.
    package var running: Animation<Double> {
        let timing = MediaTiming(duration: period, repeatCount: .infinity)
        return Animation(from: restStart, to: restStart + 1, timing: timing)
    }

    /// The stroked part at an instant.
    ///
    /// - Parameter time: Since it began to move.
    /// - Returns: The trim, which runs past the end of the path where it must.
    package func trim(at time: MediaTime) -> Trim {
        let round = (time / period).truncatingRemainder(dividingBy: 1)
        return Trim(start: restStart, end: restStart + visibleFraction, offset: round)
    }

    /// The square's path, clockwise from its top left corner.
    ///
    /// - Parameter frame: The rectangle that it goes round.
    /// - Returns: The closed path.
    package static func path(in frame: Rect) -> Path {
        var path = Path()
        path.move(to: frame.point(0, 0))
        path.addLine(to: frame.point(1, 0))
        path.addLine(to: frame.point(1, 1))
        path.addLine(to: frame.point(0, 1))
        path.close()
        return path
    }

    /// The layers at an instant.
    ///
    /// - Parameters:
    ///   - time: Since it began to move.
    ///   - frame: The rectangle in which the square is as large as it can be.
    ///   - lineWidth: The stroke's width.
    /// - Returns: One layer.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        let square = frame.centeredSquare.inset(by: lineWidth / 2)
        return [
            ShapeLayer(path: Self.path(in: square), style: StrokeStyle(width: lineWidth), trim: trim(at: time))
                .named("square")
        ]
    }
}
