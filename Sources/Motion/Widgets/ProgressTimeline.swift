/// A bar that fills from left to right.
package struct ProgressTimeline: Sendable, Hashable {
    /// How long it takes to fill, in seconds.
    package var duration: MediaTime

    /// Makes a timeline.
    ///
    /// - Parameter duration: How long it takes to fill, in seconds.
    package init(duration: MediaTime) {
        self.duration = duration
    }

    /// How much is filled at an instant.
    ///
    /// - Parameter time: Since it was empty.
    /// - Returns: 0 to 1.
    package func fraction(at time: MediaTime) -> Double {
        let animation = Animation<Double>(from: 0, to: 1, timing: MediaTiming(duration: duration, fill: .backwards))
        return AnimatedValue(1, animations: [animation]).value(at: time)
    }

    /// The layers at an instant.
    ///
    /// - Parameters:
    ///   - time: Since it was empty.
    ///   - frame: The rectangle that the full bar fills.
    /// - Returns: One layer: a line as thick as the frame is high.
    package func layers(at time: MediaTime, in frame: Rect) -> [ShapeLayer] {
        var path = Path()
        path.move(to: frame.point(0, 0.5))
        path.addLine(to: frame.point(1, 0.5))
        return [
            ShapeLayer(
                path: path, style: StrokeStyle(width: frame.height, cap: .butt), trim: Trim(end: fraction(at: time))
            ).named("bar")
        ]
    }
}
