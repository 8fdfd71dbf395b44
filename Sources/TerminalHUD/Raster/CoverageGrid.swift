import Motion
import Syntax

/// The coverage of each dot of a grid, measured with 64 samples per dot.
///
/// Shapes are added as sets of samples, so overlaps are not counted twice. They are filled line by line.
struct CoverageGrid: Sendable {
    /// The number of dots in a row.
    package let columns: Int
    /// The number of rows.
    package let rows: Int
    /// The width and height of a dot in square units.
    private let pitch: Point
    private var samples: [UInt64]

    /// Creates an empty grid.
    init(columns: Int, rows: Int, pitch: Point) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        self.pitch = pitch
        samples = Array(repeating: 0, count: self.columns * self.rows)
    }

    /// Returns the covered fraction of a dot, from 0 to 1.
    func coverage(column: Int, row: Int) -> Double {
        Double(samples[row * columns + column].nonzeroBitCount) / 64
    }

    /// Covers the samples that another grid of the same size covers.
    private mutating func formUnion(_ other: CoverageGrid) {
        for (index, dot) in zip(samples.indices, other.samples) { samples[index] |= dot }
    }

    /// Covers the samples inside a disc.
    private mutating func coverDisc(_ center: Point, radius: Double) {
        for line in lines(center.y - radius, center.y + radius) {
            let dy = height(of: line) - center.y
            let squared = radius * radius - dy * dy
            guard squared >= 0 else { continue }
            let half = squared.squareRoot()
            cover(line, from: center.x - half, to: center.x + half)
        }
    }

    /// Covers the samples inside a convex quadrilateral, whose corners are given in order; two of them may be equal.
    private mutating func coverQuad(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
        for line in lines(min(min(a.y, b.y), min(c.y, d.y)), max(max(a.y, b.y), max(c.y, d.y))) {
            let y = height(of: line)
            var low = Double.infinity
            var high = -Double.infinity
            func cross(_ p: Point, _ q: Point) {
                guard (p.y <= y) != (q.y <= y) else { return }
                let x = p.x + (q.x - p.x) * ((y - p.y) / (q.y - p.y))
                low = min(low, x)
                high = max(high, x)
            }
            cross(a, b)
            cross(b, c)
            cross(c, d)
            cross(d, a)
            if low <= high { cover(line, from: low, to: high) }
        }
    }

    /// Covers the samples inside a path by the nonzero winding rule; open contours are closed.
    package mutating func fill(_ path: Path) {
        let outlines = path.flattened(tolerance: min(pitch.x, pitch.y) / 32)
        let points = outlines.joined()
        guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
        for line in lines(points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0) {
            let y = height(of: line)
            var crossings: [(x: Double, direction: Int)] = []
            for outline in outlines {
                for (index, q) in outline.enumerated() {
                    let p = index == 0 ? outline[outline.count - 1] : outline[index - 1]
                    guard (p.y <= y) != (q.y <= y) else { continue }
                    crossings.append((p.x + (q.x - p.x) * ((y - p.y) / (q.y - p.y)), p.y <= y ? 1 : -1))
                }
            }
            crossings.sort { $0.x < $1.x }
            var winding = 0
            for (crossing, next) in zip(crossings, crossings.dropFirst()) {
                winding += crossing.direction
                if winding != 0 { cover(line, from: crossing.x, to: next.x) }
            }
        }
    }

    private func height(of line: Int) -> Double { (Double(line) + 0.5) / 8 * pitch.y }

    /// Returns the lines of samples between two y coordinates.
    private func lines(_ low: Double, _ high: Double) -> Range<Int> {
        guard let (first, last) = bounds(low, high, pitch.y / 8, rows * 8) else { return 0..<0 }
        return first..<(last + 1)
    }

    private mutating func cover(_ line: Int, from low: Double, to high: Double) {
        guard let (first, last) = bounds(low, high, pitch.x / 8, columns * 8) else { return }
        let row = (line >> 3) * columns
        let shift = UInt64(line & 7) * 8
        for dot in (first >> 3)...(last >> 3) {
            let begin = max(first - dot * 8, 0)
            let end = min(last - dot * 8, 7)
            let bits = (UInt64(0xFF) >> UInt64(7 - end + begin)) << UInt64(begin)
            samples[row + dot] |= bits << shift
        }
    }

    /// Returns the first and last sample whose center lies in a range; nil if there is none.
    private func bounds(_ low: Double, _ high: Double, _ size: Double, _ count: Int) -> (Int, Int)? {
        guard low.isFinite, high.isFinite, count > 0 else { return nil }
        let first = Int(clamping: low / size - 0.5, to: 0...count, rounding: .up)
        let last = Int(clamping: high / size - 0.5, to: -1...count - 1, rounding: .down)
        return first <= last ? (first, last) : nil
    }
}

extension CoverageGrid {
    /// Strokes a path.
    ///
    /// - Parameters:
    ///   - path: The path in square units.
    ///   - style: The style of the stroke. A stroke that is thinner than a dot is drawn as wide as a dot, so that it
    ///     has no gaps.
    ///   - pen: The width of the stroke along each axis; nil if both are that of the style.
    package mutating func stroke(_ path: Path, style: StrokeStyle, pen: Point? = nil) {
        var style = style
        guard let pen, pen.x != pen.y else {
            style.width = max(pen?.x ?? style.width, pitch.x, pitch.y)
            strokeContours(of: path, style: style)
            return
        }
        // In units of the pen, the pen is a circle.
        let unit = Point(max(pen.x, pitch.x), max(pen.y, pitch.y))
        style.width = 1
        var scaled = CoverageGrid(columns: columns, rows: rows, pitch: Point(pitch.x / unit.x, pitch.y / unit.y))
        scaled.strokeContours(of: path.transformed(by: .scale(1 / unit.x, 1 / unit.y)), style: style)
        formUnion(scaled)
    }

    private mutating func strokeContours(of path: Path, style: StrokeStyle) {
        let tolerance = min(pitch.x, pitch.y) / 32
        for contour in path.contours {
            stroke(StrokeSegment.pieces(of: contour, tolerance: tolerance), isClosed: contour.isClosed, style: style)
        }
    }

    private mutating func stroke(_ outline: (pieces: [StrokeSegment], dot: Point?), isClosed: Bool, style: StrokeStyle)
    {
        let radius = style.width / 2
        let pieces = outline.pieces
        guard let first = pieces.first, let last = pieces.last else {
            // A line of length zero is drawn as a dot if its caps extend beyond its ends.
            if let dot = outline.dot { cap(dot, Point(1, 0), style, isBoth: true) }
            return
        }
        for piece in pieces {
            let across = Point(-piece.direction.y, piece.direction.x) * radius
            coverQuad(piece.from + across, piece.to + across, piece.to - across, piece.from - across)
        }
        for (piece, next) in zip(pieces, pieces.dropFirst()) {
            join(piece, next, style, isCorner: next.beginsSegment)
        }
        if isClosed {
            join(last, first, style, isCorner: true)
        } else {
            cap(first.from, first.direction * -1, style, isBoth: false)
            cap(last.to, last.direction, style, isBoth: false)
        }
    }

    private mutating func cap(_ point: Point, _ outward: Point, _ style: StrokeStyle, isBoth: Bool) {
        let radius = style.width / 2
        switch style.cap {
        case .butt: return
        case .round: coverDisc(point, radius: radius)
        case .square:
            let across = Point(-outward.y, outward.x) * radius
            let begin = isBoth ? point - outward * radius : point
            let end = point + outward * radius
            coverQuad(begin + across, end + across, end - across, begin - across)
        }
    }

    private mutating func join(_ piece: StrokeSegment, _ next: StrokeSegment, _ style: StrokeStyle, isCorner: Bool) {
        let radius = style.width / 2
        let a = piece.direction
        let b = next.direction
        let turn = a.x * b.y - a.y * b.x
        let cosine = a.x * b.x + a.y * b.y
        guard abs(turn) > 1e-9 || cosine < 0 else { return }
        let point = next.from
        // Within a curve the angles are small, except at a cusp.
        let join = isCorner || cosine < 0.7 ? style.join : .bevel
        if join == .round {
            coverDisc(point, radius: radius)
            return
        }
        // If the line turns right, the outer side is on the left.
        let side = turn > 0 ? -radius : radius
        let leaving = point + Point(-a.y, a.x) * side
        let arriving = point + Point(-b.y, b.x) * side
        var tip = point
        // A miter is 1 / cos(θ/2) widths long, and cos²(θ/2) = (1 + cos θ)/2.
        let squared = (1 + cosine) / 2
        if join == .miter, squared > 0, squared * style.miterLimit * style.miterLimit >= 1 {
            tip = point + (leaving + arriving - point * 2) * (1 / (1 + cosine))
        } else {
            tip = leaving.interpolated(to: arriving, fraction: 0.5)
        }
        coverQuad(point, leaving, tip, arriving)
    }
}

/// A straight segment of a flattened contour.
private struct StrokeSegment {
    var from: Point
    var to: Point
    /// The direction as a vector of length 1.
    var direction: Point
    /// True if this is the first piece of a segment of the path, so that there may be a corner before it.
    var beginsSegment: Bool

    /// Flattens a contour.
    ///
    /// - Parameters:
    ///   - contour: The contour to flatten.
    ///   - tolerance: The maximum distance of a segment from its curve.
    /// - Returns: The segments of nonzero length; if there are none, the point to which the contour shrinks.
    static func pieces(of contour: Path.Contour, tolerance: Double) -> (pieces: [StrokeSegment], dot: Point?) {
        var pieces: [StrokeSegment] = []
        var dot: Point?
        for segment in contour.segments {
            var from = segment.begin
            var beginsSegment = true
            for to in segment.flattened(tolerance: tolerance) {
                let way = to - from
                let length = way.length
                guard length.isFinite else { return ([], nil) }
                if length > 1e-9 {
                    pieces.append(
                        StrokeSegment(
                            from: from, to: to, direction: way * (1 / length), beginsSegment: beginsSegment))
                    beginsSegment = false
                    from = to
                }
            }
            if from.x.isFinite && from.y.isFinite { dot = from }
        }
        return (pieces, dot)
    }
}
