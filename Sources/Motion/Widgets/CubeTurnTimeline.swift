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
    package var isFramed: Bool
    /// The tint, which determines the color.
    package var tint: Tint

    /// Creates a timeline.
    package init(
        from old: String, to new: String, turn: Cube<String>.Turn, begin: MediaTime = 0, duration: MediaTime = 0.5,
        isFramed: Bool = true, tint: Tint = .active
    ) {
        self.old = old
        self.new = new
        self.turn = turn
        self.begin = begin
        self.duration = duration
        self.isFramed = isFramed
        self.tint = tint
    }

    /// Returns the progress of the turn at an instant, from 0 to 1.
    package func fraction(at time: MediaTime) -> Double {
        AnimatedValue(1, animations: [unfolding]).value(at: time)
    }

    /// The width of the new side as a fraction of its full width; the old side has the remaining width.
    package var unfolding: Animation<Double> {
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
        let goesToBegin = turn == .left || turn == .up
        // Each side is aligned to the edge that does not move; that of the new side is opposite.
        let edge = goesToBegin == isLeaving ? 0.0 : 1.0
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
