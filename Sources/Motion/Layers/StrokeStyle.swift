/// How a path is stroked.
package struct StrokeStyle: Sendable, Hashable {
    /// How an open end looks.
    package enum Cap: Sendable, Hashable {
        /// A half circle beyond the end.
        case round
        /// Cut off at the end.
        case butt
        /// Cut off half a width beyond the end.
        case square
    }

    /// How a corner looks.
    package enum Join: Sendable, Hashable {
        /// A circle about the corner.
        case round
        /// Both edges go on until they meet, unless that is farther than the limit.
        case miter
        /// Cut off.
        case bevel
    }

    /// The width in square units.
    package var width: Double
    /// How an open end looks.
    package var cap: Cap
    /// How a corner looks.
    package var join: Join
    /// How long a miter may be, in widths, before the corner is cut off; as in PostScript and SVG.
    package var miterLimit = 10.0

    /// Makes a style.
    ///
    /// - Parameters:
    ///   - width: The width in square units.
    ///   - cap: How an open end looks.
    ///   - join: How a corner looks.
    package init(width: Double, cap: Cap = .round, join: Join = .round) {
        self.width = width
        self.cap = cap
        self.join = join
    }
}
