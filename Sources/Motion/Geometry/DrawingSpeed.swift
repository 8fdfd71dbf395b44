/// A drawing speed, by which the duration of a stroke grows with the length of its path.
package struct DrawingSpeed: Sendable, Hashable {
    /// The length drawn per second, in units of the shorter side of the frame.
    package var sidesPerSecond: Double
    /// The minimum and maximum duration, in seconds.
    ///
    /// The minimum makes the drawing of a dot noticeable, and the maximum keeps a long line from delaying the user.
    package var bounds: ClosedRange<MediaTime>

    /// Creates a speed.
    ///
    /// With the defaults, drawing the check mark takes half a second.
    ///
    /// - Parameters:
    ///   - sidesPerSecond: The length drawn per second, in units of the shorter side of the frame.
    ///   - bounds: The minimum and maximum duration, in seconds.
    package init(sidesPerSecond: Double = 2.764_18, bounds: ClosedRange<MediaTime> = 0.15...1.2) {
        self.sidesPerSecond = sidesPerSecond
        self.bounds = bounds
    }

    /// Returns the duration in seconds for a path that is drawn in a frame.
    package func duration(of path: Path, in frame: Rect) -> MediaTime {
        let side = frame.shorterSide
        guard side > 0, sidesPerSecond > 0 else { return bounds.lowerBound }
        let time = MeasuredPath(path).length / side / sidesPerSecond
        return min(max(time, bounds.lowerBound), bounds.upperBound)
    }
}
