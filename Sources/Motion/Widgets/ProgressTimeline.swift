/// A bar that fills from left to right.
package struct ProgressTimeline: Sendable, Hashable {
    /// The time in which the bar fills, in seconds.
    package var duration: MediaTime

    /// Creates a timeline.
    package init(duration: MediaTime) {
        self.duration = duration
    }

    /// Returns the filled fraction at an instant, from 0 to 1.
    package func fraction(at time: MediaTime) -> Double {
        let animation = Animation<Double>(from: 0, to: 1, timing: MediaTiming(duration: duration, fill: .backwards))
        return AnimatedValue(1, animations: [animation]).value(at: time)
    }

    /// The opacity of the track, which shows the full length from the start.
    private static let trackOpacity = 0.25
    /// The maximum thickness of the track's lower edge in square units: one row of dots in every set of characters.
    private static let edgeThickness = 1.2

    /// Returns the layers of the track, its lower edge and the bar at an instant.
    ///
    /// The track and the bar are as thick as the frame is high. The edge shows the full length without colors too.
    ///
    /// - Parameters:
    ///   - time: The time since the bar was empty.
    ///   - frame: The rectangle of the full bar.
    /// - Returns: The layers of the track, its lower edge and the bar.
    package func layers(at time: MediaTime, in frame: Rect) -> [ShapeLayer] {
        var path = Path()
        path.move(to: frame.point(0, 0.5))
        path.addLine(to: frame.point(1, 0.5))
        let style = StrokeStyle(width: frame.height, cap: .butt)
        var track = ShapeLayer(path: path, style: style, opacity: Self.trackOpacity, tint: .neutral)
        track.isBackdrop = true
        let bar = ShapeLayer(path: path, style: style, trim: Trim(end: fraction(at: time)))
        return [track.named("track"), edge(in: frame).named("edge"), bar.named("bar")]
    }

    private func edge(in frame: Rect) -> ShapeLayer {
        let thickness = min(Self.edgeThickness, frame.height)
        let y = frame.y + frame.height - thickness / 2
        var path = Path()
        path.move(to: Point(frame.x, y))
        path.addLine(to: Point(frame.x + frame.width, y))
        return ShapeLayer(path: path, style: StrokeStyle(width: thickness, cap: .butt), tint: .neutral)
    }
}
