import CPlatform

/// A terminal that may accept only some of the offered bytes, and that is restored when the process ends.
package protocol TerminalDevice: Sendable {
    /// The current size.
    var size: TerminalSize { get }

    /// True if the process may draw; false in the background.
    var isForeground: Bool { get }

    /// True if the terminal has disappeared, as when its window was closed.
    var isGone: Bool { get }

    /// Writes as many bytes as the terminal accepts without blocking.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - isWhole: True if the last of the bytes completes a frame. After that byte, `parked` restores the terminal
    ///     (see `prepareRestore`), and otherwise `torn`.
    /// - Returns: The number of bytes accepted; nil if the terminal is gone.
    func writeNonblocking(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Int?

    /// Waits until the terminal accepts bytes again.
    ///
    /// - Parameter timeout: The maximum time to wait.
    /// - Returns: False if it still accepts no bytes, or is gone.
    func waitUntilWritable(timeout: Duration) -> Bool

    /// Starts to guard the terminal: signals and the end of the process restore it.
    ///
    /// - Returns: False if that is impossible, in which case nothing may be drawn.
    func beginGuard() -> Bool

    /// Ends the guard that `beginGuard` started, after finishing a query without discarding output.
    func endGuard()

    /// Sets the bytes that restore the terminal if the process ends now.
    ///
    /// - Parameters:
    ///   - parked: The bytes to write if the last frame is complete.
    ///   - torn: The bytes to write if the last frame is incomplete.
    func prepareRestore(parked: [UInt8], torn: [UInt8])

    /// Announces that the run has ended.
    ///
    /// From now on, a signal only shortens the closing animation.
    func beginFinishing()

    /// True if a signal has asked the process to end.
    var isInterrupted: Bool { get }

    /// Returns true once after the process was stopped and continued, because the whole screen must then be redrawn.
    func consumeResumption() -> Bool

    /// Starts to read the terminal's responses, without showing them on the screen, until `endQuery` or a signal.
    ///
    /// - Parameter includesTypeahead: True to read text that was typed earlier too. Otherwise, such text stays unread
    ///   for the next program. Its presence prevents the query, as unread output does, and the next bytes that are
    ///   offered must begin with the request.
    /// - Returns: False if that is impossible, in which case no request may be sent.
    func beginQuery(includesTypeahead: Bool) -> Bool

    /// Reads the bytes that the terminal has sent.
    ///
    /// - Parameter timeout: The maximum time to wait if no bytes have arrived.
    /// - Returns: The bytes; nil if no more can arrive.
    func readResponse(timeout: Duration) -> [UInt8]?

    /// Restores the terminal's modes.
    func endQuery()

    /// Waits, for a limited time, for the response to a request that was written, and discards it.
    ///
    /// Otherwise, the shell would read the response as if it had been typed.
    ///
    /// - Parameter discardsOutput: True to discard the output that the terminal has not read, and with it the request,
    ///   if the response does not come.
    /// - Returns: True if a part of the last frame may have been discarded, so that the cursor may be anywhere in it.
    func finishQuery(discardsOutput: Bool) -> Bool

    /// Discards the bytes that have arrived during the query but were not read.
    func discardInput()
}

/// The size of a terminal in cells.
package struct TerminalSize: Sendable, Hashable {
    /// The number of cells in a line.
    package var columns: Int
    /// The number of lines.
    package var rows: Int

    /// Creates a size.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// The terminal that a descriptor of this process refers to.
package final class SystemTerminal: TerminalDevice {
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens the terminal that a descriptor refers to; nil if it refers to none.
    ///
    /// The terminal is opened a second time, so that nonblocking writes do not affect other programs that share the
    /// descriptor. If that fails, the descriptor itself is used, with few bytes at a time.
    ///
    /// - Parameter descriptor: The descriptor, such as 2 for standard error; it stays open.
    init?(descriptor: Int32) {
        guard cterminal_is_terminal(descriptor) else { return nil }
        let own = cterminal_reopen(descriptor)
        isOwned = own >= 0
        self.descriptor = own >= 0 ? own : descriptor
    }

    deinit {
        if isOwned { cterminal_close(descriptor) }
    }

    package var size: TerminalSize {
        var columns: Int32 = 0
        var rows: Int32 = 0
        // A terminal that reports no size is assumed to have the traditional one.
        guard cterminal_size(descriptor, &columns, &rows) else { return TerminalSize(columns: 80, rows: 24) }
        return TerminalSize(columns: Int(columns), rows: Int(rows))
    }

    package var isForeground: Bool { cterminal_is_foreground(descriptor) }

    package var isGone: Bool { cterminal_is_gone(descriptor) }

    package func writeNonblocking(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Int? {
        let count = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { cterminal_write(descriptor, $0, buffer.count, isWhole) } ?? 0
        }
        return count < 0 ? nil : count
    }

    package func waitUntilWritable(timeout: Duration) -> Bool {
        let (seconds, attoseconds) = timeout.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return cterminal_wait_writable(descriptor, Int32(clamping: milliseconds))
    }

    package func beginGuard() -> Bool { cterminal_guard_begin(descriptor) }

    /// Restores the guarded terminal, if there is one, before the process ends itself with a signal.
    package static func restoreGuarded() { cterminal_guard_restore() }

    package func endGuard() { cterminal_guard_end() }

    package func prepareRestore(parked: [UInt8], torn: [UInt8]) {
        _ = cterminal_guard_prepare(parked, parked.count, torn, torn.count)
    }

    package func beginFinishing() { cterminal_guard_set_finishing(true) }

    package var isInterrupted: Bool { cterminal_guard_is_interrupted() }

    package func consumeResumption() -> Bool { cterminal_guard_consume_resumed() }

    package func beginQuery(includesTypeahead: Bool) -> Bool {
        isOwned && cterminal_is_foreground(descriptor) && cterminal_query_begin(descriptor, includesTypeahead)
    }

    package func readResponse(timeout: Duration) -> [UInt8]? {
        if timeout > .zero {
            let (seconds, attoseconds) = timeout.components
            _ = cterminal_wait_readable(
                descriptor, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
        }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = cterminal_query_read(descriptor, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    package func endQuery() { cterminal_query_end() }

    package func finishQuery(discardsOutput: Bool) -> Bool { cterminal_query_finish(discardsOutput) }

    package func discardInput() { cterminal_query_discard(descriptor) }
}
