import Numbers

/// The range of a number in a snapshot.
///
/// `js/wire/snapshot-ranges.js` moves the numbers of a capture into these ranges, and `Resources/openapi.json`
/// documents them. A stored number out of range is moved into it when it is read. In a new snapshot it is an error,
/// except where a browser can measure such a number: there one damaged number must not cost the place.
struct SnapshotRange: Sendable, Hashable {
    /// The numbers that are stored.
    let range: ClosedRange<Double>
    /// The distance from the range within which the number of a new snapshot is moved into it instead of refused.
    let tolerance: Double

    /// A scroll offset, or the size of a viewport, a document or a scroller, in CSS px.
    ///
    /// Browsers lay out at most 2^25 px. An offset is negative in right-to-left text, and while a page is dragged
    /// beyond its start.
    static let length = SnapshotRange(range: -1e8...1e8, tolerance: 0)
    /// An edge or a size of a box, in CSS px, or a quotient of such lengths.
    ///
    /// CSS transforms move and scale boxes without a limit.
    static let box = SnapshotRange(range: -1e8...1e8, tolerance: .infinity)
    /// A ratio of lengths: a zoom factor, or the widths of the page and the window.
    ///
    /// A page of 10,000,000 px in a narrow window has a larger one.
    static let scale = SnapshotRange(range: 0...1000, tolerance: .infinity)
    /// A share of a text or a distance; the sum of rounded lengths may exceed the whole slightly.
    static let fraction = SnapshotRange(range: 0...1, tolerance: 0.01)
    /// A time in a medium, in seconds.
    ///
    /// The time of a live stream may be the time since 1970, and players set the largest number as its duration.
    static let mediaTime = SnapshotRange(range: 0...1e12, tolerance: .infinity)
    /// A count, an index or an offset in text, in UTF-16 units; sums of several fit into 64 bits.
    static let count = SnapshotRange(range: 0...Double(Int32.max), tolerance: 0)

    /// Returns a number within the range.
    ///
    /// - Parameters:
    ///   - number: A number; NaN becomes the nearest number to 0.
    ///   - isNew: True for a new snapshot, whose numbers are moved only within the tolerance.
    /// - Returns: nil if the number must be refused.
    func number(_ number: Double, isNew: Bool) -> Double? {
        guard isNew else { return number.isNaN ? 0.clamped(to: range) : number.clamped(to: range) }
        guard number.isFinite else { return nil }
        let clamped = number.clamped(to: range)
        return abs(number - clamped) <= tolerance ? clamped : nil
    }

    /// The range in error messages.
    var description: String {
        // The ends are whole numbers.
        "from \(Int64(clamping: range.lowerBound)) to \(Int64(clamping: range.upperBound))"
    }
}
