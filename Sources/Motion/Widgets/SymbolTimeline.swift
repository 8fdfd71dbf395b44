/// A symbol that is drawn as if by hand, because its `strokeEnd` grows from 0 to 1.
package struct SymbolTimeline: Sendable, Hashable {
    /// The symbol.
    package var symbol: Symbol
    /// The delay before the stroke begins, in seconds.
    package var delay: MediaTime
    /// The duration of the stroke, in seconds.
    package var duration: MediaTime
    /// The tint, which determines the color.
    package var tint: Tint
    /// A speed that determines the duration by the length of the path; nil to use `duration`.
    package var speed: DrawingSpeed?

    /// Creates a timeline.
    package init(symbol: Symbol, delay: MediaTime = 0.3, duration: MediaTime = 0.5, tint: Tint) {
        self.symbol = symbol
        self.delay = delay
        self.duration = duration
        self.tint = tint
    }

    /// The growth of the stroke.
    package var drawing: Animation<Double> { drawing(duration: duration) }

    /// The times at which a line begins or ends, in seconds, for a symbol in a square frame.
    package var events: [MediaTime] {
        let path = symbol.path(in: Rect(x: 0, y: 0, width: 1, height: 1))
        let lengths = path.contours.map { MeasuredPath(Path(contours: [$0])).length }
        let total = max(lengths.reduce(0, +), 1e-9)
        var reached = 0.0
        let ends = lengths.dropLast().map { length -> MediaTime in
            reached += length
            return delay + duration * drawing.function.time(of: reached / total)
        }
        return [delay] + ends + [delay + duration]
    }

    /// Returns the drawn fraction of the path at an instant, from 0 to 1.
    package func strokeEnd(at time: MediaTime) -> Double {
        AnimatedValue(1, animations: [drawing]).value(at: time)
    }

    /// Returns the layer of the symbol at an instant.
    ///
    /// - Parameters:
    ///   - time: The time since the symbol appeared.
    ///   - frame: The rectangle that the symbol fills.
    ///   - lineWidth: The width of the stroke.
    /// - Returns: The layer of the symbol.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        let path = symbol.path(in: frame)
        let drawing = drawing(duration: speed?.duration(of: path, in: frame) ?? duration)
        let strokeEnd = AnimatedValue(1, animations: [drawing]).value(at: time)
        return [
            ShapeLayer(path: path, style: StrokeStyle(width: lineWidth), trim: Trim(end: strokeEnd), tint: tint)
                .named(symbol.name)
        ]
    }

    private func drawing(duration: MediaTime) -> Animation<Double> {
        // The model already has the final value, so nothing jumps back after the animation.
        let timing = MediaTiming(begin: delay, duration: duration, fill: .backwards)
        return Animation(from: 0, to: 1, timing: timing, function: .easeInEaseOut)
    }
}
