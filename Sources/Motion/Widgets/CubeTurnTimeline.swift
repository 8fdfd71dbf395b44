/// A side of a cube that gives way to the next: one layer folds to its edge while another unfolds from the other edge.
package struct CubeTurnTimeline: Sendable, Hashable {
    /// The text on the side that goes.
    package var old: String
    /// The text on the side that comes.
    package var new: String
    /// Where the old side goes.
    package var turn: Cube<String>.Turn
    /// When it begins, in seconds.
    package var begin: MediaTime
    /// How long it takes, in seconds.
    package var duration: MediaTime
    /// Whether the sides have an outline.
    package var isFramed: Bool
    /// What the colour means.
    package var tint: Tint

    /// Makes a timeline.
    ///
    /// - Parameters:
    ///   - old: The text on the side that goes.
    ///   - new: The text on the side that comes.
    ///   - turn: Where the old side goes.
    ///   - begin: When it begins, in seconds.
    ///   - duration: How long it takes, in seconds.
    ///   - isFramed: Whether the sides have an outline.
    ///   - tint: What the colour means.
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

    /// How far the edge between both sides has come.
    ///
    /// - Parameter time: The timeline's time.
    /// - Returns: 0 to 1.
    package func fraction(at time: MediaTime) -> Double {
        AnimatedValue(1, animations: [unfolding]).value(at: time)
    }

    /// How wide the new side is against its whole width; the old one has the rest.
    package var unfolding: Animation<Double> {
        let timing = MediaTiming(begin: begin, duration: duration, fill: .backwards)
        return Animation(from: 0, to: 1, timing: timing, function: .easeInEaseOut)
    }

    /// The layers at an instant.
    ///
    /// - Parameters:
    ///   - time: The timeline's time.
    ///   - frame: The rectangle in which the side is as large as it can be.
    ///   - lineWidth: The stroke's width.
    /// - Returns: The layers of both sides, as far as they are seen.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        let share = fraction(at: time)
        let square = frame.centeredSquare
        return side("old", old, square, lineWidth, share: 1 - share, isLeaving: true)
            + side("new", new, square, lineWidth, share: share, isLeaving: false)
    }

    private func side(
        _ name: String, _ text: String, _ square: Rect, _ lineWidth: Double, share: Double, isLeaving: Bool
    ) -> [ShapeLayer] {
        guard share > 0 else { return [] }
        let isSideways = turn == .left || turn == .right
        let goesToBegin = turn == .left || turn == .up
        // Both sides lie against the edge that does not move; that of the new one is opposite.
        let edge = goesToBegin == isLeaving ? 0.0 : 1.0
        let anchor = isSideways ? square.point(edge, 0.5) : square.point(0.5, edge)
        let fold = Transform.translation(-anchor.x, -anchor.y)
            .then(isSideways ? .scale(share, 1) : .scale(1, share)).then(.translation(anchor.x, anchor.y))
        var shapes: [ShapeLayer] = []
        var lineWidth = lineWidth
        let margin = 0.22
        if isFramed {
            // The outline stays inside: folded, so that it ends at the edge between both. A side that is hardly seen has thinner
            // lines, which else would reach beyond it.
            let side = folded(square, share, anchor, isSideways)
            let outlineWidth = min(lineWidth, side.shorterSide / 2)
            let outline = SquareTimeline.path(in: side.inset(by: outlineWidth / 2))
            shapes.append(
                ShapeLayer(path: outline, style: StrokeStyle(width: outlineWidth, join: .miter), tint: tint)
                    .named(name + "-side"))
            lineWidth = min(lineWidth, side.shorterSide * margin * 2)
        }
        let inner = square.inset(by: isFramed ? square.width * margin : lineWidth / 2)
        let digits = LineFont.path(of: text, in: inner).transformed(by: fold)
        shapes.append(ShapeLayer(path: digits, style: StrokeStyle(width: lineWidth), tint: tint).named(name + "-text"))
        return shapes
    }

    private func folded(_ square: Rect, _ share: Double, _ anchor: Point, _ isSideways: Bool) -> Rect {
        let x = anchor.x + (square.x - anchor.x) * (isSideways ? share : 1)
        let y = anchor.y + (square.y - anchor.y) * (isSideways ? 1 : share)
        return Rect(
            x: x, y: y, width: square.width * (isSideways ? share : 1), height: square.height * (isSideways ? 1 : share)
        )
    }
}
