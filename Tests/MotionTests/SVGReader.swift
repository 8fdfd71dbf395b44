@testable import Motion

/// A parser of SVG path data with the commands that Motion writes: absolute M, L, Q, C and Z.
enum SVGReader {
    struct Unreadable: Error {
        var data: String
    }

    static func path(_ data: String) throws -> Path {
        var path = Path()
        for part in data.matches(of: /([MLQCZ])([^MLQCZ]*)/) {
            let numbers = part.2.split(separator: " ").compactMap { Double($0) }
            let points = stride(from: 0, to: numbers.count - 1, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
            switch (part.1, points.count) {
            case ("M", 1): path.move(to: points[0])
            case ("L", 1): path.addLine(to: points[0])
            case ("Q", 2): path.addQuadratic(to: points[1], control: points[0])
            case ("C", 3): path.addCurve(to: points[2], control1: points[0], control2: points[1])
            case ("Z", 0): path.close()
            default: throw Unreadable(data: data)
            }
        }
        return path
    }
}
