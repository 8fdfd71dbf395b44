/// The bytes of a frame that is being written to a terminal that may be slow, and the lines of dropped frames.
///
/// A frame must be written completely before the next one is encoded. If a frame must be dropped, its lines that the
/// terminal has not received are kept for the next frame, so that no line is lost.
struct FrameOutput: Sendable {
    /// A frame of which the terminal has not accepted every byte.
    private struct Frame: Sendable {
        var remaining: ArraySlice<UInt8>
        var acceptedCount = 0
        /// The lines in the frame, each with the number of bytes after which it is complete.
        var lines: [(text: String, end: Int)]
    }

    private var frame: Frame?
    /// The lines of dropped frames that the terminal has not received.
    private(set) var undeliveredLines: [String] = []

    /// True if the terminal has accepted every byte.
    var isComplete: Bool { frame == nil }

    /// The bytes to offer to the terminal next.
    var remaining: ArraySlice<UInt8> { frame?.remaining ?? [] }

    /// Starts a frame; the previous one must be complete or dropped.
    ///
    /// - Parameters:
    ///   - bytes: The encoded frame; not empty.
    ///   - lines: The lines in it, each with the number of bytes after which it is complete.
    mutating func begin(_ bytes: [UInt8], lines: [(text: String, end: Int)]) {
        frame = Frame(remaining: bytes[...], lines: lines)
    }

    /// Removes and returns the undelivered lines, to be encoded with the next frame.
    mutating func removeUndeliveredLines() -> [String] {
        defer { undeliveredLines = [] }
        return undeliveredLines
    }

    /// Records the number of remaining bytes that the terminal has accepted.
    mutating func accept(_ count: Int) {
        frame?.remaining.removeFirst(count)
        frame?.acceptedCount += count
        if frame?.remaining.isEmpty == true { frame = nil }
    }

    /// Drops the frame, but keeps those of its lines that the terminal has not received.
    mutating func drop() {
        if let frame { undeliveredLines += frame.lines.filter { $0.end > frame.acceptedCount }.map(\.text) }
        frame = nil
    }

    /// Discards the frame and its lines, because the terminal is gone.
    mutating func discard() {
        frame = nil
    }
}
