import Motion

/// A raster of dots that are on or off, each with the tint of the topmost layer there.
struct DotRaster: Sendable {
    /// The tint and strength of a dot.
    struct Ink: Sendable, Hashable {
        /// The tint, which determines the color.
        var tint: Tint
        /// The strength from 0 to 1; a lower strength is dimmer.
        var strength: Double
    }

    /// One cell of the raster as a character.
    struct Glyph: Sendable, Hashable {
        /// The character.
        var character: Character
        /// The ink of the character; nil if all dots are off.
        var ink: Ink?
        /// The ink behind the character, if the cell shows two colors or is on a backdrop.
        var background: Ink?
    }

    /// The number of cells in a row.
    package let columns: Int
    /// The number of rows of cells.
    package let rows: Int
    private let glyphs: GlyphSet
    private let dotColumns: Int
    private var dots: [Ink?]
    /// The backdrop of each cell.
    private var backdrops: [Ink?]

    /// The size of a cell in square units.
    ///
    /// In the fonts of terminals, a cell is about twice as high as wide, so a dot of a braille character covers a
    /// square.
    static let cellSize = Point(2, 4)

    /// Returns the rectangle of cells in square units, with its top left corner at the origin.
    package static func frame(columns: Int, rows: Int) -> Rect {
        Rect(x: 0, y: 0, width: Double(columns) * cellSize.x, height: Double(rows) * cellSize.y)
    }

    /// Creates a raster of layers.
    ///
    /// - Parameters:
    ///   - layers: The layers in square units, from the lowest to the highest.
    ///   - columns: The number of cells in a row.
    ///   - rows: The number of rows of cells.
    ///   - glyphs: The characters that will show the dots.
    ///   - blends: True if the colors can show opacity and shadows. Otherwise, a translucent layer shows only some of
    ///     its dots, and shadows are omitted because they would look like the shape.
    init(_ layers: [ShapeLayer], columns: Int, rows: Int, glyphs: GlyphSet, blends: Bool = false) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        self.glyphs = glyphs
        dotColumns = self.columns * glyphs.dotColumns
        dots = Array(repeating: nil, count: dotColumns * self.rows * glyphs.dotRows)
        backdrops = Array(repeating: nil, count: self.columns * self.rows)
        for layer in layers where layer.opacity > 0 && !merges(layer) {
            if layer.isBackdrop {
                drawBackdrop(layer)
                continue
            }
            let path = layer.visiblePath
            if blends, let shadow = layer.shadow, shadow.opacity > 0 {
                let below = path.transformed(by: .translation(shadow.offset.x, shadow.offset.y))
                draw(
                    below, of: layer, opacity: layer.opacity * shadow.opacity * Self.shadowStrength, tint: .neutral,
                    blends: true)
            }
            if layer.isOpaque { clear(layer.opaquePath, opacity: layer.opacity, blends: blends) }
            draw(path, of: layer, opacity: layer.opacity, tint: layer.tint, blends: blends)
        }
    }

    /// Returns the glyph of a cell, with the ink of most of its dots.
    func cell(column: Int, row: Int) -> Glyph {
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
        // The two dots of a half-block cell may have two colors: one becomes the background.
        if glyphs == .half, pattern == 3, inks[0] != inks[1] {
            return Glyph(character: glyphs.glyph(1), ink: inks[0], background: inks[1])
        }
        return Glyph(
            character: glyphs.glyph(pattern), ink: Self.dominant(inks), background: backdrops[row * columns + column])
    }

    /// The least distance between parallel strokes in dots: with less, no dark dot remains between them in places.
    private static let legibleSpacing = 2.5
    /// The least visible opacity: a dimmer layer would only cut holes into the layers below.
    private static let leastOpacity = 0.04
    /// The opacity of a shadow at full strength.
    private static let shadowStrength = 0.4

    /// The width and height of a dot in square units.
    private var pitch: Point {
        Point(Self.cellSize.x / Double(glyphs.dotColumns), Self.cellSize.y / Double(glyphs.dotRows))
    }

    /// Returns true if a layer is compressed so much that its parallel strokes would have no dots between them.
    private func merges(_ layer: ShapeLayer) -> Bool {
        guard let spacing = layer.strokeSpacing, layer.style.width > 0 else { return false }
        func merges(_ pen: Double, _ dot: Double) -> Bool {
            let scale = pen / layer.style.width
            return scale < 1 && spacing * scale < Self.legibleSpacing * dot
        }
        return merges(layer.pen.x, pitch.x) || merges(layer.pen.y, pitch.y)
    }

    private mutating func drawBackdrop(_ layer: ShapeLayer) {
        var coverage = CoverageGrid(columns: columns, rows: rows, pitch: Self.cellSize)
        coverage.stroke(layer.visiblePath, style: layer.style, pen: layer.pen)
        for row in 0..<rows {
            for column in 0..<columns where coverage.coverage(column: column, row: row) >= 0.5 {
                backdrops[row * columns + column] = Ink(tint: layer.tint, strength: layer.opacity)
            }
        }
    }

    /// Turns off the dots inside a path, as far as a layer of this opacity is visible.
    private mutating func clear(_ path: Path, opacity: Double, blends: Bool) {
        if blends && opacity < Self.leastOpacity { return }
        var coverage = CoverageGrid(columns: dotColumns, rows: rows * glyphs.dotRows, pitch: pitch)
        coverage.fill(path)
        for row in 0..<coverage.rows {
            for column in 0..<dotColumns where coverage.coverage(column: column, row: row) >= 0.5 {
                guard blends || Self.isOpaque(column: column, row: row, opacity: opacity) else { continue }
                dots[row * dotColumns + column] = nil
            }
        }
    }

    private mutating func draw(_ path: Path, of layer: ShapeLayer, opacity: Double, tint: Tint, blends: Bool) {
        let dotRows = rows * glyphs.dotRows
        var coverage = CoverageGrid(columns: dotColumns, rows: dotRows, pitch: pitch)
        if layer.isFilled { coverage.fill(path) } else { coverage.stroke(path, style: layer.style, pen: layer.pen) }
        let shown = min(opacity, 1)
        if blends && shown < Self.leastOpacity { return }
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

    /// Returns the most frequent tint with its mean strength; if there is a tie, the first of these tints.
    private static func dominant(_ inks: [Ink]) -> Ink? {
        var best: (tint: Tint, count: Int, sum: Double)?
        for ink in inks {
            let same = inks.filter { $0.tint == ink.tint }
            if same.count > best?.count ?? 0 { best = (ink.tint, same.count, same.reduce(0) { $0 + $1.strength }) }
        }
        return best.map { Ink(tint: $0.tint, strength: $0.sum / Double($0.count)) }
    }

    /// Returns true if a dot of a translucent layer is on.
    ///
    /// A dot has no opacity of its own, so a fading layer shows fewer and fewer of its dots, by ordered dithering with
    /// Bayer's matrix.
    private static func isOpaque(column: Int, row: Int, opacity: Double) -> Bool {
        opacity >= 1 || opacity > (Double(bayer[(row & 3) * 4 + (column & 3)]) + 0.5) / 16
    }

    private static let bayer: [UInt8] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
}
