import Dispatch
import Synchronization
import TerminalHUD

/// Prints the paths of files that are done on standard output, some together, while the run goes on.
///
/// On a terminal they scroll above the display, as plain lines.
final class PathOutput: Sendable {
    /// How long a path waits for others.
    private static let pause = DispatchTimeInterval.milliseconds(100)

    private struct State: ~Copyable {
        var output: OutputStream
        var failure: (any Error)?
    }

    private let state: Mutex<State>
    private let waiting = Mutex<[String]>([])
    private let display: any StatusDisplay

    /// A reader that does not read must not hold up the downloads.
    private let queue = DispatchQueue(label: "leftoff.paths")

    /// Opens standard output.
    ///
    /// - Parameter display: Is hidden while something is printed.
    /// - Throws: `CommandFailure` if it is closed.
    init(display: any StatusDisplay) throws {
        self.display = display
        state = Mutex(State(output: try OutputStream()))
    }

    /// Takes a path in; it is printed soon.
    ///
    /// - Parameter path: The path.
    func add(_ path: String) {
        let isFirst = waiting.withLock { waiting in
            waiting.append(path)
            return waiting.count == 1
        }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.pause) { self.flush() } }
    }

    private func flush() {
        let paths = takeWaiting()
        guard !paths.isEmpty else { return }
        display.whileHidden {
            attempt { state in
                for path in paths { try state.output.writeLine(path) }
                try state.output.flush()
            }
        }
    }

    private func takeWaiting() -> [String] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    /// Prints the rest.
    ///
    /// - Throws: `CommandFailure`: the first thing that went wrong since the beginning.
    func finish() throws {
        try queue.sync {
            try display.whileHidden {
                try state.withLock { state in
                    if let failure = state.failure { throw failure }
                    for path in takeWaiting() { try state.output.writeLine(path) }
                    try state.output.finish()
                }
            }
        }
    }

    /// Does something with the output, unless it has failed already: the downloads go on all the same.
    private func attempt(_ body: (inout State) throws -> Void) {
        state.withLock { state in
            guard state.failure == nil else { return }
            do {
                try body(&state)
            } catch {
                state.failure = error
            }
        }
    }
}
