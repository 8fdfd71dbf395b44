/// A writer of frames to a guarded terminal, which writes each frame completely or not at all and never waits.
struct FramePainter {
    private let device: any TerminalDevice
    private var encoder = FrameEncoder()
    private var output = FrameOutput()
    /// The screen's size at the last frame.
    private(set) var size: TerminalSize
    /// True if the terminal is gone, such as after its window was closed, so that nothing more can be drawn.
    private(set) var isGone = false

    /// Creates a painter that has drawn nothing yet.
    ///
    /// - Parameter device: A terminal that the caller has guarded.
    init(device: any TerminalDevice) {
        self.device = device
        size = device.size
    }

    /// True if frames are enclosed in synchronized updates (mode 2026), which the terminal must support.
    var usesSynchronizedUpdates: Bool {
        get { encoder.usesSynchronizedUpdates }
        set { encoder.usesSynchronizedUpdates = newValue }
    }

    /// Returns true once after the process was stopped and continued; the next frame is then drawn completely.
    mutating func consumeResumption() -> Bool { consumeResumption(isEnding: false) }

    private mutating func consumeResumption(isEnding: Bool) -> Bool {
        guard device.consumeResumption() else { return false }
        output.discard()
        encoder.forget(isCursorHidden: isEnding)
        return true
    }

    /// Draws a frame, unless the terminal has not accepted the previous one yet.
    ///
    /// - Parameters:
    ///   - request: Returns a control sequence to send before the frame; called only if the frame is drawn.
    ///   - grid: Returns the frame for the given screen size.
    mutating func paint(requesting request: () -> String = { "" }, _ grid: (TerminalSize) -> CellGrid) {
        guard device.isForeground, flush() else { return }
        let newSize = device.size
        let grid = grid(newSize)
        write(Array(request().utf8) + encoder.encode(grid, width: newSize.columns, isResized: newSize != size))
        size = newSize
    }

    /// Removes the last frame from the screen, unless a signal has done that already.
    ///
    /// - Parameters:
    ///   - lines: The lines that replace it.
    ///   - timeout: The maximum time to wait for a terminal that accepts no bytes.
    mutating func finish(leaving lines: [String] = [], timeout: Duration) {
        drain(timeout)
        // Before the last lines, because a terminal that does not respond loses unread frames.
        if device.finishQuery(discardsOutput: true) || !output.isComplete {
            output.discard()
            encoder.leaveIncompleteFrame()
        }
        if device.isInterrupted { return }
        _ = consumeResumption(isEnding: true)
        write(encoder.encode(nil, above: lines))
        drain(timeout)
    }

    private mutating func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            // Otherwise a picture that does not change would outlive its terminal.
            isGone = isGone || device.isGone
            return
        }
        let restore = encoder.restoreBytes()
        device.prepareRestore(parked: restore.parked, torn: restore.torn)
        output.begin(bytes, lines: [])
        _ = flush()
    }

    /// Offers the remaining bytes to the terminal.
    ///
    /// - Returns: True if no bytes remain; always false if the terminal is gone.
    private mutating func flush() -> Bool {
        guard !output.isComplete else { return true }
        guard let count = device.writeNonblocking(output.remaining, isWhole: true) else {
            isGone = true
            return false
        }
        output.accept(count)
        return output.isComplete
    }

    private mutating func drain(_ timeout: Duration) {
        while !flush(), !isGone, !device.isInterrupted {
            // After a stop, other output may be on the screen, and the rest of the frame would no longer fit.
            if !consumeResumption(isEnding: true), !device.waitUntilWritable(timeout: timeout) { return }
        }
    }
}

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
