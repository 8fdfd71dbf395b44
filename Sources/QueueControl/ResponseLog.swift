import Dispatch
import Synchronization

/// A log of responses with a thread of its own, because a terminal or pipe that accepts no output would otherwise block
/// all downloads.
///
/// If lines arrive faster than they are read, the log drops some, and says how many. A run of days with an unread pipe
/// would otherwise fill the memory.
final class ResponseLog: Sendable {
    private struct State {
        var pending = 0
        var dropped = 0
    }

    /// The maximum number of lines that wait to be written, about 200 KB.
    static let maximumPending = 1_000

    private let queue = DispatchQueue(label: "leftoff.responses")
    private let state = Mutex(State())
    private let write: @Sendable (String) -> Void

    /// Creates a log.
    ///
    /// - Parameter write: Writes a line without its line break. It may block.
    init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// Writes a line later, or drops it.
    ///
    /// - Parameter line: Returns the line, on the log's thread.
    func record(_ line: @escaping @Sendable () -> String) {
        let isAccepted = state.withLock { state in
            guard state.pending < Self.maximumPending else {
                state.dropped += 1
                return false
            }
            state.pending += 1
            return true
        }
        guard isAccepted else { return }
        queue.async { [self] in
            write(line())
            let dropped = state.withLock { state in
                state.pending -= 1
                // The notice comes after the last of the lines that were accepted before.
                guard state.pending == 0 else { return 0 }
                defer { state.dropped = 0 }
                return state.dropped
            }
            guard dropped > 0 else { return }
            write("leftoff: \(dropped) responses were not logged: standard error was read too slowly")
        }
    }

    /// Waits until all accepted lines have been written.
    func drain() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}
