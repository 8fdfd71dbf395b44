import Testing

@testable import Motion
@testable import TerminalHUD

@Suite("Strokes")
struct StrokeTests {
    private func area(_ path: Path, _ style: StrokeStyle) -> Double {
        var grid = CoverageGrid(columns: 40, rows: 40, pitch: Point(1, 1))
        grid.stroke(path, style: style)
        return area(grid)
    }

    private func area(_ grid: CoverageGrid) -> Double {
        (0..<grid.rows).reduce(0) { sum, row in
            (0..<grid.columns).reduce(sum) { $0 + grid.coverage(column: $1, row: row) }
        }
    }

    private func corner(_ end: Point) -> Path {
        var path = Path()
        path.addLines([Point(5, 20), Point(20, 20), end])
        return path
    }

    /// A right angle of two lines of 15, 4 wide, overlaps in a square of 2 × 2; what the join adds outside of it is the
    /// corner's square of 4 for a miter, half of that for a bevel, a quarter of a circle for a round one.
    @Test(
        "A corner has the area of its join",
        arguments: [
            (StrokeStyle.Join.miter, 4.0), (.bevel, 2), (.round, .pi),
        ])
    func joins(join: StrokeStyle.Join, outside: Double) {
        let found = area(corner(Point(20, 35)), StrokeStyle(width: 4, cap: .butt, join: join))
        #expect(abs(found - (2 * 15 * 4 - 4 + outside)) < 0.2)
    }

    @Test("A miter beyond its limit is beveled")
    func miterLimit() {
        var style = StrokeStyle(width: 4, cap: .butt, join: .miter)
        let sharp = corner(Point(6, 22))
        let cut = area(sharp, StrokeStyle(width: 4, cap: .butt, join: .bevel))
        style.miterLimit = 4
        #expect(area(sharp, style) == cut)
        style.miterLimit = 100
        #expect(area(sharp, style) > cut + 4)
    }

    @Test(
        "An open end has the length of its cap",
        arguments: [
            (StrokeStyle.Cap.butt, 0.0), (.square, 16), (.round, 4 * Double.pi),
        ])
    func caps(cap: StrokeStyle.Cap, more: Double) {
        var line = Path()
        line.addLines([Point(10, 10), Point(30, 10)])
        #expect(abs(area(line, StrokeStyle(width: 4, cap: cap)) - 80 - more) < 0.3)
    }

    @Test("A closed contour has joins and no caps", arguments: [StrokeStyle.Cap.butt, .square, .round])
    func closed(cap: StrokeStyle.Cap) {
        let square = SquareTimeline.path(in: Rect(x: 10, y: 10, width: 20, height: 20))
        #expect(abs(area(square, StrokeStyle(width: 4, cap: cap, join: .miter)) - (24 * 24 - 16 * 16)) < 1e-9)
    }

    @Test(
        "A line without length is a dot if its cap has an area",
        arguments: [
            (StrokeStyle.Cap.butt, 0.0), (.square, 16), (.round, 4 * Double.pi),
        ])
    func dots(cap: StrokeStyle.Cap, size: Double) {
        var dot = Path()
        dot.addLines([Point(20, 20), Point(20, 20)])
        #expect(abs(area(dot, StrokeStyle(width: 4, cap: cap)) - size) < 0.3)
    }

    @Test("A filled path covers its inside, except holes in the opposite direction")
    func fill() {
        var grid = CoverageGrid(columns: 40, rows: 40, pitch: Point(1, 1))
        var path = SquareTimeline.path(in: Rect(x: 5, y: 5, width: 30, height: 30))
        path.addLines([Point(15, 15), Point(15, 25), Point(25, 25), Point(25, 15)])
        path.close()
        grid.fill(path)
        #expect(area(grid) == 800)
    }

    @Test("One trim with wrap-around draws the same dots as two layers on the same path", arguments: 0..<80)
    func twoLayers(step: Int) {
        let time = Double(step) / 40
        let frame = DotRaster.frame(columns: 16, rows: 8)
        let one = SquareTimeline().layers(at: time, in: frame, lineWidth: 2)
        let two = one.flatMap { layer in
            layer.trim.intervals.map { interval in
                var part = layer
                part.trim = Trim(start: interval.lowerBound, end: interval.upperBound)
                return part
            }
        }
        for glyphs in GlyphSet.allCases {
            let a = DotRaster(one, columns: 16, rows: 8, glyphs: glyphs)
            let b = DotRaster(two, columns: 16, rows: 8, glyphs: glyphs)
            for row in 0..<8 {
                for column in 0..<16 { #expect(a.cell(column: column, row: row) == b.cell(column: column, row: row)) }
            }
        }
    }

    @Test(
        "Octants have Unicode's code points",
        arguments: [
            (0b0000_0001, "\u{1CEA8}"), (0b0000_0100, "\u{1CD00}"), (0b0000_0101, "▘"), (0b0000_0110, "\u{1CD01}"),
            (0b0001_0100, "\u{1FBE6}"), (0b0001_1011, "\u{1CD13}"), (0b0011_1111, "\u{1FB85}"),
            (0b1111_1110, "\u{1CDE5}"), (0b1111_1111, "█"),
        ] as [(UInt8, Character)])
    func octants(pattern: UInt8, glyph: Character) {
        #expect(GlyphSet.octant.glyph(pattern) == glyph)
    }
}
