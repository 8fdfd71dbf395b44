/// Which colours a terminal shows.
package enum ColorDepth: Sendable, Hashable, Comparable {
    /// None.
    case none
    /// The sixteen of its theme.
    case sixteen
    /// 256 numbered ones.
    case indexed
    /// All.
    case full

    /// Whether colours can be mixed, so that dimming shows.
    package var blends: Bool { self >= .indexed }
}
