import TestSupport
import Testing

@testable import Motion
@testable import TerminalHUD

@Suite("Colours")
struct ColorTests {
    private static let half = DotRaster.Ink(tint: .success, strength: 0.5)
    private static let full = DotRaster.Ink(tint: .success, strength: 1)
    private static let own = DotRaster.Ink(tint: .custom(RGBColor(255, 135, 0)), strength: 1)

    @Test(
        "Opaque parts have the theme's colours, and fading parts are mixed with the background",
        arguments: [
            (ColorDepth.full, full, CellStyle.Color.green), (.full, half, .rgb(RGBColor(0, 88, 0))),
            (.full, own, .rgb(RGBColor(255, 135, 0))), (.indexed, full, .green), (.indexed, half, .indexed(22)),
            (.indexed, own, .indexed(208)), (.sixteen, half, .green), (.sixteen, own, .yellow), (.none, full, nil),
            (.none, own, nil),
        ] as [(ColorDepth, DotRaster.Ink, CellStyle.Color?)])
    func palette(depth: ColorDepth, ink: DotRaster.Ink, color: CellStyle.Color?) {
        #expect(Palette(depth: depth).color(ink) == color)
    }

    @Test("On a light background fading colours become lighter")
    func light() {
        let palette = Palette(depth: .full, background: RGBColor(255, 255, 255))
        #expect(palette.color(Self.half) == .rgb(RGBColor(128, 215, 128)))
    }

    @Test(
        "The nearest of the 256 colours is chosen",
        arguments: [
            (RGBColor(0, 0, 0), 16), (RGBColor(255, 255, 255), 231), (RGBColor(128, 128, 128), 244),
            (RGBColor(95, 135, 175), 67),
            (RGBColor(8, 8, 8), 232), (RGBColor(238, 238, 238), 255), (RGBColor(250, 5, 5), 196),
        ] as [(RGBColor, UInt8)])
    func nearest(color: RGBColor, number: UInt8) {
        #expect(Palette.nearestIndex(color) == number)
    }

    @Test(
        "A style is changed by the shortest sequence",
        arguments: [
            (CellStyle.plain, CellStyle(color: .cyan), "\u{1B}[36m"), (CellStyle(color: .cyan), .plain, "\u{1B}[m"),
            (CellStyle(color: .cyan), CellStyle(color: .red), "\u{1B}[31m"),
            (CellStyle(color: .cyan), CellStyle(color: .cyan), ""),
            (CellStyle(isBold: true), CellStyle(color: .red), "\u{1B}[0;31m"),
            (.plain, CellStyle(color: .indexed(22), background: .red, isDim: true), "\u{1B}[2;38;5;22;41m"),
            (.plain, CellStyle(color: .rgb(RGBColor(1, 2, 3))), "\u{1B}[38;2;1;2;3m"),
            (CellStyle(color: .red, background: .red), CellStyle(color: .red), "\u{1B}[0;31m"),
        ])
    func sequences(old: CellStyle, new: CellStyle, sequence: String) {
        #expect(new.sequence(from: old) == sequence)
    }

    @Test("A fading image is dithered without colours and dimmed with them")
    func fading() throws {
        let scene = try #require(HUDScene.named("busy"))
        func grid(_ depth: ColorDepth, _ time: Duration) -> CellGrid {
            scene.grid(
                at: time, columns: 16, rows: 8,
                appearance: HUDAppearance(glyphs: .braille, palette: Palette(depth: depth)))
        }
        let shown = grid(.full, .milliseconds(4300))
        #expect(grid(.full, .milliseconds(4200)).lines == shown.lines && grid(.full, .milliseconds(4200)) != shown)
        #expect(grid(.sixteen, .milliseconds(4200)).lines != shown.lines)
    }

    @Test("Two colours in a half-block cell become its foreground and background")
    func halves() {
        var line = Path()
        line.addLines([Point(0, 1), Point(20, 1)])
        var lower = line.transformed(by: .translation(0, 2))
        lower.addLines([])
        let style = StrokeStyle(width: 2, cap: .butt)
        let raster = DotRaster(
            [
                ShapeLayer(path: line, style: style, tint: .success),
                ShapeLayer(path: lower, style: style, tint: .failure),
            ],
            columns: 4, rows: 1, glyphs: .half)
        var grid = CellGrid(columns: 4, rows: 1)
        grid.draw(raster, palette: Palette(depth: .sixteen))
        #expect(grid[0, 1] == Cell("▀", style: CellStyle(color: .green, background: .red)))
    }

    @Test("A shadow is drawn only if colours can be mixed")
    func shadows() {
        var line = Path()
        line.addLines([Point(2, 2), Point(18, 2)])
        var shape = ShapeLayer(path: line, style: StrokeStyle(width: 1))
        shape.shadow = ShapeLayer.Shadow(offset: Point(0, 4), opacity: 1)
        func inked(_ blends: Bool) -> Int {
            let raster = DotRaster([shape], columns: 10, rows: 2, glyphs: .braille, blends: blends)
            return (0..<10).count { raster.cell(column: $0, row: 1).ink != nil }
        }
        #expect(inked(false) == 0 && inked(true) > 6)
    }

    private static let environments: [([String: String], ColorDepth)] = [
        (["TERM": "xterm"], .sixteen), (["TERM": "xterm-256color"], .indexed),
        (["TERM": "xterm", "COLORTERM": "truecolor"], .full),
        (["TERM": "xterm-direct"], .full), (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
    ]

    @Test("The environment decides the colour depth", arguments: environments)
    func depths(environment: [String: String], depth: ColorDepth) {
        let options = HUDOptions(isQuiet: false, motion: .full, environment: environment)
        guard case .live(let appearance, _) = DisplayChoice(options: options, isTerminal: true) else {
            Issue.record("not animated")
            return
        }
        #expect(appearance.palette.depth == depth)
    }

    @Test("Under continuous integration the display is plain", arguments: ["true", "1", "woodpecker"])
    func integration(value: String) {
        let options = HUDOptions(isQuiet: false, motion: .full, environment: ["TERM": "xterm", "CI": value])
        guard case .plain = DisplayChoice(options: options, isTerminal: true) else {
            Issue.record("animated")
            return
        }
    }
}
