import Testing

@testable import Motion
@testable import TerminalHUD

@Suite("Raster")
struct RasterTests {
    private func coverage(of path: Path, style: StrokeStyle, columns: Int, rows: Int) -> CoverageGrid {
        var grid = CoverageGrid(columns: columns, rows: rows, pitch: Point(1, 1))
        grid.stroke(path, style: style)
        return grid
    }

    private func area(_ grid: CoverageGrid) -> Double {
        (0..<grid.rows).reduce(0) { sum, row in
            (0..<grid.columns).reduce(sum) { $0 + grid.coverage(column: $1, row: row) }
        }
    }

    @Test("A stroke covers the area of its width and caps", arguments: [1.0, 2.5, 4])
    func areas(width: Double) {
        var line = Path()
        line.move(to: Point(8, 10))
        line.addLine(to: Point(28, 14))
        let length = MeasuredPath(line).length
        let butt = area(coverage(of: line, style: StrokeStyle(width: width, cap: .butt), columns: 40, rows: 24))
        #expect(abs(butt - length * width) < 0.03 * length * width)
        let round = area(coverage(of: line, style: StrokeStyle(width: width), columns: 40, rows: 24))
        #expect(abs(round - length * width - .pi * width * width / 4) < 0.03 * length * width)
        var circle = Path()
        circle.addArc(center: Point(20, 12), radius: 8, start: 0, sweep: 2 * .pi)
        let ring = area(coverage(of: circle, style: StrokeStyle(width: width), columns: 40, rows: 24))
        #expect(abs(ring - 2 * .pi * 8 * width) < 0.01 * 2 * .pi * 8 * width)
    }

    @Test("Overlaps are counted once")
    func overlap() {
        var path = Path()
        for _ in 0..<3 {
            path.move(to: Point(0, 1))
            path.addLine(to: Point(4, 1))
        }
        let grid = coverage(of: path, style: StrokeStyle(width: 1, cap: .butt), columns: 4, rows: 2)
        #expect(grid.coverage(column: 1, row: 0) == 0.5)
        #expect(grid.coverage(column: 1, row: 1) == 0.5)
    }

    @Test(
        "A stroke outside the grid or without finite coordinates draws nothing",
        arguments: [-100.0, 1e9, .nan, .infinity])
    func outside(x: Double) {
        var path = Path()
        path.move(to: Point(x, 1))
        path.addCurve(to: Point(x, 2), control1: Point(x, 5), control2: Point(x, 9))
        #expect(area(coverage(of: path, style: StrokeStyle(width: 1), columns: 4, rows: 4)) == 0)
    }

    @Test("A ring has no gaps at any size", arguments: [(2, 1), (4, 2), (6, 3), (8, 4), (40, 20)])
    func gaps(columns: Int, rows: Int) throws {
        var timeline = RingTimeline()
        timeline.stop(at: 0)
        timeline.image = nil
        let frame = DotRaster.frame(columns: columns, rows: rows)
        let layers = timeline.layers(at: 2, in: frame, lineWidth: frame.shorterSide / 12)
        var grid = CoverageGrid(columns: columns * 2, rows: rows * 4, pitch: Point(1, 1))
        for layer in layers { grid.stroke(layer.visiblePath, style: layer.style) }
        for step in 0..<360 {
            let radius = frame.shorterSide / 2 - max(frame.shorterSide / 24, 0.5)
            let turn = Transform.rotation(Double(step) / 180 * .pi, about: frame.center)
            let point = turn.apply(frame.center + Point(radius, 0))
            let column = Int(point.x)
            let row = Int(point.y)
            let near = (-1...1).flatMap { y in (-1...1).map { (column + $0, row + y) } }
                .filter { (0..<grid.columns).contains($0.0) && (0..<grid.rows).contains($0.1) }
            #expect(near.contains { grid.coverage(column: $0.0, row: $0.1) >= 0.5 }, "at \(step)°")
        }
    }

    @Test(
        "With blending, an opaque layer hides all dots below it once it is visible; otherwise, it hides a part",
        arguments: [
            (0.03, true, 64), (0.5, true, 0), (1, true, 0), (0.01, false, 64), (0.5, false, 32), (1, false, 0),
        ])
    func fadingOpaqueLayer(opacity: Double, blends: Bool, count: Int) {
        var line = Path()
        line.move(to: Point(0, 4))
        line.addLine(to: Point(8, 4))
        let below = ShapeLayer(path: line, style: StrokeStyle(width: 8, cap: .butt))
        var square = Path()
        square.addLines([Point(0, 0), Point(8, 0), Point(8, 8), Point(0, 8)])
        square.close()
        // Without a stroke of its own.
        var paper = ShapeLayer(
            path: square, style: StrokeStyle(width: 1, cap: .butt), trim: Trim(end: 0), opacity: opacity)
        paper.isOpaque = true
        let raster = DotRaster([below, paper], columns: 4, rows: 2, glyphs: .braille, blends: blends)
        let lit = (0..<8).reduce(0) { sum, index in
            let scalars = raster.cell(column: index % 4, row: index / 4).character.unicodeScalars
            return sum + scalars.reduce(0) { $0 + ($1.value < 0x2800 ? 0 : ($1.value - 0x2800).nonzeroBitCount) }
        }
        #expect(lit == count)
    }

    @Test(
        "Each pattern has its character",
        arguments: [
            (GlyphSet.braille, 0b0000_0001, "⠁"), (.braille, 0b0000_0010, "⠈"), (.braille, 0b0100_0000, "⡀"),
            (.braille, 0b1000_0000, "⢀"), (.braille, 0b1111_1111, "⣿"), (.braille, 0b0000_0111, "⠋"),
            (.half, 0b01, "▀"), (.half, 0b10, "▄"), (.half, 0b11, "█"), (.sextant, 0b00_0001, "\u{1FB00}"),
            (.sextant, 0b01_0101, "▌"), (.sextant, 0b01_0110, "\u{1FB14}"), (.sextant, 0b10_1010, "▐"),
            (.sextant, 0b11_1110, "\u{1FB3B}"), (.sextant, 0b11_1111, "█"), (.ascii, 0b1111_1111, "#"),
            (.ascii, 0b0101_0101, "|"), (.ascii, 0b1100_0000, "_"),
        ] as [(GlyphSet, UInt8, Character)])
    func glyphs(set: GlyphSet, pattern: UInt8, glyph: Character) {
        #expect(set.glyph(pattern) == glyph)
    }

    @Test("Every pattern has a character in each set, and only the empty one is blank", arguments: GlyphSet.allCases)
    func allGlyphs(set: GlyphSet) {
        let count = 1 << (set.dotColumns * set.dotRows)
        let glyphs = (0..<count).map { set.glyph(UInt8($0)) }
        #expect(glyphs.filter { $0 == " " }.count == 1 && glyphs.first == " ")
        if set == .ascii {
            #expect(glyphs.allSatisfy { $0.isASCII })
        } else {
            #expect(Set(glyphs).count == count)
        }
    }
}
