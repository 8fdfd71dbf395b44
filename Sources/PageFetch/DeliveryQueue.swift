import Synchronization

/// Runs short pieces of work off the engine's thread, a few at once.
///
/// As long as there is work the same tasks go on with it, so that a piece costs a lock rather than a task.
final class DeliveryQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var first = 0
        var workers = 0
        var spareChunks: [[UInt8]] = []
        var spareShortChunks: [[UInt8]] = []
    }

    /// The size of a piece of a body, in bytes: most pages take one, and a harvest is cheapest on whole pages.
    static let chunkSize = 262_144

    /// The size of the one piece of a body that is known to be short.
    ///
    /// Memory for large pieces goes back to the system when it is freed, and costs a fault for each page of it when it comes
    /// again; so many more of these are kept.
    static let shortChunkSize = 65_536

    /// How many spare chunks are kept: 8 MiB of each kind.
    private static let maximumSpareChunks = 32
    private static let maximumSpareShortChunks = 128

    private let width: Int
    private let state = Mutex(State())

    init(width: Int) {
        self.width = max(1, width)
    }

    /// Has a piece of work done soon.
    func schedule(_ work: @escaping @Sendable () -> Void) {
        let startsWorker = state.withLock { state in
            state.waiting.append(work)
            guard state.workers < width else { return false }
            state.workers += 1
            return true
        }
        // At the priority of a command's own task: where there is one core, one thread then serves both by turns, rather
        // than two that wake each other for each page.
        if startsWorker { Task(priority: .high) { await run() } }
    }

    private func run() async {
        while let work = take() {
            work()
            // Others need the threads too, above all whoever takes the results.
            await Task.yield()
        }
    }

    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.first < state.waiting.count else {
                state.waiting.removeAll(keepingCapacity: true)
                state.first = 0
                state.workers -= 1
                return nil
            }
            defer { state.first += 1 }
            if state.first >= 1_024 {
                state.waiting.removeFirst(state.first)
                state.first = 0
            }
            return state.waiting[state.first]
        }
    }

    // MARK: Chunks

    /// Returns an empty chunk, which is a recycled one if possible.
    ///
    /// To fault in fresh memory costs more than copying the bytes.
    ///
    /// - Parameter capacity: The capacity in bytes: ``shortChunkSize`` or ``chunkSize``.
    func makeChunk(capacity: Int) -> [UInt8] {
        let isShort = capacity < Self.chunkSize
        let spare = state.withLock { isShort ? $0.spareShortChunks.popLast() : $0.spareChunks.popLast() }
        if let spare { return spare }
        var chunk: [UInt8] = []
        chunk.reserveCapacity(capacity)
        return chunk
    }

    /// Keeps a chunk for reuse, unless enough are kept.
    func recycle(_ chunk: consuming [UInt8]) {
        var chunk = chunk
        chunk.removeAll(keepingCapacity: true)
        state.withLock { state in
            if chunk.capacity >= Self.chunkSize {
                if state.spareChunks.count < Self.maximumSpareChunks { state.spareChunks.append(chunk) }
            } else if state.spareShortChunks.count < Self.maximumSpareShortChunks {
                state.spareShortChunks.append(chunk)
            }
        }
    }
}
