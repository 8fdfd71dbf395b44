import QueueControl
import Synchronization

/// An output that prints the paths of finished downloads on standard output.
final class StandardPathOutput: PathOutput {
    private let stream: Mutex<OutputStream>

    /// Opens standard output.
    ///
    /// - Throws: `CommandFailure` if it is closed.
    init() throws {
        stream = Mutex(try OutputStream())
    }

    func write(_ lines: [String]) throws {
        try stream.withLock { stream in
            for line in lines { try stream.writeLine(line) }
            try stream.flush()
        }
    }

    func finish() throws {
        try stream.withLock { try $0.finish() }
    }
}
