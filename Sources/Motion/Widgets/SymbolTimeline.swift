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
    /// Chooses the stroke's time by the path's length instead; nil for the duration.
    package var pace: PathPace?

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

    /// The stroke's way from the path's begin to its end.
    package var drawing: Animation<Double> { drawing(duration: duration) }

    /// How much of the path is drawn at an instant.
    ///
    /// - Parameter time: Since the appearance.
    /// - Returns: 0 to 1.
    package func strokeEnd(at time: MediaTime) -> Double {
        AnimatedValue(1, animations: [drawing]).value(at: time)
    }

    /// The layers at an instant.
    ///
    /// - Parameters:
    ///   - time: Since the appearance.
    ///   - frame: The rectangle that the symbol fills.
    ///   - lineWidth: The stroke's width.
    /// - Returns: One layer.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        let path = symbol.path(in: frame)
        let drawing = drawing(duration: pace?.duration(of: path, in: frame) ?? duration)
        let strokeEnd = AnimatedValue(1, animations: [drawing]).value(at: time)
        return [
            ShapeLayer(path: path, style: StrokeStyle(width: lineWidth), trim: Trim(end: strokeEnd), tint: tint)
                .named(symbol.name)
        ]
    }

    private func drawing(duration: MediaTime) -> Animation<Double> {
        // The model is at its end already, so nothing snaps back when the animation is over.
        let timing = MediaTiming(begin: delay, duration: duration, fill: .backwards)
        return Animation(from: 0, to: 1, timing: timing, function: .easeInEaseOut)
    }
}
