import QueueControl
import Synchronization

/// An output for paths that keeps them, or fails.
final class RecordingPathOutput: PathOutput {
    struct Failure: Error {}

    private let isBroken: Bool
    private let state = Mutex((lines: [String](), isFinished: false))

    init(isBroken: Bool = false) { self.isBroken = isBroken }

    var lines: [String] { state.withLock { $0.lines } }
    var isFinished: Bool { state.withLock { $0.isFinished } }

    func write(_ lines: [String]) throws {
        if isBroken { throw Failure() }
        state.withLock { $0.lines += lines }
    }

    func finish() throws { state.withLock { $0.isFinished = true } }
}
