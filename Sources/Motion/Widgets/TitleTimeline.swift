/// A text that is drawn line by line; each line grows along its longer axis.
package struct TitleTimeline: Sendable, Hashable {
    /// The text.
    package var text: String
    /// The interval between the starts of two lines, in seconds.
    package var stagger: MediaTime
    /// The speed of drawing a line, in letter heights per second.
    package var heightsPerSecond: Double
    /// The tint, which determines the color.
    package var tint: Tint

    /// Creates a timeline.
    package init(
        text: String = "LEFTOFF", stagger: MediaTime = 0.08, heightsPerSecond: Double = 2.5, tint: Tint = .active
    ) {
        self.text = text
        self.stagger = stagger
        self.heightsPerSecond = heightsPerSecond
        self.tint = tint
    }

    /// The time at which the text is complete, in seconds.
    package var end: MediaTime { growthTimes.map(\.upperBound).max() ?? 0 }

    /// The time at which each line starts and the time at which it is complete, in seconds.
    package var growthTimes: [ClosedRange<MediaTime>] {
        let lengths = text.flatMap { LineFont.lines($0) }.map { ($0.to - $0.from).length / LineFont.height }
        return lengths.enumerated().map { index, length in
            let begin = stagger * Double(index)
            return begin...(begin + length / heightsPerSecond)
        }
    }

    /// Returns the layers of the lines that have started at an instant.
    ///
    /// - Parameters:
    ///   - time: The time since the start of the first line.
    ///   - frame: The rectangle in which the text is fitted.
    ///   - lineWidth: The width of strokes.
    /// - Returns: The layers of the lines that have started.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        lines(in: frame, lineWidth: lineWidth).enumerated().compactMap { index, line in
            let reached = AnimatedValue(1, animations: [line.growth]).value(at: time)
            guard reached > 0 else { return nil }
            return ShapeLayer(
                path: line.path, style: StrokeStyle(width: lineWidth), trim: Trim(end: reached), tint: tint
            ).named("line-\(index)")
        }
    }

    /// Returns the lines in the order in which they start, each with the animation of its growth.
    package func lines(in frame: Rect, lineWidth: Double) -> [(path: Path, growth: Animation<Double>)] {
        let inner = frame.inset(by: lineWidth / 2)
        let height = max(letterHeight(in: inner), 1e-9)
        return LineFont.lines(of: text, in: inner).joined().enumerated().map { index, line in
            let heights = (line.to - line.from).length / height
            let timing = MediaTiming(
                begin: stagger * Double(index), duration: heights / heightsPerSecond, fill: .backwards)
            var path = Path()
            path.addLines([line.from, line.to])
            return (path, Animation(from: 0, to: 1, timing: timing, function: .easeInEaseOut))
        }
    }

    private func letterHeight(in frame: Rect) -> Double {
        let total = max(Double(text.count) * (LineFont.width + LineFont.gap) - LineFont.gap, LineFont.width)
        return min(frame.width / total * LineFont.height, frame.height)
    }
}
