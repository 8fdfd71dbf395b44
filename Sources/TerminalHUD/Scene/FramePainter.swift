/// Puts frames on a guarded terminal, each whole or not at all, without waiting for it.
struct FramePainter {
    private let device: any TerminalDevice
    private var encoder = FrameEncoder()
    private var pending: ArraySlice<UInt8> = []
    /// The screen's size at the last frame.
    private(set) var size: TerminalSize

    /// Makes a painter that has drawn nothing yet.
    ///
    /// - Parameter device: The terminal, which is guarded.
    init(device: any TerminalDevice) {
        self.device = device
        size = device.size
    }

    /// Whether frames are bracketed by mode 2026, which the terminal must know.
    var usesSynchronizedUpdates: Bool {
        get { encoder.usesSynchronizedUpdates }
        set { encoder.usesSynchronizedUpdates = newValue }
    }

    /// Says once after each stop of the process that it goes on; the next frame is drawn whole.
    ///
    /// - Returns: Whether it was stopped.
    mutating func takeResumed() -> Bool { takeResumed(isEnding: false) }

    private mutating func takeResumed(isEnding: Bool) -> Bool {
        guard device.takeResumed() else { return false }
        pending = []
        encoder.forget(isCursorHidden: isEnding)
        return true
    }

    /// Draws a frame, unless the one before has not been taken yet.
    ///
    /// - Parameters:
    ///   - question: What the terminal is asked with it; called only if it is drawn.
    ///   - grid: Makes the frame for a size.
    mutating func paint(asking question: () -> String = { "" }, _ grid: (TerminalSize) -> CellGrid) {
        guard device.isForeground, flush() else { return }
        let newSize = device.size
        let grid = grid(newSize)
        put(Array(question().utf8) + encoder.encode(grid, width: newSize.columns, isResized: newSize != size))
        size = newSize
    }

    /// Takes the last frame off the screen, unless a signal has done so.
    ///
    /// - Parameters:
    ///   - lines: What stays in its place.
    ///   - patience: How long a terminal that takes nothing is waited for.
    mutating func finish(leaving lines: [String] = [], patience: Duration) {
        drain(patience)
        if device.isInterrupted { return }
        _ = takeResumed(isEnding: true)
        put(encoder.encode(nil, above: lines))
        drain(patience)
    }

    private mutating func put(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        let restore = encoder.restoreBytes()
        device.prepareRestore(parked: restore.parked, torn: restore.torn)
        pending = bytes[...]
        _ = flush()
    }

    /// Offers what is pending.
    ///
    /// - Returns: Whether nothing is left; false once the terminal is gone.
    private mutating func flush() -> Bool {
        guard !pending.isEmpty else { return true }
        guard let count = device.offer(pending, isWhole: true) else { return false }
        pending = pending.dropFirst(count)
        return pending.isEmpty
    }

    private mutating func drain(_ patience: Duration) {
        while !flush(), !device.isInterrupted {
            // After a stop the frame has no place any more.
            if !takeResumed(isEnding: true), !device.waitUntilWritable(timeout: patience) { return }
        }
    }
}
