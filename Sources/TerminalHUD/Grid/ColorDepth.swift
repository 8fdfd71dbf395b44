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
    package var blends: Bool { self >= .indexed }
}
