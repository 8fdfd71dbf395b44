package import Motion

/// Layers turned into dots that are on or off, each with the tint of the uppermost layer there.
package struct DotRaster: Sendable {
    /// How many cells a row has.
    package let columns: Int
    /// How many rows of cells there are.
    package let rows: Int
    private let glyphs: GlyphSet
    private let dotColumns: Int
    private var dots: [Tint?]

    /// A cell is two square units wide and four high, as terminals' fonts nearly are, so that a braille dot is a square.
    package static let cellSize = Point(2, 4)

    /// The rectangle that cells cover in square units.
    ///
    /// - Parameters:
    ///   - columns: How many cells a row has.
    ///   - rows: How many rows there are.
    /// - Returns: The rectangle, its top left corner at the origin.
    package static func frame(columns: Int, rows: Int) -> Rect {
        Rect(x: 0, y: 0, width: Double(columns) * cellSize.x, height: Double(rows) * cellSize.y)
    }

    /// Draws layers, each over those before it.
    ///
    /// - Parameters:
    ///   - layers: What to draw, in square units.
    ///   - columns: How many cells a row has.
    ///   - rows: How many rows of cells there are.
    ///   - glyphs: Which glyphs will show it.
    package init(_ layers: [ShapeLayer], columns: Int, rows: Int, glyphs: GlyphSet) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        self.glyphs = glyphs
        dotColumns = self.columns * glyphs.dotColumns
        let dotRows = self.rows * glyphs.dotRows
        dots = Array(repeating: nil, count: dotColumns * dotRows)
        let pitch = Point(
            Self.cellSize.x / Double(glyphs.dotColumns), Self.cellSize.y / Double(glyphs.dotRows))
        for layer in layers where layer.opacity > 0 {
            var coverage = CoverageGrid(columns: dotColumns, rows: dotRows, pitch: pitch)
            coverage.stroke(layer.visiblePath, style: layer.style)
            for row in 0..<dotRows {
                for column in 0..<dotColumns
                where coverage.coverage(column: column, row: row) >= 0.5
                    && Self.isOpaque(column: column, row: row, opacity: layer.opacity)
                {
                    dots[row * dotColumns + column] = layer.tint
                }
            }
        }
    }

    /// The glyph of a cell and the tint that most of its dots have.
    ///
    /// - Parameters:
    ///   - column: The cell's column.
    ///   - row: The cell's row.
    /// - Returns: The glyph, and nil as the tint if no dot is on.
    package func cell(column: Int, row: Int) -> (glyph: Character, tint: Tint?) {
        var pattern: UInt8 = 0
        var tints: [Tint] = []
        for y in 0..<glyphs.dotRows {
            for x in 0..<glyphs.dotColumns {
                let index = (row * glyphs.dotRows + y) * dotColumns + column * glyphs.dotColumns + x
                if let tint = dots[index] {
                    pattern |= 1 << UInt8(y * glyphs.dotColumns + x)
                    tints.append(tint)
                }
            }
        }
        let most = tints.max { a, b in tints.count { $0 == a } < tints.count { $0 == b } }
        return (glyphs.glyph(pattern), most)
    }

    /// A dot has no opacity of its own, so a layer that fades shows more and more of its dots, evenly spread: ordered
    /// dither with Bayer's matrix.
    private static func isOpaque(column: Int, row: Int, opacity: Double) -> Bool {
        opacity >= 1 || opacity > (Double(bayer[(row & 3) * 4 + (column & 3)]) + 0.5) / 16
    }

    private static let bayer: [UInt8] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
}
