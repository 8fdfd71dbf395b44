/// A cube that turns again and again, one quarter a second.
package struct CubeTimeline: Sendable, Hashable {
    /// The cube at the begin.
    package var cube: Cube<String>
    /// The turns, one after the other, then from the first again.
    package var turns: [Cube<String>.Turn]
    /// How long one turn is after another, in seconds.
    package var period: MediaTime
    /// How long a turn takes, in seconds.
    package var duration: MediaTime

    /// Makes a timeline.
    ///
    /// - Parameters:
    ///   - cube: The cube at the begin.
    ///   - turns: The turns.
    ///   - period: How long one turn is after another, in seconds.
    ///   - duration: How long a turn takes, in seconds.
    package init(
        cube: Cube<String> = Cube(front: "1", back: "6", left: "4", right: "3", top: "2", bottom: "5"),
        turns: [Cube<String>.Turn] = [.left, .up, .right, .down], period: MediaTime = 1, duration: MediaTime = 0.5
    ) {
        self.cube = cube
        self.turns = turns
        self.period = period
        self.duration = duration
    }

    /// The layers at an instant.
    ///
    /// - Parameters:
    ///   - time: Since the first turn began.
    ///   - frame: The rectangle in which the side is as large as it can be.
    ///   - lineWidth: The stroke's width.
    /// - Returns: The layers of the sides that are seen.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        guard !turns.isEmpty, period > 0 else { return [] }
        // A round is a rotation of the cube, which is back after 1, 2, 3 or 4 of them: 12 is a multiple of all.
        let count = Int(max(0, min((time / period).rounded(.down), 1e9)))
        var cube = cube
        for index in 0..<(count % (turns.count * 12)) { cube.turn(turns[index % turns.count]) }
        let turn = turns[count % turns.count]
        let timeline = CubeTurnTimeline(
            from: cube.front, to: cube.turned(turn).front, turn: turn, begin: Double(count) * period,
            duration: min(duration, period))
        return timeline.layers(at: time, in: frame, lineWidth: lineWidth)
    }
}
