/// A range of a file that is downloaded in pieces, and the part of the range that is on disk.
package struct PartSegment: Sendable, Hashable {
    /// The offset of the first byte.
    package var start: Int64

    /// The end of the durable bytes, which start at ``start``; exclusive.
    package var durable: Int64

    /// The end of the range; exclusive.
    package var end: Int64

    /// Creates a segment.
    package init(start: Int64, durable: Int64, end: Int64) {
        self.start = start
        self.durable = durable
        self.end = end
    }
}
