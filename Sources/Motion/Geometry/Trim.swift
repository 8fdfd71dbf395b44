/// The part of a path that is stroked, in fractions of its arc length.
///
/// Unlike `strokeStart` and `strokeEnd` it may run past the end, where it goes on at the begin.
package struct Trim: Sendable, Hashable {
    /// Where the part begins.
    package var start: Double
    /// Where it ends; nothing shows unless it is after the start, all shows once they are 1 apart.
    package var end: Double
    /// By how much both are moved along.
    package var offset: Double

    /// Makes a trim.
    ///
    /// - Parameters:
    ///   - start: Where the part begins.
    ///   - end: Where it ends.
    ///   - offset: By how much both are moved along.
    package init(start: Double = 0, end: Double = 1, offset: Double = 0) {
        self.start = start
        self.end = end
        self.offset = offset
    }

    /// The whole path.
    package static let whole = Trim()

    /// The visible parts within 0 to 1, in the order in which the stroke runs through them: one, two where it runs past the
    /// end, or none.
    package var intervals: [ClosedRange<Double>] {
        let length = end - start
        guard length > 0, start.isFinite, offset.isFinite else { return [] }
        guard length < 1 else { return [0...1] }
        let moved = start + offset
        let begin = moved - moved.rounded(.down)
        // 1 − 1e-12 and 1 are the same place; a sliver at the end would be drawn as a dot by round caps.
        let tidy = 1 - begin < 1e-12 ? 0 : begin
        let stop = tidy + length
        return stop <= 1 + 1e-12 ? [tidy...min(stop, 1)] : [tidy...1, 0...(stop - 1)]
    }
}
