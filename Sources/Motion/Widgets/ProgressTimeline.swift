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

    /// Returns the layers of the track and of the bar at an instant: lines as thick as the frame is high.
    ///
    /// - Parameters:
    ///   - time: The time since the bar was empty.
    ///   - frame: The rectangle of the full bar.
    /// - Returns: The layers of the track and of the bar.
    package func layers(at time: MediaTime, in frame: Rect) -> [ShapeLayer] {
        var path = Path()
        path.move(to: frame.point(0, 0.5))
        path.addLine(to: frame.point(1, 0.5))
        let style = StrokeStyle(width: frame.height, cap: .butt)
        var track = ShapeLayer(path: path, style: style, opacity: Self.trackOpacity, tint: .neutral)
        track.isBackdrop = true
        let bar = ShapeLayer(path: path, style: style, trim: Trim(end: fraction(at: time)))
        return [track.named("track"), bar.named("bar")]
    }
}
