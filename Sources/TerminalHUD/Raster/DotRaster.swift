package import Motion

/// Layers turned into dots that are on or off, each with the colour of the uppermost layer there.
package struct DotRaster: Sendable {
    /// What a dot is drawn with.
    package struct Ink: Sendable, Hashable {
        /// What the colour means.
        package var tint: Tint
        /// How much of it is left, 0 to 1: less is dimmer.
        package var strength: Double
    }

    /// One cell of the picture.
    package struct Glyph: Sendable, Hashable {
        /// The character.
        package var character: Character
        /// What it is drawn with; nil if no dot is on.
        package var ink: Ink?
        /// What is behind the character, where one character shows two colours.
        package var background: Ink?
    }

    /// How many cells a row has.
    package let columns: Int
    /// How many rows of cells there are.
    package let rows: Int
    private let glyphs: GlyphSet
    private let dotColumns: Int
    private var dots: [Ink?]

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
    ///   - blends: Whether the colours can show that a layer is not opaque, and shadows; otherwise such a layer shows some of its
    ///     dots, and shadows are left out, since they would look like the shape.
    package init(_ layers: [ShapeLayer], columns: Int, rows: Int, glyphs: GlyphSet, blends: Bool = false) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        self.glyphs = glyphs
        dotColumns = self.columns * glyphs.dotColumns
        dots = Array(repeating: nil, count: dotColumns * self.rows * glyphs.dotRows)
        for layer in layers where layer.opacity > 0 {
            let path = layer.visiblePath
            if blends, let shadow = layer.shadow, shadow.opacity > 0 {
                let below = path.transformed(by: .translation(shadow.offset.x, shadow.offset.y))
                draw(
                    below, of: layer, opacity: layer.opacity * shadow.opacity * Self.shadowStrength, tint: .neutral,
                    blends: true)
            }
            draw(path, of: layer, opacity: layer.opacity, tint: layer.tint, blends: blends)
        }
    }

    /// The glyph of a cell, with what most of its dots are drawn with.
    ///
    /// - Parameters:
    ///   - column: The cell's column.
    ///   - row: The cell's row.
    /// - Returns: The glyph.
    package func cell(column: Int, row: Int) -> Glyph {
        var pattern: UInt8 = 0
        var inks: [Ink] = []
        for y in 0..<glyphs.dotRows {
            for x in 0..<glyphs.dotColumns {
                let index = (row * glyphs.dotRows + y) * dotColumns + column * glyphs.dotColumns + x
                if let ink = dots[index] {
                    pattern |= 1 << UInt8(y * glyphs.dotColumns + x)
                    inks.append(ink)
                }
            }
        }
        // Two dots of one cell may have two colours: one is the background's.
        if glyphs == .half, pattern == 3, inks[0] != inks[1] {
            return Glyph(character: glyphs.glyph(1), ink: inks[0], background: inks[1])
        }
        return Glyph(character: glyphs.glyph(pattern), ink: Self.most(inks))
    }

    /// How strong a shadow is that covers all it can.
    private static let shadowStrength = 0.4

    private mutating func draw(_ path: Path, of layer: ShapeLayer, opacity: Double, tint: Tint, blends: Bool) {
        let dotRows = rows * glyphs.dotRows
        var coverage = CoverageGrid(
            columns: dotColumns, rows: dotRows,
            pitch: Point(Self.cellSize.x / Double(glyphs.dotColumns), Self.cellSize.y / Double(glyphs.dotRows)))
        if layer.isFilled { coverage.fill(path) } else { coverage.stroke(path, style: layer.visibleStyle) }
        let shown = min(opacity, 1)
        // So dim that nobody would see it, and a dot of it would only cut a hole into what is below.
        if blends && shown < 0.04 { return }
        for row in 0..<dotRows {
            for column in 0..<dotColumns where coverage.coverage(column: column, row: row) >= 0.5 {
                if blends {
                    dots[row * dotColumns + column] = Ink(tint: tint, strength: shown)
                } else if Self.isOpaque(column: column, row: row, opacity: shown) {
                    dots[row * dotColumns + column] = Ink(tint: tint, strength: 1)
                }
            }
        }
    }

    /// The most frequent tint with its mean strength; the first of those that are as frequent.
    private static func most(_ inks: [Ink]) -> Ink? {
        var best: (tint: Tint, count: Int, sum: Double)?
        for ink in inks {
            let same = inks.filter { $0.tint == ink.tint }
            if same.count > best?.count ?? 0 { best = (ink.tint, same.count, same.reduce(0) { $0 + $1.strength }) }
        }
        return best.map { Ink(tint: $0.tint, strength: $0.sum / Double($0.count)) }
    }

    /// A dot has no opacity of its own, so a layer that fades shows more and more of its dots, evenly spread: ordered
    /// dither with Bayer's matrix.
    private static func isOpaque(column: Int, row: Int, opacity: Double) -> Bool {
        opacity >= 1 || opacity > (Double(bayer[(row & 3) * 4 + (column & 3)]) + 0.5) / 16
    }

    private static let bayer: [UInt8] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
}
