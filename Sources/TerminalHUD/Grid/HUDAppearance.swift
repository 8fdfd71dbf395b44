import Motion

/// The characters and colors of a display, chosen once for a terminal.
package struct HUDAppearance: Sendable, Hashable {
    /// The characters that show dots.
    ///
    /// Every set except `ascii` implies that the terminal can show Unicode.
    var glyphs: GlyphSet
    /// The colors of the tints.
    var palette: Palette

    /// True if colors are shown.
    private var usesColor: Bool { palette.depth > .none }

    /// Creates an appearance.
    init(glyphs: GlyphSet, palette: Palette) {
        self.glyphs = glyphs
        self.palette = palette
    }

    /// Creates an appearance with the colors of the terminal's theme, or without colors.
    package init(glyphs: GlyphSet, usesColor: Bool) {
        self.init(glyphs: glyphs, palette: Palette(depth: usesColor ? .sixteen : .none))
    }

    /// The separator between counts.
    var separator: String { glyphs == .ascii ? ", " : " · " }

    /// The sign for truncated text.
    var ellipsis: String { glyphs == .ascii ? "~" : "…" }

    /// Returns a style with a color, or without one if colors are not shown.
    func style(_ color: CellStyle.Color, isBold: Bool = false) -> CellStyle {
        CellStyle(color: usesColor ? color : nil, isBold: isBold)
    }

    /// Returns the sign before a summary: a check mark or a cross.
    private func mark(_ outcome: HUDOutcome) -> String {
        if glyphs == .ascii { return outcome == .success ? "ok" : outcome == .partial ? "!!" : "xx" }
        return outcome == .success ? "✓" : "✗"
    }

    /// Returns a summary with its sign in the color of the outcome, as one line without a line end.
    func summaryLine(_ summary: String, _ outcome: HUDOutcome) -> String {
        let text = glyphs == .ascii ? TerminalText.ascii(summary) : TerminalText.sanitized(summary)
        guard usesColor else { return mark(outcome) + " " + text }
        let style = CellStyle(color: palette.color(DotRaster.Ink(tint: outcome.tint, strength: 1)))
        return style.sequence + mark(outcome) + CellStyle.plain.sequence + " " + text
    }
}

/// The colors of tints on a terminal.
///
/// Opaque tints use the colors of the terminal's theme. Fading tints are mixed with the background, if the terminal can
/// show the result.
struct Palette: Sendable, Hashable {
    /// The colors that the terminal can show.
    package var depth: ColorDepth
    /// The color with which fading colors are mixed.
    var background: RGBColor = RGBColor(0, 0, 0)

    /// Returns the color of an ink; nil for the terminal's default.
    func color(_ ink: DotRaster.Ink) -> CellStyle.Color? {
        guard depth > .none else { return nil }
        if ink.strength >= 1 || !depth.blends {
            switch ink.tint {
            case .active: return .cyan
            case .success: return .green
            case .warning: return .yellow
            case .failure: return .red
            case .neutral: return nil
            case .custom(let color): return exact(color)
            }
        }
        return exact(background.blended(with: Self.mean(ink.tint, on: background), opacity: ink.strength))
    }

    /// Returns the color of an ink behind a character; nil for the terminal's default.
    ///
    /// The 16 colors of a theme have no shade for a faint neutral surface but bright black.
    func backgroundColor(_ ink: DotRaster.Ink) -> CellStyle.Color? {
        depth == .sixteen && ink.tint == .neutral ? .gray : color(ink)
    }

    /// Returns a color that is typical of terminal themes, because the actual color is unknown.
    private static func mean(_ tint: Tint, on background: RGBColor) -> RGBColor {
        switch tint {
        case .active: RGBColor(0, 175, 175)
        case .success: RGBColor(0, 175, 0)
        case .warning: RGBColor(205, 160, 0)
        case .failure: RGBColor(205, 40, 40)
        case .neutral: background.green > 127 ? RGBColor(40, 40, 40) : RGBColor(215, 215, 215)
        case .custom(let color): color
        }
    }

    private func exact(_ color: RGBColor) -> CellStyle.Color? {
        switch depth {
        case .none: nil
        case .sixteen: Self.nearestANSI(color)
        case .indexed: .indexed(Self.nearestIndex(color))
        case .full: .rgb(color)
        }
    }

    private static func nearestANSI(_ color: RGBColor) -> CellStyle.Color? {
        let own: [(CellStyle.Color?, RGBColor)] = [
            (.red, RGBColor(205, 40, 40)), (.green, RGBColor(0, 175, 0)), (.yellow, RGBColor(205, 160, 0)),
            (.cyan, RGBColor(0, 175, 175)), (nil, RGBColor(200, 200, 200)),
        ]
        return own.min { distance($0.1, color) < distance($1.1, color) }?.0
    }

    /// Returns the nearest color of the color cube (16 to 231) and the grays (232 to 255), as xterm defines them.
    static func nearestIndex(_ color: RGBColor) -> UInt8 {
        let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
        func step(_ value: UInt8) -> Int {
            levels.indices.min { distance(levels[$0], value) < distance(levels[$1], value) } ?? 0
        }
        let (red, green, blue) = (step(color.red), step(color.green), step(color.blue))
        let cube = RGBColor(levels[red], levels[green], levels[blue])
        let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
        let grey = min(max((mean - 8 + 5) / 10, 0), 23)
        let level = UInt8(8 + 10 * grey)
        if distance(RGBColor(level, level, level), color) < distance(cube, color) { return UInt8(232 + grey) }
        return UInt8(16 + 36 * red + 6 * green + blue)
    }

    private static func distance(_ a: UInt8, _ b: UInt8) -> Int { abs(Int(a) - Int(b)) }

    private static func distance(_ a: RGBColor, _ b: RGBColor) -> Int {
        let parts = [distance(a.red, b.red), distance(a.green, b.green), distance(a.blue, b.blue)]
        return parts.reduce(0) { $0 + $1 * $1 }
    }
}

/// The colors that a terminal can show.
package enum ColorDepth: Sendable, Hashable, Comparable {
    /// No colors.
    case none
    /// The 16 colors of its theme.
    case sixteen
    /// The 256-color palette.
    case indexed
    /// 24-bit color.
    case full

    /// True if colors can be mixed, so that fading is visible.
    var blends: Bool { self >= .indexed }
}
