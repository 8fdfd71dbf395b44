/// A text that is written by lines, each growing along its longer axis.
package struct TitleTimeline: Sendable, Hashable {
    /// The text.
    package var text: String
    /// How long after one line the next begins, in seconds.
    package var stagger: MediaTime
    /// How far a line's end goes in a second, in heights of a letter.
    package var heightsPerSecond: Double
    /// What the colour means.
    package var tint: Tint

    /// Makes a timeline.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - stagger: How long after one line the next begins, in seconds.
    ///   - heightsPerSecond: How far a line's end goes in a second, in heights of a letter.
    ///   - tint: What the colour means.
    package init(
        text: String = "LEFTOFF", stagger: MediaTime = 0.08, heightsPerSecond: Double = 2.5, tint: Tint = .active
    ) {
        self.text = text
        self.stagger = stagger
        self.heightsPerSecond = heightsPerSecond
        self.tint = tint
    }

    /// When all is written, in seconds.
    package var end: MediaTime {
        let lengths = text.flatMap { LineFont.lines($0) }.map { ($0.to - $0.from).length / LineFont.height }
        return lengths.enumerated().map { stagger * Double($0.offset) + $0.element / heightsPerSecond }.max() ?? 0
    }

    /// The layers at an instant.
    ///
    /// - Parameters:
    ///   - time: Since the first line began.
    ///   - frame: The rectangle in which the text is as large as it can be.
    ///   - lineWidth: The stroke's width.
    /// - Returns: One layer for each line that has begun.
    package func layers(at time: MediaTime, in frame: Rect, lineWidth: Double) -> [ShapeLayer] {
        lines(in: frame, lineWidth: lineWidth).enumerated().compactMap { index, line in
            let reached = AnimatedValue(1, animations: [line.growth]).value(at: time)
            guard reached > 0 else { return nil }
            return ShapeLayer(
                path: line.path, style: StrokeStyle(width: lineWidth), trim: Trim(end: reached), tint: tint
            ).named("line-\(index)")
        }
    }

    /// All lines, and how each grows.
    ///
    /// - Parameters:
    ///   - frame: The rectangle in which the text is as large as it can be.
    ///   - lineWidth: The stroke's width.
    /// - Returns: The lines in the order in which they begin, each with the way of its end.
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
