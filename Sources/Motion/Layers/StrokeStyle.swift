/// The width of a stroke and the shape of its ends and corners.
package struct StrokeStyle: Sendable, Hashable {
    /// The shape of an open end.
    package enum Cap: Sendable, Hashable {
        /// A half circle beyond the end.
        case round
        /// Cut off at the end.
        case butt
        /// Cut off half a width beyond the end.
        case square
    }

    /// The shape of a corner.
    package enum Join: Sendable, Hashable {
        /// A circle about the corner.
        case round
        /// Both edges are extended until they meet, unless that is beyond the miter limit.
        case miter
        /// Cut off.
        case bevel
    }

    /// The width in square units.
    package var width: Double
    /// The shape of an open end.
    package var cap: Cap
    /// The shape of a corner.
    package var join: Join
    /// The greatest length of a miter in stroke widths, beyond which the corner is beveled; 10 as in PostScript.
    package var miterLimit = 10.0

    /// Creates a style.
    package init(width: Double, cap: Cap = .round, join: Join = .round) {
        self.width = width
        self.cap = cap
        self.join = join
    }
}
