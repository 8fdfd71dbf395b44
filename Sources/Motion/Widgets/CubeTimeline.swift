import Numbers

/// A cube that turns by a quarter once a second.
package struct CubeTimeline: Sendable, Hashable {
    /// The cube at the start.
    package var cube: Cube<String>
    /// The turns, which are repeated when all have been made.
    package var turns: [Cube<String>.Turn]
    /// The interval between two turns, in seconds.
    package var period: MediaTime
    /// The duration of a turn, in seconds.
    package var duration: MediaTime

    /// Creates a timeline.
    package init(
        cube: Cube<String> = Cube(front: "1", back: "6", left: "4", right: "3", top: "2", bottom: "5"),
        turns: [Cube<String>.Turn] = [.left, .up, .right, .down], period: MediaTime = 1, duration: MediaTime = 0.5
    ) {
        self.cube = cube
        self.turns = turns
        self.period = period
        self.duration = duration
    }

    /// Returns the layers of the visible sides at an instant.
    ///
    /// - Parameters:
    ///   - time: The time since the start of the first turn.
    ///   - frame: The rectangle in which the cube is fitted.
    ///   - lineWidth: The width of strokes.
    /// - Returns: The layers of the visible sides.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        guard !turns.isEmpty, period > 0 else { return [] }
        // The turns together are a rotation of the cube, whose order is 1, 2, 3 or 4; 12 is a multiple of these.
        let count = Int(clamping: time / period, to: 0...1_000_000_000, rounding: .down)
        var cube = cube
        for index in 0..<(count % (turns.count * 12)) { cube.turn(turns[index % turns.count]) }
        let turn = turns[count % turns.count]
        let timeline = CubeTurnTimeline(
            from: cube.front, to: cube.turned(turn).front, turn: turn, begin: Double(count) * period,
            duration: min(duration, period))
        return timeline.layers(at: time, in: frame, lineWidth: lineWidth)
    }
}
