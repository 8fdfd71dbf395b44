import Synchronization
package import TerminalHUD

/// A terminal in memory that can be slow, resized, stopped or closed.
package final class InMemoryTerminal: TerminalDevice {
    private struct State {
        var screen: VirtualScreen
        var written: [UInt8] = []
        var writes = 0
        var capacity: Int?
        var isGone = false
        var isForeground = true
        var isGuarded = false
        var isFinishing = false
        var isInterrupted = false
        var isToInterrupt = false
        var isResumed = false
        var isStopped = false
        var restore: (parked: [UInt8], torn: [UInt8]) = ([], [])
        var prepared: (parked: [UInt8], torn: [UInt8]) = ([], [])
        var isTorn = false
        var answer: [UInt8]?
        var isQueried = false
    }

    private let state: Mutex<State>

    /// Creates a blank terminal.
    ///
    /// - Parameters:
    ///   - columns: The width in cells.
    ///   - rows: The height in cells.
    package init(columns: Int, rows: Int) {
        state = Mutex(State(screen: VirtualScreen(size: TerminalSize(columns: columns, rows: rows))))
    }

    /// Sets the terminal's response to queries; nil if it does not support them.
    package func setResponse(_ response: String?) {
        state.withLock { $0.answer = response.map { Array($0.utf8) } }
    }

    /// True while a response of the terminal is expected.
    package var isQueried: Bool { state.withLock { $0.isQueried } }

    /// The screen now.
    package var screen: VirtualScreen { state.withLock { $0.screen } }

    /// The bytes that the terminal has accepted.
    package var written: [UInt8] { state.withLock { $0.written } }

    /// The number of calls of ``offer(_:isWhole:)``.
    package var writes: Int { state.withLock { $0.writes } }

    /// True while signals restore the terminal.
    package var isGuarded: Bool { state.withLock { $0.isGuarded } }

    /// True once the display has announced its end.
    package var isFinishing: Bool { state.withLock { $0.isFinishing } }

    /// Sets the number of bytes that are accepted until the next call; nil accepts all.
    package func grant(_ capacity: Int?) {
        state.withLock { $0.capacity = capacity }
    }

    /// Changes the screen's size, which is given in cells.
    package func resize(columns: Int, rows: Int) {
        state.withLock { $0.screen.resize(to: TerminalSize(columns: columns, rows: rows)) }
    }

    /// Moves the process to the foreground, where it may draw, or to the background.
    package func setForeground(_ isForeground: Bool) {
        state.withLock { $0.isForeground = isForeground }
    }

    /// Closes the terminal, as when its window is closed.
    package func hangUp() {
        state.withLock { $0.isGone = true }
    }

    /// Simulates a signal that asks the process to end: the terminal is restored, but the process continues.
    package func interrupt() {
        state.withLock { Self.interrupt(&$0) }
    }

    /// Simulates a signal that asks the process to end, at the time when the next bytes are ready but not offered yet.
    package func interruptBeforeNextOffer() {
        state.withLock { $0.isToInterrupt = true }
    }

    /// Simulates that the process is stopped and continued: the terminal is restored, and other programs write to it in
    /// between.
    ///
    /// - Parameter text: The text that other programs write.
    package func stopAndContinue(writing text: String) {
        state.withLock { state in
            Self.restore(&state)
            state.screen.write(text.utf8)
            state.isResumed = true
        }
    }

    /// Simulates the moment before the process is stopped: the terminal is restored, but threads still run.
    package func stop() {
        state.withLock { state in
            state.isStopped = true
            Self.restore(&state)
        }
    }

    /// Simulates the continuation of the process after `stop`.
    package func continueProcess() {
        state.withLock { state in
            state.isStopped = false
            state.isResumed = true
        }
    }

    package var size: TerminalSize { state.withLock { $0.screen.size } }

    package var isForeground: Bool { state.withLock { $0.isForeground } }

    package var isGone: Bool { state.withLock { $0.isGone } }

    package func offer(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Int? {
        state.withLock { state in
            state.writes += 1
            guard !state.isGone else { return nil }
            if state.isToInterrupt { Self.interrupt(&state) }
            if state.isGuarded && (state.isInterrupted || state.isStopped || state.isResumed) { return 0 }
            state.restore = state.prepared
            let taken = bytes.prefix(state.capacity ?? bytes.count)
            state.capacity = state.capacity.map { $0 - taken.count }
            state.written += taken
            state.screen.write(taken)
            state.isTorn = taken.count < bytes.count || !isWhole
            return taken.count
        }
    }

    package func waitUntilWritable(timeout: Duration) -> Bool {
        state.withLock { state in
            // Nothing reads from this terminal, so a full one becomes ready at once.
            state.capacity = nil
            return !state.isGone
        }
    }

    package func beginGuard() -> Bool {
        state.withLock { state in
            state.isGuarded = true
            return true
        }
    }

    package func endGuard() {
        state.withLock { state in
            state.isGuarded = false
            state.isQueried = false
        }
    }

    package func prepareRestore(parked: [UInt8], torn: [UInt8]) {
        state.withLock { $0.prepared = (parked, torn) }
    }

    package func beginFinishing() {
        state.withLock { $0.isFinishing = true }
    }

    package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    package func consumeResumption() -> Bool {
        state.withLock { state in
            defer { state.isResumed = false }
            return state.isResumed
        }
    }

    package func beginQuery(includesTypeahead: Bool) -> Bool {
        state.withLock { state in
            state.isQueried = state.answer != nil && !state.isStopped
            return state.isQueried
        }
    }

    package func readResponse(timeout: Duration) -> [UInt8]? {
        state.withLock { state in
            guard !state.isGone else { return nil }
            defer { if state.isQueried { state.answer = [] } }
            return state.isQueried ? state.answer : nil
        }
    }

    package func discardInput() {
        state.withLock { if $0.isQueried { $0.answer = [] } }
    }

    package func endQuery() {
        state.withLock { $0.isQueried = false }
    }

    package func finishQuery(discardsOutput: Bool) -> Bool {
        // All output has been read, and the response is there at once.
        state.withLock { $0.isQueried = false }
        return false
    }

    private static func interrupt(_ state: inout State) {
        state.isToInterrupt = false
        state.isInterrupted = true
        restore(&state)
    }

    private static func restore(_ state: inout State) {
        state.isQueried = false
        guard state.isGuarded else { return }
        state.screen.write(state.isTorn ? state.restore.torn : state.restore.parked)
        state.isTorn = false
    }
}
