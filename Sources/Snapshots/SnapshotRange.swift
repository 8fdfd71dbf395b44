import Numbers

/// The range of a number in a snapshot.
///
/// `Resources/openapi.json` documents the ranges. A stored number out of range is moved into it when it is read. In a
/// new snapshot it is an error, except where a browser can measure such a number: there one damaged number must not
/// cost the place.
struct SnapshotRange: Sendable, Hashable {
    /// The numbers that are stored.
    let range: ClosedRange<Double>
    /// True if the number of a new snapshot is moved into the range instead of refused.
    let isMeasured: Bool

    /// A scroll offset, or the size of a viewport, a document or a scroller, in CSS px.
    ///
    /// Browsers lay out at most 2^25 px. An offset is negative in right-to-left text, and while a page is dragged
    /// beyond its start.
    static let length = SnapshotRange(range: -1e8...1e8, isMeasured: false)
    /// An edge or a size of a box, in CSS px, or a quotient of such lengths.
    ///
    /// CSS transforms move and scale boxes without a limit.
    static let box = SnapshotRange(range: -1e8...1e8, isMeasured: true)
    /// A ratio of lengths: a zoom factor, or the widths of the page and the window.
    ///
    /// A page of 10,000,000 px in a narrow window has a larger one.
    static let scale = SnapshotRange(range: 0...1000, isMeasured: true)
    /// A share of a text or a distance.
    ///
    /// It is negative while a page is dragged beyond its start, and the sum of rounded lengths may exceed the whole.
    static let fraction = SnapshotRange(range: 0...1, isMeasured: true)
    /// A time in a medium, in seconds.
    ///
    /// The time of a live stream may be the time since 1970, and players set the largest number as its duration.
    static let mediaTime = SnapshotRange(range: 0...1e12, isMeasured: true)
    /// A count, an index or an offset in text, in UTF-16 units; sums of several fit into 64 bits.
    static let count = SnapshotRange(range: 0...Double(Int32.max), isMeasured: false)

    /// Returns a number within the range.
    ///
    /// - Parameters:
    ///   - number: A number; NaN becomes the nearest number to 0.
    ///   - isNew: True for a new snapshot, whose numbers are moved only if they were measured.
    /// - Returns: nil if the number must be refused.
    func number(_ number: Double, isNew: Bool) -> Double? {
        guard isNew else { return number.isNaN ? 0.clamped(to: range) : number.clamped(to: range) }
        guard number.isFinite, isMeasured || range.contains(number) else { return nil }
        return number.clamped(to: range)
    }

    /// The range in error messages.
    var description: String {
        // The ends are whole numbers.
        "from \(Int64(clamping: range.lowerBound)) to \(Int64(clamping: range.upperBound))"
    }
}
