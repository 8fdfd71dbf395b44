import Testing

@testable import Motion
@testable import TerminalHUD

/// Tests of details that look unfinished: blots, tangled lines and cut caps.
@Suite("Finish of the drawing")
struct FinishTests {
    static let sizes = [
        TerminalSize(columns: 16, rows: 4), TerminalSize(columns: 32, rows: 8), TerminalSize(columns: 48, rows: 12),
        TerminalSize(columns: 64, rows: 16),
    ]

    /// The dots of layers; true if the dot is on.
    private func dots(_ layers: [ShapeLayer], _ size: TerminalSize) -> [[Bool]] {
        let cells = DotRaster(layers, columns: size.columns, rows: size.rows, glyphs: .braille)
        var result = Array(repeating: Array(repeating: false, count: size.columns * 2), count: size.rows * 4)
        let order = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let scalar = cells.cell(column: column, row: row).character.unicodeScalars.first?.value ?? 0
                for (bit, place) in order.enumerated() where scalar >= 0x2800 && (scalar - 0x2800) >> bit & 1 == 1 {
                    result[row * 4 + place.1][column * 2 + place.0] = true
                }
            }
        }
        return result
    }

    @Test("Strokes are folded with their side: across the fold they become thinner, along it they keep their width")
    func pen() {
        var path = Path()
        path.addLines([Point(4, 4), Point(28, 4)])
        path.addLines([Point(16, 8), Point(16, 28)])
        let size = TerminalSize(columns: 16, rows: 8)
        var layer = ShapeLayer(path: path, style: StrokeStyle(width: 4, cap: .butt))
        func widths(_ transform: Transform) -> (horizontal: Int, vertical: Int) {
            layer.transform = transform
            let dots = dots([layer], size)
            let column = dots.map { $0[9] }.count { $0 }
            let row = dots.last { $0.contains(true) }?.count { $0 } ?? 0
            return (column, row)
        }
        #expect(widths(.identity) == (4, 4))
        #expect(widths(.scale(0.5, 1)) == (4, 2))
        #expect(widths(.scale(1, 0.5)) == (2, 4))
        // A stroke never becomes thinner than a dot.
        #expect(widths(.scale(0.1, 1)).vertical == 1)
    }

    @Test("While a digit turns there are dark dots between its bars, or it is not drawn", arguments: sizes)
    func digits(size: TerminalSize) {
        let frame = DotRaster.frame(columns: size.columns, rows: size.rows)
        let timeline = ThrowTimeline()
        for step in 1..<50 {
            let time = timeline.duration + timeline.countDuration * Double(step) / 50
            let lineWidth = frame.shorterSide / 12
            let all = timeline.layers(at: time, in: frame, lineWidth: lineWidth)
            for layer in all where layer.name.hasSuffix("-text") {
                let share = layer.transform.d
                let shown = dots([layer], size)
                let rows = shown.filter { $0.contains(true) }
                guard share < 1, !rows.isEmpty else { continue }
                // The digits 2 and 3 have three bars and two gaps, in which fewer dots are on.
                let counts = rows.map { row in row.count { $0 } }
                let isGap = counts.map { Double($0) < 0.7 * Double(counts.max() ?? 0) }
                let gaps = isGap.indices.count { isGap[$0] && ($0 == 0 || !isGap[$0 - 1]) }
                #expect(gaps >= 2, "\(layer.name) at \(time): \(counts)")
            }
        }
    }

    @Test("A side of the cube keeps its proportions while it is folded", arguments: sizes.dropFirst(), [0.2, 1.2, 2.3])
    func cube(size: TerminalSize, time: Double) throws {
        let frame = DotRaster.frame(columns: size.rows * 2, rows: size.rows)
        let lineWidth = frame.shorterSide / 12
        let still = CubeTimeline().layers(at: 0, in: frame, lineWidth: lineWidth)
        let turning = CubeTimeline().layers(at: time, in: frame, lineWidth: lineWidth)
        let outlines = turning.filter { $0.name.hasSuffix("-side") }
        #expect(outlines.count == 2)
        let shares = outlines.map { min($0.transform.a, $0.transform.d) }
        #expect(abs(shares.reduce(0, +) - 1) < 1e-9)
        for outline in outlines {
            #expect(outline.path == still[0].path && outline.style == still[0].style)
            // The inner edge of the border is as far inside as on the unfolded side, in proportion.
            #expect(min(outline.pen.x, outline.pen.y) < max(outline.pen.x, outline.pen.y))
            #expect(max(outline.pen.x, outline.pen.y) == lineWidth)
        }
    }

    @Test("The flying card hides what is below it", arguments: sizes, [0.74, 0.76, 0.78, 0.79])
    func card(size: TerminalSize, time: Double) throws {
        let frame = DotRaster.frame(columns: size.columns, rows: size.rows)
        let all = ThrowTimeline().layers(at: time, in: frame, lineWidth: frame.shorterSide / 12)
        let card = try #require(all.last)
        #expect(card.name == "copy" && card.isOpaque)
        let (shown, own) = (dots(all, size), dots([card], size))
        var solid = card
        solid.path = Path(contours: card.path.contours.filter(\.isClosed))
        solid.isFilled = true
        let inside = dots([solid], size)
        for row in inside.indices {
            for column in inside[row].indices where inside[row][column] {
                #expect(shown[row][column] == own[row][column], "\(column), \(row)")
            }
        }
    }

    @Test("No symbol is cut off at the edge of its cells", arguments: Symbol.library, sizes)
    func caps(symbol: Symbol, size: TerminalSize) {
        let frame = DotRaster.frame(columns: size.columns, rows: size.rows)
        let lineWidth = frame.shorterSide * HUDScene.strokeFraction
        let inner = symbol.unclippedFrame(in: frame, lineWidth: lineWidth)
        let points = symbol.path(in: inner).flattened(tolerance: 0.01).joined()
        let slack = 0.02
        for point in points {
            #expect(point.x >= lineWidth / 2 - slack && point.x <= frame.width - lineWidth / 2 + slack)
            #expect(point.y >= lineWidth / 2 - slack && point.y <= frame.height - lineWidth / 2 + slack)
        }
        // It is not smaller than necessary: something touches an edge, unless the whole frame is used.
        let gaps = points.flatMap { [$0.x, frame.width - $0.x, $0.y, frame.height - $0.y] }
        #expect(inner == frame || abs((gaps.min() ?? 0) - lineWidth / 2) < 0.1)
    }

    @Test(
        "The track of a bar is visible from the start: by its lower edge, and by its background if there are colors",
        arguments: [(ColorDepth.full, true), (.indexed, true), (.sixteen, true), (.none, false)])
    func track(depth: ColorDepth, hasBackground: Bool) throws {
        let scene = try #require(HUDScene.named("progress"))
        let appearance = HUDAppearance(glyphs: .braille, palette: Palette(depth: depth))
        for (time, caption) in [(Duration.zero, "   0%"), (.seconds(1), "  25%"), (.seconds(4), " 100%")] {
            let grid = scene.grid(at: time, columns: 20, rows: 1, appearance: appearance)
            let backgrounds = Set((0..<15).map { grid[0, $0].style.background })
            #expect(backgrounds.count == 1 && (backgrounds.first != .some(nil)) == hasBackground)
            let text = scene.frame(at: time, columns: 15, rows: 1, glyphs: .braille)[0]
            #expect(grid.lines == [text + caption])
            if time == .zero { #expect(text == String(repeating: "⣀", count: 15)) }
        }
    }

    @Test("Without space for a number, the bar fills all columns", arguments: [1, 11, 12])
    func narrowBar(columns: Int) throws {
        let scene = try #require(HUDScene.named("progress"))
        let appearance = HUDAppearance(glyphs: .braille, usesColor: false)
        let grid = scene.grid(at: .seconds(4), columns: columns, rows: 1, appearance: appearance)
        let isFull = columns < 12
        #expect(grid.lines == [String(repeating: "⣿", count: isFull ? columns : columns - 5) + (isFull ? "" : " 100%")])
    }

    @Test("The edge of the track is visible with every set of characters", arguments: GlyphSet.allCases, [1, 2, 3])
    func edge(glyphs: GlyphSet, rows: Int) throws {
        let scene = try #require(HUDScene.named("progress"))
        let lines = scene.frame(at: .zero, columns: 10, rows: rows, glyphs: glyphs)
        let last = try #require(lines.last)
        #expect(!last.contains(glyphs.blank) && Set(last).count == 1)
        #expect(lines.dropLast().allSatisfy { Set($0) == [glyphs.blank] })
        #expect(lines != scene.frame(at: .seconds(4), columns: 10, rows: rows, glyphs: glyphs))
    }

    @Test("The lit dots of a bar grow from those of its track to all")
    func bar() throws {
        let scene = try #require(HUDScene.named("progress"))
        let size = TerminalSize(columns: 20, rows: 1)
        let counts = stride(from: 0, through: 4, by: 0.05).map { time in
            dots(scene.layers(at: time, in: DotRaster.frame(columns: 20, rows: 1)), size).joined().count { $0 }
        }
        #expect(counts.first == 40 && counts.last == 160 && counts == counts.sorted())
    }
}
