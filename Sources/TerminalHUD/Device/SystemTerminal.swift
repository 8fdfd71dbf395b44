import CTerminal

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
    package init?(descriptor: Int32) {
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

    package func offer(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Int? {
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
