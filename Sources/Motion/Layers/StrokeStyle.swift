/// How a path is stroked, with round joins.
package struct StrokeStyle: Sendable, Hashable {
    /// How an open end looks.
    package enum Cap: Sendable, Hashable {
        /// A half circle beyond the end.
        case round
        /// Cut off at the end.
        case butt
    }

    /// The width in square units.
    package var width: Double
    /// How an open end looks.
    package var cap: Cap

    /// Makes a style.
    ///
    /// - Parameters:
    ///   - width: The width in square units.
    ///   - cap: How an open end looks.
    package init(width: Double, cap: Cap = .round) {
        self.width = width
        self.cap = cap
    }
}
