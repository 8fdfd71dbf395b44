/// A symbol that draws itself: its `strokeEnd` goes from 0 to 1.
package struct SymbolTimeline: Sendable, Hashable {
    /// The symbol.
    package var symbol: Symbol
    /// How long after the appearance the stroke begins.
    package var delay: MediaTime
    /// How long the stroke takes.
    package var duration: MediaTime
    /// What the colour means.
    package var tint: Tint

    /// Makes a timeline.
    ///
    /// - Parameters:
    ///   - symbol: The symbol.
    ///   - delay: How long after the appearance the stroke begins, in seconds.
    ///   - duration: How long the stroke takes, in seconds.
    ///   - tint: What the colour means.
    package init(symbol: Symbol, delay: MediaTime = 0.3, duration: MediaTime = 0.5, tint: Tint) {
        self.symbol = symbol
        self.delay = delay
        self.duration = duration
        self.tint = tint
    }

    /// How much of the path is drawn at an instant.
    ///
    /// - Parameter time: Since the appearance.
    /// - Returns: 0 to 1.
    package func strokeEnd(at time: MediaTime) -> Double {
        let timing = MediaTiming(begin: delay, duration: duration, fill: .backwards)
        let animation = BasicAnimation(from: 0, to: 1, timing: timing, function: .easeInEaseOut)
        return AnimatedValue(1, animations: [animation]).value(at: time)
    }

    /// The layers at an instant.
    ///
    /// - Parameters:
    ///   - time: Since the appearance.
    ///   - frame: The rectangle that the symbol fills.
    ///   - lineWidth: The stroke's width.
    /// - Returns: One layer.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        [
            ShapeLayer(
                path: symbol.path(in: frame), style: StrokeStyle(width: lineWidth),
                trim: Trim(end: strokeEnd(at: time)), tint: tint)
        ]
    }
}
