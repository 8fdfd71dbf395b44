import Syntax

/// A cube with six sides that can be turned by a quarter.
///
/// A turn changes the positions of the sides.
package struct Cube<Side: Sendable & Hashable>: Sendable, Hashable {
    /// The direction in which the front side moves.
    package enum Turn: String, Sendable, Hashable, CaseIterable {
        case left, right, up, down
    }

    /// The visible side.
    package private(set) var front: Side
    /// The hidden sides.
    private(set) var back, left, right, top, bottom: Side

    /// Creates a cube from its sides.
    init(front: Side, back: Side, left: Side, right: Side, top: Side, bottom: Side) {
        self.front = front
        self.back = back
        self.left = left
        self.right = right
        self.top = top
        self.bottom = bottom
    }

    /// All sides: front, back, left, right, top, bottom.
    package var sides: [Side] { [front, back, left, right, top, bottom] }

    /// Turns the cube by a quarter in the direction in which the front side moves.
    package mutating func turn(_ turn: Turn) {
        switch turn {
        case .left: (front, left, back, right) = (right, front, left, back)
        case .right: (front, right, back, left) = (left, front, right, back)
        case .up: (front, top, back, bottom) = (bottom, front, top, back)
        case .down: (front, bottom, back, top) = (top, front, bottom, back)
        }
    }

    /// Returns the cube after a turn.
    func turned(_ turn: Turn) -> Cube {
        var copy = self
        copy.turn(turn)
        return copy
    }
}

/// A cube that turns by a quarter once a second.
package struct CubeTimeline: Sendable, Hashable {
    /// The cube at the start.
    private let cube = Cube(front: "1", back: "6", left: "4", right: "3", top: "2", bottom: "5")
    /// The turns, which are repeated when all have been made.
    private let turns: [Cube<String>.Turn] = [.left, .up, .right, .down]
    /// The interval between two turns, in seconds.
    package var period: MediaTime
    /// The duration of a turn, in seconds.
    package var duration: MediaTime = 0.5

    /// Creates a timeline.
    package init(period: MediaTime = 1) { self.period = period }

    /// Returns the layers of the visible sides at an instant.
    ///
    /// - Parameters:
    ///   - time: The time since the start of the first turn.
    ///   - frame: The rectangle in which the cube is fitted.
    ///   - lineWidth: The width of strokes.
    /// - Returns: The layers of the visible sides.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        guard period > 0 else { return [] }
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

/// A quarter turn of a cube: one side is compressed toward its edge while the next one expands from the opposite edge.
package struct CubeTurnTimeline: Sendable, Hashable {
    /// The text on the side that disappears.
    package var old: String
    /// The text on the side that appears.
    package var new: String
    /// The direction in which the old side moves.
    package var turn: Cube<String>.Turn
    /// The start, in seconds.
    package var begin: MediaTime
    /// The duration, in seconds.
    package var duration: MediaTime
    /// True if the sides have an outline.
    var isFramed = true
    /// The tint, which determines the color.
    package var tint = Tint.active

    /// Creates a timeline.
    package init(
        from old: String, to new: String, turn: Cube<String>.Turn, begin: MediaTime = 0, duration: MediaTime = 0.5
    ) {
        self.old = old
        self.new = new
        self.turn = turn
        self.begin = begin
        self.duration = duration
    }

    /// Returns the progress of the turn at an instant, from 0 to 1.
    package func fraction(at time: MediaTime) -> Double {
        AnimatedValue(1, animations: [unfolding]).value(at: time)
    }

    /// The width of the new side as a fraction of its full width; the old side has the remaining width.
    var unfolding: Animation<Double> {
        let timing = MediaTiming(begin: begin, duration: duration, fill: .backwards)
        return Animation(from: 0, to: 1, timing: timing, function: .easeInEaseOut)
    }

    /// Returns the layers of both sides at an instant.
    ///
    /// - Parameters:
    ///   - time: The timeline's time.
    ///   - frame: The rectangle in which a side is fitted.
    ///   - lineWidth: The width of strokes.
    /// - Returns: The layers of both sides.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        let share = fraction(at: time)
        let square = frame.centeredSquare
        return side("old", old, square, lineWidth, share: 1 - share, isLeaving: true)
            + side("new", new, square, lineWidth, share: share, isLeaving: false)
    }

    private func side(
        _ name: String, _ text: String, _ square: Rect, _ lineWidth: Double, share: Double, isLeaving: Bool
    ) -> [ShapeLayer] {
        // Sides without outlines are small. Two compressed digits could not be read there, so the new one replaces the
        // old one halfway, and both have their full height.
        guard isFramed ? share > 0 : isLeaving ? share > 0.5 : share >= 0.5 else { return [] }
        let isSideways = turn == .left || turn == .right
        let turnsTowardOrigin = turn == .left || turn == .up
        // Each side is aligned to the edge that does not move; that of the new side is opposite.
        let edge = turnsTowardOrigin == isLeaving ? 0.0 : 1.0
        let anchor = isSideways ? square.point(edge, 0.5) : square.point(0.5, edge)
        let share = isFramed ? share : 1
        let fold = Transform.translation(-anchor.x, -anchor.y)
            .then(isSideways ? .scale(share, 1) : .scale(1, share)).then(.translation(anchor.x, anchor.y))
        // The pen is folded with the side; strokes of their full width would fill a narrow side.
        var shapes: [ShapeLayer] = []
        if isFramed {
            // The outline stays inside the side, which ends at the edge between both.
            let outline = SquareTimeline.path(in: square.inset(by: lineWidth / 2))
            shapes.append(
                ShapeLayer(
                    path: outline, style: StrokeStyle(width: lineWidth, join: .miter), transform: fold, tint: tint
                ).named(name + "-side"))
        }
        let inner = square.inset(by: isFramed ? square.width * 0.22 : lineWidth / 2)
        var digits = ShapeLayer(
            path: LineFont.path(of: text, in: inner), style: StrokeStyle(width: lineWidth), transform: fold, tint: tint)
        digits.strokeSpacing = LineFont.strokeSpacing(of: text, in: inner)
        shapes.append(digits.named(name + "-text"))
        return shapes
    }
}
