/// The characters and colors of a display, chosen once for a terminal.
package struct HUDAppearance: Sendable, Hashable {
    /// The characters that show dots.
    ///
    /// Every set except `ascii` implies that the terminal can show Unicode.
    package var glyphs: GlyphSet
    /// The colors of the tints.
    package var palette: Palette

    /// True if colors are shown.
    package var usesColor: Bool { palette.depth > .none }

    /// Creates an appearance.
    package init(glyphs: GlyphSet, palette: Palette) {
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
    package func mark(_ outcome: HUDOutcome) -> String {
        if glyphs == .ascii { return outcome == .success ? "ok" : outcome == .partial ? "!!" : "xx" }
        return outcome == .success ? "✓" : "✗"
    }

    /// Returns a summary with its sign in the color of the outcome, as one line without a line end.
    package func summaryLine(_ summary: String, _ outcome: HUDOutcome) -> String {
        let text = glyphs == .ascii ? TerminalText.ascii(summary) : TerminalText.sanitized(summary)
        guard usesColor else { return mark(outcome) + " " + text }
        let style = CellStyle(color: palette.color(DotRaster.Ink(tint: outcome.tint, strength: 1)))
        return style.sequence + mark(outcome) + CellStyle.plain.sequence + " " + text
    }
}
