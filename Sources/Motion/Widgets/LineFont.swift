/// Letters and digits made of straight lines, two units wide and four high.
package enum LineFont {
    /// How wide a letter is, in units of its drawing.
    package static let width = 2.0
    /// How high it is.
    package static let height = 4.0
    /// How far the next letter is from it.
    package static let gap = 1.0

    /// The lines of a letter, each from its begin to its end as a hand would write it.
    ///
    /// - Parameter letter: A letter of either case, a digit, or one of + − -.
    /// - Returns: The lines; none for any other character.
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

    /// The path of a text in a rectangle, as large as fits, in its middle.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - frame: The rectangle that it must stay in.
    /// - Returns: The lines, one list a letter.
    package static func lines(of text: String, in frame: Rect) -> [[(from: Point, to: Point)]] {
        let advance = width + gap
        let total = max(Double(text.count) * advance - gap, width)
        let scale = min(frame.width / total, frame.height / height)
        let origin = Point(frame.center.x - total * scale / 2, frame.center.y - height * scale / 2)
        return text.enumerated().map { index, letter in
            let place = Transform.translation(Double(index) * advance, 0).then(.scale(scale, scale))
                .then(.translation(origin.x, origin.y))
            return lines(letter).map { (place.apply($0.from), place.apply($0.to)) }
        }
    }

    /// The path of a text in a rectangle, all lines in one.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - frame: The rectangle that it must stay in.
    /// - Returns: The path.
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

    /// Points as two digits, x and y, joined to strokes by hyphens.
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
