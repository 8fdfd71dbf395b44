import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The reading side of a pipe to which a started program writes.
final class PipeReader: Sendable {
    private struct State {
        var writeEnd: Int32
        var bytes: [UInt8] = []
        var isAtEnd = false
    }

    /// The maximum number of chunks that are read without looking at the clock, which is more than a pipe holds.
    private static let chunkLimit = 32

    private let readEnd: Int32
    private let limit: Int
    private let state: Mutex<State>

    /// Creates a pipe that only the program for which it is meant inherits.
    ///
    /// - Parameter limit: The number of bytes to keep; the rest is discarded. The result is nil if the system has no
    ///   descriptor left.
    init?(limit: Int) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        readEnd = ends[0]
        self.limit = limit
        state = Mutex(State(writeEnd: ends[1]))
    }

    deinit {
        close(readEnd)
        closeWriteEnd()
    }

    /// The end for the program.
    var writeEnd: Int32 { state.withLock { $0.writeEnd } }

    /// Closes the program's end in this process, so that the end of the program is noticed.
    func closeWriteEnd() {
        state.withLock { state in
            if state.writeEnd >= 0 { close(state.writeEnd) }
            state.writeEnd = -1
        }
    }

    /// The text that has been read.
    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Reads what the program has written, without waiting.
    ///
    /// - Returns: True if the program has closed its end.
    @discardableResult
    func readAvailable() -> Bool {
        state.withLock { state in
            var chunk = [UInt8](repeating: 0, count: 4096)
            // A program may write faster than this reads, and the caller's time is limited.
            for _ in 0..<Self.chunkLimit where !state.isAtEnd {
                let count = read(readEnd, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { return false }
                state.isAtEnd = count == 0
                state.bytes += chunk.prefix(min(count, limit - state.bytes.count))
            }
            return state.isAtEnd
        }
    }

    /// Reads until the program closes its end.
    ///
    /// - Parameter end: The latest time.
    /// - Returns: False if the time is over.
    func readToEnd(until end: ContinuousClock.Instant) -> Bool {
        while !readAvailable() {
            let rest = ContinuousClock.now.duration(to: end)
            guard rest > .zero else { return false }
            var descriptor = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, Int32(clamping: rest.components.seconds * 1000 + 50))
        }
        return true
    }
}
