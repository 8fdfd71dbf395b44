/// A text that is drawn line by line; each line grows along its longer axis.
package struct TitleTimeline: Sendable, Hashable {
    /// The text.
    package var text: String
    /// The interval between the starts of two lines, in seconds.
    private let stagger: MediaTime = 0.08
    /// The speed of drawing a line, in letter heights per second.
    private let heightsPerSecond = 2.5

    /// Creates a timeline.
    package init(text: String = "LEFTOFF") { self.text = text }

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
                path: line.path, style: StrokeStyle(width: lineWidth), trim: Trim(end: reached), tint: .active
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

/// A font of straight lines for letters and digits, each two units wide and four high.
enum LineFont {
    /// The width of a letter, in units of the font.
    package static let width = 2.0
    /// The height of a letter, in units of the font.
    package static let height = 4.0
    /// The gap between two letters, in units of the font.
    static let gap = 1.0

    /// Returns the lines of a letter in the order of handwriting.
    ///
    /// - Parameter letter: A letter of either case, a digit, or one of + − -.
    /// - Returns: The lines, each from its start to its end; none for any other character.
    package static func lines(_ letter: Character) -> [(from: Point, to: Point)] {
        guard let strokes = strokes[Character(letter.uppercased().first.map(String.init) ?? " ")] else { return [] }
        return strokes.split(separator: " ").flatMap { stroke in
            let points = stroke.split(separator: "-").compactMap { point -> Point? in
                let digits = point.compactMap(\.wholeNumberValue)
                return digits.count == 2 ? Point(Double(digits[0]), Double(digits[1])) : nil
            }
            return zip(points, points.dropFirst()).map { ($0, $1) }
        }
    }

    /// Returns the lines of a text that is fitted into a rectangle and centered, as one array for each letter.
    package static func lines(of text: String, in frame: Rect) -> [[(from: Point, to: Point)]] {
        let advance = width + gap
        let total = totalWidth(of: text)
        let scale = scale(of: text, in: frame)
        let origin = Point(frame.center.x - total * scale / 2, frame.center.y - height * scale / 2)
        return text.enumerated().map { index, letter in
            let place = Transform.translation(Double(index) * advance, 0).then(.scale(scale, scale))
                .then(.translation(origin.x, origin.y))
            return lines(letter).map { (place.apply($0.from), place.apply($0.to)) }
        }
    }

    /// Returns the distance between the parallel strokes of a text that is fitted into a rectangle.
    static func strokeSpacing(of text: String, in frame: Rect) -> Double { 2 * scale(of: text, in: frame) }

    private static func scale(of text: String, in frame: Rect) -> Double {
        min(frame.width / totalWidth(of: text), frame.height / height)
    }

    private static func totalWidth(of text: String) -> Double { max(Double(text.count) * (width + gap) - gap, width) }

    /// Returns the path of a text that is fitted into a rectangle and centered.
    package static func path(of text: String, in frame: Rect) -> Path {
        var path = Path()
        var last: Point?
        for line in lines(of: text, in: frame).joined() {
            if last != line.from { path.move(to: line.from) }
            path.addLine(to: line.to)
            last = line.to
        }
        return path
    }

    /// The strokes of each character, separated by spaces.
    ///
    /// Each point is written as two digits, x and y; hyphens join points.
    private static let strokes: [Character: String] = [
        "A": "04-01-10-21-24 02-22", "B": "00-04-14-23-12-02 12-21-10-00", "C": "20-00-04-24",
        "D": "00-04-14-23-21-10-00", "E": "20-00-04-24 02-12", "F": "20-00-04 02-12", "G": "20-00-04-24-22-12",
        "H": "00-04 20-24 02-22", "I": "00-20 10-14 04-24", "J": "20-24-04-03", "K": "00-04 20-02-24", "L": "00-04-24",
        "M": "04-00-12-20-24", "N": "04-00-24-20", "O": "00-20-24-04-00", "P": "04-00-20-22-02",
        "Q": "00-20-24-04-00 13-24", "R": "04-00-20-22-02 12-24", "S": "20-00-02-22-24-04", "T": "00-20 10-14",
        "U": "00-04-24-20", "V": "00-14-20", "W": "00-04-12-24-20", "X": "00-24 20-04", "Y": "00-12-20 12-14",
        "Z": "00-20-04-24", "0": "00-20-24-04-00", "1": "01-10-14 04-24", "2": "00-20-22-02-04-24",
        "3": "00-20-24-04 02-22", "4": "00-02-22 20-24", "5": "20-00-02-22-24-04", "6": "20-00-04-24-22-02",
        "7": "00-20-14", "8": "00-20-24-04-00 02-22", "9": "22-02-00-20-24-04", "+": "02-22 11-13", "-": "02-22",
        "−": "02-22",
    ]
}
