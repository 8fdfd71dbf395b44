/// A stretch of a file that is downloaded in several pieces at once, and how much of it is on disk.
package struct PartSegment: Sendable, Hashable {
    /// The first byte of the stretch.
    package var start: Int64

    /// The end of what is on disk for certain: the bytes from `start` up to here.
    package var durable: Int64

    /// The end of the stretch.
    package var end: Int64

    /// Makes a segment.
    ///
    /// - Parameters:
    ///   - start: The first byte.
    ///   - durable: The end of what is on disk.
    ///   - end: The end.
    package init(start: Int64, durable: Int64, end: Int64) {
        self.start = start
        self.durable = durable
        self.end = end
    }
}
