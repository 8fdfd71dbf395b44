import Synchronization

/// A queue that runs short pieces of work on threads other than the engine's, a few at the same time.
///
/// While there is work, the same tasks continue to run it, so that each piece needs only a lock and no new task.
final class DeliveryQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var first = 0
        var workers = 0
        var spareChunks: [[UInt8]] = []
        var spareShortChunks: [[UInt8]] = []
    }

    /// The size of a chunk in bytes.
    ///
    /// Most pages fit into one, and a harvest is fastest on whole pages.
    static let chunkSize = 262_144

    /// The size in bytes of the only chunk of a body whose announced length is short.
    ///
    /// If a large chunk is freed, its memory is returned to the system, and allocating it again causes page faults.
    /// Short chunks take less memory, so more of them are kept for reuse.
    static let shortChunkSize = 65_536

    /// The maximum number of spare chunks of each size, which take up 8 MiB.
    private static let maximumSpareChunks = 32
    private static let maximumSpareShortChunks = 128

    private let width: Int
    private let state = Mutex(State())

    init(width: Int) {
        self.width = max(1, width)
    }

    /// Runs a piece of work soon, on any thread.
    func schedule(_ work: @escaping @Sendable () -> Void) {
        let startsWorker = state.withLock { state in
            state.waiting.append(work)
            guard state.workers < width else { return false }
            state.workers += 1
            return true
        }
        // This is the priority of a command's own task. On one core, a single thread then runs both in turn, instead of
        // two threads that wake each other for each page.
        if startsWorker { Task(priority: .high) { await run() } }
    }

    private func run() async {
        while let work = dequeue() {
            work()
            // Other tasks need the threads too, especially the consumer of the results.
            await Task.yield()
        }
    }

    private func dequeue() -> (@Sendable () -> Void)? {
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

    /// Returns an empty chunk, if possible a recycled one.
    ///
    /// Page faults in new memory cost more than copying the bytes.
    ///
    /// - Parameter capacity: The capacity in bytes: ``shortChunkSize`` or ``chunkSize``.
    /// - Returns: An empty array of that capacity.
    func makeChunk(capacity: Int) -> [UInt8] {
        let isShort = capacity < Self.chunkSize
        let spare = state.withLock { isShort ? $0.spareShortChunks.popLast() : $0.spareChunks.popLast() }
        if let spare { return spare }
        var chunk: [UInt8] = []
        chunk.reserveCapacity(capacity)
        return chunk
    }

    /// Keeps a chunk for reuse, unless enough chunks are kept already.
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
