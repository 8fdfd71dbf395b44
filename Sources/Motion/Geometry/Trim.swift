/// The part of a path that is stroked, given as fractions of its arc length.
///
/// Unlike `strokeStart` and `strokeEnd`, the part may extend past the end of the path; it then continues at the start.
package struct Trim: Sendable, Hashable {
    /// The start of the part (`strokeStart`).
    package var start: Double
    /// The end of the part (`strokeEnd`).
    ///
    /// Nothing is stroked unless the end is greater than the start. The whole path is stroked if the end exceeds the
    /// start by 1 or more.
    package var end: Double
    /// An offset that is added to both the start and the end.
    package var offset: Double

    /// Creates a trim.
    package init(start: Double = 0, end: Double = 1, offset: Double = 0) {
        self.start = start
        self.end = end
        self.offset = offset
    }

    /// The trim that selects the whole path.
    package static let whole = Trim()

    /// The intervals within 0...1 that are stroked, in drawing order.
    ///
    /// If the part wraps around the end of the path, there are two intervals; if nothing is stroked, there are none.
    package var intervals: [ClosedRange<Double>] {
        let length = end - start
        guard length > 0, start.isFinite, offset.isFinite else { return [] }
        guard length < 1 else { return [0...1] }
        let moved = start + offset
        let begin = moved - moved.rounded(.down)
        // A start within rounding errors of 1 is changed to 0; otherwise round caps would draw a sliver at the end as a
        // dot.
        let tidy = 1 - begin < 1e-12 ? 0 : begin
        let stop = tidy + length
        return stop <= 1 + 1e-12 ? [tidy...min(stop, 1)] : [tidy...1, 0...(stop - 1)]
    }
}
