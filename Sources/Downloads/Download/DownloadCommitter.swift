import Dispatch
import Synchronization

/// Collects complete downloads and brings them to their end together: while one batch is made durable, the next one
/// gathers.
final class DownloadCommitter: Sendable {
    private struct Waiting {
        var download: FinishedDownload
        var completion: @Sendable (Result<QueueItem, any Error>) -> Void
    }

    private struct State {
        var waiting: [Waiting] = []
        var waitingBytes: Int64 = 0
        /// How many downloads are under way, those that wait included.
        var present = 0
        var isRunning = false
        /// True while somebody will look after the patience.
        var isTimed = false

        /// True when it is of no use to wait for more.
        var isDue: Bool {
            !waiting.isEmpty
                && (waiting.count >= DownloadCommitter.batchGoal || waitingBytes >= DownloadCommitter.byteGoal
                    || waiting.count >= present)
        }
    }

    /// The most files of a batch: each keeps a file open, and nobody should wait for long.
    private static let batchLimit = 128

    /// So many files, or so many bytes, are worth a transaction of their own.
    private static let batchGoal = 64
    private static let byteGoal: Int64 = 1 << 20

    /// How long a file waits for others that share its transaction, while others are under way.
    ///
    /// Nobody sees five milliseconds, and they bring together what a quick server sends in dozens.
    private static let patience: DispatchTimeInterval = .milliseconds(5)

    private let state = Mutex(State())

    /// Learns that a download has begun.
    func enter() { state.withLock { $0.present += 1 } }

    /// Learns that a download has ended, in whatever way.
    func leave() {
        let isFirst = state.withLock { state in
            state.present -= 1
            return Self.begins(&state, always: false)
        }
        if isFirst { DiskThread.queue.async { self.run() } }
    }

    /// Brings a complete download to its end.
    ///
    /// - Parameter download: The download.
    /// - Returns: The item, done or quarantined.
    /// - Throws: ``QueueFailure``, and what the record throws.
    func commit(_ download: FinishedDownload) async throws -> QueueItem {
        try await withCheckedThrowingContinuation { continuation in
            commit(download) { continuation.resume(with: $0) }
        }
    }

    /// Brings a complete download to its end, and returns at once.
    ///
    /// - Parameters:
    ///   - download: The download.
    ///   - completion: Told what ``commit(_:)`` would return or throw, on the disk's thread; it is to be quick.
    func commit(
        _ download: FinishedDownload, then completion: @escaping @Sendable (Result<QueueItem, any Error>) -> Void
    ) {
        let (isFirst, isWatched) = state.withLock { state in
            state.waiting.append(Waiting(download: download, completion: completion))
            state.waitingBytes += download.content.durableBytes
            return (Self.begins(&state, always: false), Self.isToBeWatched(&state))
        }
        if isFirst { DiskThread.queue.async { self.run() } }
        if isWatched { watch() }
    }

    private func run() {
        while true {
            let batch = state.withLock { state in
                let batch = Array(state.waiting.prefix(Self.batchLimit))
                state.waiting.removeFirst(batch.count)
                state.waitingBytes = state.waiting.reduce(0) { $0 + $1.download.content.durableBytes }
                return batch
            }
            let results = CommitBatch.commit(batch.map(\.download))
            for (waiting, result) in zip(batch, results) { waiting.completion(result) }
            let (goesOn, watches) = state.withLock { state in
                state.isRunning = state.isDue
                return (state.isRunning, Self.isToBeWatched(&state))
            }
            if watches { watch() }
            if !goesOn { return }
        }
    }

    /// Looks again when the patience is at its end.
    private func watch() {
        DiskThread.queue.asyncAfter(deadline: .now() + Self.patience) {
            let isFirst = self.state.withLock { state in
                state.isTimed = false
                return Self.begins(&state, always: true)
            }
            if isFirst { self.run() }
        }
    }

    /// Tells whether the caller is to run the next batch.
    private static func begins(_ state: inout State, always: Bool) -> Bool {
        guard !state.isRunning, state.isDue || always && !state.waiting.isEmpty else { return false }
        state.isRunning = true
        return true
    }

    /// Tells whether the caller is to look after the patience.
    private static func isToBeWatched(_ state: inout State) -> Bool {
        guard !state.isRunning, !state.isTimed, !state.waiting.isEmpty else { return false }
        state.isTimed = true
        return true
    }
}
