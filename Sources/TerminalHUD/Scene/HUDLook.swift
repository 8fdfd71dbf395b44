/// How the display looks on this terminal: decided once.
package struct HUDLook: Sendable, Hashable {
    /// Which characters show dots; everything but `ascii` means that the terminal shows Unicode.
    package var glyphs: GlyphSet
    /// How tints look.
    package var palette: Palette

    /// Whether colours are shown.
    package var usesColor: Bool { palette.depth > .none }

    /// Makes a look.
    ///
    /// - Parameters:
    ///   - glyphs: Which characters show dots.
    ///   - palette: How tints look.
    package init(glyphs: GlyphSet, palette: Palette) {
        self.glyphs = glyphs
        self.palette = palette
    }

    /// Makes a look with the colours of the terminal's theme, or none.
    ///
    /// - Parameters:
    ///   - glyphs: Which characters show dots.
    ///   - usesColor: Whether colours are shown.
    package init(glyphs: GlyphSet, usesColor: Bool) {
        self.init(glyphs: glyphs, palette: Palette(depth: usesColor ? .sixteen : .none))
    }

    /// What stands between counts.
    var separator: String { glyphs == .ascii ? ", " : " · " }

    /// What stands for text that was cut off.
    var ellipsis: String { glyphs == .ascii ? "~" : "…" }

    /// A style in a colour, where colours are shown.
    ///
    /// - Parameters:
    ///   - color: The colour.
    ///   - isBold: Whether it is bold as well.
    /// - Returns: The style.
    func style(_ color: CellStyle.Color, isBold: Bool = false) -> CellStyle {
        CellStyle(color: usesColor ? color : nil, isBold: isBold)
    }

    /// The sign before a summary.
    ///
    /// - Parameter outcome: How the run ended.
    /// - Returns: A check mark or a cross.
    package func mark(_ outcome: HUDOutcome) -> String {
        if glyphs == .ascii { return outcome == .success ? "ok" : outcome == .partial ? "!!" : "xx" }
        return outcome == .success ? "✓" : "✗"
    }

    /// A summary with its sign, in the outcome's colour.
    ///
    /// - Parameters:
    ///   - summary: The text.
    ///   - outcome: How the run ended.
    /// - Returns: One line without its end.
    package func summaryLine(_ summary: String, _ outcome: HUDOutcome) -> String {
        let text = glyphs == .ascii ? TerminalText.ascii(summary) : TerminalText.sanitized(summary)
        guard usesColor else { return mark(outcome) + " " + text }
        let style = CellStyle(color: palette.color(DotRaster.Ink(tint: outcome.tint, strength: 1)))
        return style.sequence + mark(outcome) + CellStyle.plain.sequence + " " + text
    }
}
