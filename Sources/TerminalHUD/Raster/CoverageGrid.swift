package import Motion

/// How much of each dot of a grid strokes cover, by 64 samples a dot.
///
/// Strokes are gathered as sets of samples, so that where two of them overlap nothing is counted twice.
package struct CoverageGrid: Sendable {
    /// How many dots a row has.
    package let columns: Int
    /// How many rows there are.
    package let rows: Int
    private let pitch: Point
    private var samples: [UInt64]

    /// Makes an empty grid.
    ///
    /// - Parameters:
    ///   - columns: How many dots a row has.
    ///   - rows: How many rows there are.
    ///   - pitch: A dot's width and height in square units.
    package init(columns: Int, rows: Int, pitch: Point) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        self.pitch = pitch
        samples = Array(repeating: 0, count: self.columns * self.rows)
    }

    /// Which part of a dot is covered.
    ///
    /// - Parameters:
    ///   - column: Its column.
    ///   - row: Its row.
    /// - Returns: 0 to 1.
    package func coverage(column: Int, row: Int) -> Double {
        Double(samples[row * columns + column].nonzeroBitCount) / 64
    }

    /// Strokes a path.
    ///
    /// - Parameters:
    ///   - path: The path in square units.
    ///   - style: The stroke; thinner than a dot it is drawn as wide as one, or it would fall apart.
    package mutating func stroke(_ path: Path, style: StrokeStyle) {
        let width = max(style.width, pitch.x, pitch.y)
        let tolerance = min(pitch.x, pitch.y) / 32
        let contours = path.contours.filter { !$0.segments.isEmpty }
        for (contour, points) in zip(contours, path.flattened(tolerance: tolerance)) {
            let isOpen = !contour.isClosed && style.cap == .butt
            for index in 1..<points.count {
                stroke(
                    from: points[index - 1], to: points[index], radius: width / 2, cutsBegin: isOpen && index == 1,
                    cutsEnd: isOpen && index == points.count - 1)
            }
        }
    }

    private mutating func stroke(from a: Point, to b: Point, radius: Double, cutsBegin: Bool, cutsEnd: Bool) {
        guard
            let across = dots(min(a.x, b.x) - radius, max(a.x, b.x) + radius, pitch.x, columns),
            let down = dots(min(a.y, b.y) - radius, max(a.y, b.y) + radius, pitch.y, rows)
        else { return }
        let direction = b - a
        let squaredLength = direction.x * direction.x + direction.y * direction.y
        let squaredRadius = radius * radius
        // No sample is farther from its dot's centre than this.
        let reach = pitch.length / 2
        func squaredDistance(_ point: Point) -> Double {
            let offset = point - a
            let along = offset.x * direction.x + offset.y * direction.y
            let t = squaredLength > 0 ? along / squaredLength : 0
            if (cutsBegin && t < 0) || (cutsEnd && t > 1) { return .infinity }
            let nearest = offset - direction * min(max(t, 0), 1)
            return nearest.x * nearest.x + nearest.y * nearest.y
        }
        for row in down {
            for column in across {
                let index = row * columns + column
                if samples[index] == .max { continue }
                let corner = Point(Double(column) * pitch.x, Double(row) * pitch.y)
                if !cutsBegin && !cutsEnd {
                    let squared = squaredDistance(corner + pitch * 0.5)
                    if squared > (radius + reach) * (radius + reach) { continue }
                    if radius > reach && squared < (radius - reach) * (radius - reach) {
                        samples[index] = .max
                        continue
                    }
                }
                var mask: UInt64 = 0
                for bit in 0..<64 {
                    let x = (Double(bit & 7) + 0.5) / 8
                    let y = (Double(bit >> 3) + 0.5) / 8
                    let sample = corner + Point(x * pitch.x, y * pitch.y)
                    if squaredDistance(sample) <= squaredRadius { mask |= 1 << UInt64(bit) }
                }
                samples[index] |= mask
            }
        }
    }

    /// The dots that an extent touches; nil where it lies outside.
    private func dots(_ low: Double, _ high: Double, _ size: Double, _ count: Int) -> Range<Int>? {
        guard low.isFinite, high.isFinite, high > 0, low < Double(count) * size else { return nil }
        let first = max(Int((low / size).rounded(.down)), 0)
        let last = min(Int(min(high / size, Double(count)).rounded(.up)), count)
        return first < last ? first..<last : nil
    }
}
