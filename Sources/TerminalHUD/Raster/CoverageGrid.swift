package import Motion
import Numbers

/// The coverage of each dot of a grid, measured with 64 samples per dot.
///
/// Shapes are added as sets of samples, so overlaps are not counted twice. They are filled line by line.
package struct CoverageGrid: Sendable {
    /// The number of dots in a row.
    package let columns: Int
    /// The number of rows.
    package let rows: Int
    /// The width and height of a dot in square units.
    package let pitch: Point
    private var samples: [UInt64]

    /// Creates an empty grid.
    package init(columns: Int, rows: Int, pitch: Point) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        self.pitch = pitch
        samples = Array(repeating: 0, count: self.columns * self.rows)
    }

    /// Returns the covered fraction of a dot, from 0 to 1.
    package func coverage(column: Int, row: Int) -> Double {
        Double(samples[row * columns + column].nonzeroBitCount) / 64
    }

    /// Covers the samples that another grid of the same size covers.
    mutating func formUnion(_ other: CoverageGrid) {
        for (index, dot) in zip(samples.indices, other.samples) { samples[index] |= dot }
    }

    /// Covers the samples inside a disc.
    mutating func coverDisc(_ center: Point, radius: Double) {
        for line in lines(center.y - radius, center.y + radius) {
            let dy = height(of: line) - center.y
            let squared = radius * radius - dy * dy
            guard squared >= 0 else { continue }
            let half = squared.squareRoot()
            cover(line, from: center.x - half, to: center.x + half)
        }
    }

    /// Covers the samples inside a convex quadrilateral, whose corners are given in order; two of them may be equal.
    mutating func coverQuad(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
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
