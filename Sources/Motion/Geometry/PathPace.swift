/// How long a stroke should take by how long its path is, so that all are drawn by the same hand.
package struct PathPace: Sendable, Hashable {
    /// How far the hand goes in a second, in units of the shorter side of what it draws in.
    package var sidesPerSecond: Double
    /// The shortest and the longest time, in seconds: a dot must be seen to be drawn, and nobody waits for a long line.
    package var bounds: ClosedRange<MediaTime>

    /// Makes a pace.
    ///
    /// With the defaults the check mark takes its half second.
    ///
    /// - Parameters:
    ///   - sidesPerSecond: How far the hand goes in a second.
    ///   - bounds: The shortest and the longest time.
    package init(sidesPerSecond: Double = 2.764_18, bounds: ClosedRange<MediaTime> = 0.15...1.2) {
        self.sidesPerSecond = sidesPerSecond
        self.bounds = bounds
    }

    /// The time for a path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - frame: What it is drawn in.
    /// - Returns: Seconds.
    package func duration(of path: Path, in frame: Rect) -> MediaTime {
        let side = frame.shorterSide
        guard side > 0, sidesPerSecond > 0 else { return bounds.lowerBound }
        let time = MeasuredPath(path).length / side / sidesPerSecond
        return min(max(time, bounds.lowerBound), bounds.upperBound)
    }
}
