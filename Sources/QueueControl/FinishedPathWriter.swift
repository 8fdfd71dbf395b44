import Dispatch
import Synchronization
import TerminalHUD

/// An output for the paths of finished downloads.
package protocol PathOutput: Sendable {
    /// Writes lines and flushes them.
    ///
    /// - Parameter lines: Lines without their line breaks.
    /// - Throws: The error of the output.
    func write(_ lines: [String]) throws

    /// Ends the output after all lines have been written.
    ///
    /// - Throws: The error of the output.
    func finish() throws
}

/// A writer that prints the paths of finished downloads during a run, in small batches.
///
/// On a terminal, the paths appear above the display as plain lines.
final class FinishedPathWriter: Sendable {
    /// The time for which a path waits to be written together with others.
    private static let interval = DispatchTimeInterval.milliseconds(100)

    private let output: any PathOutput
    private let display: any StatusDisplay
    private let pending = Mutex<[String]>([])
    private let failure = Mutex<(any Error)?>(nil)

    /// A separate dispatch queue, because a full pipe that is not being read must not block the downloads.
    private let queue = DispatchQueue(label: "leftoff.paths")

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - output: The output for the paths.
    ///   - display: The display, which is hidden while paths are written.
    init(output: any PathOutput, display: any StatusDisplay) {
        self.output = output
        self.display = display
    }

    /// Adds a path, which is written within 0.1 s.
    func add(_ path: String) {
        let isFirst = pending.withLock { pending in
            pending.append(path)
            return pending.count == 1
        }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.interval) { self.flush() } }
    }

    /// Writes the remaining paths and ends the output.
    ///
    /// - Throws: The first error of the output since the start of the run.
    func finish() throws {
        try queue.sync {
            try display.whileHidden {
                if let failure = failure.withLock({ $0 }) { throw failure }
                try output.write(removePending())
                try output.finish()
            }
        }
    }

    /// Writes the pending paths.
    ///
    /// After a failure of the output nothing more is written, but the downloads continue.
    private func flush() {
        let paths = removePending()
        guard !paths.isEmpty, failure.withLock({ $0 == nil }) else { return }
        display.whileHidden {
            do { try output.write(paths) } catch { failure.withLock { $0 = error } }
        }
    }

    private func removePending() -> [String] {
        pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
    }
}
