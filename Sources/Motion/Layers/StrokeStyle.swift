/// The width of a stroke and the shape of its ends and corners.
package struct StrokeStyle: Sendable, Hashable {
    /// The shape of an open end.
    package enum Cap: Sendable, Hashable {
        /// A half circle beyond the end.
        case round
        /// A cut at the end.
        case butt
        /// A cut half a width beyond the end.
        case square
    }

    /// The shape of a corner.
    package enum Join: Sendable, Hashable {
        /// A circle about the corner.
        case round
        /// A sharp corner, in which both edges are extended until they meet, up to the miter limit.
        case miter
        /// A cut corner.
        case bevel
    }

    /// The width in square units.
    package var width: Double
    /// The shape of an open end.
    package var cap: Cap
    /// The shape of a corner.
    package var join: Join
    /// The maximum length of a miter in stroke widths; a longer one becomes a bevel.
    ///
    /// The default is 10, as in PostScript.
    package var miterLimit = 10.0

    /// Creates a style.
    package init(width: Double, cap: Cap = .round, join: Join = .round) {
        self.width = width
        self.cap = cap
        self.join = join
    }
}
