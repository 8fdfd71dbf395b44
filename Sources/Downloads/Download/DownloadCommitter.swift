import Dispatch
import DownloadQueue
import GroupCommit

/// Finishes complete downloads in batches: while one batch is made durable, the next one is collected.
struct DownloadCommitter: Sendable {
    /// The maximum number of files in a batch.
    ///
    /// Every file stays open until the whole batch has been committed.
    private static let batchLimit = 256

    /// The number of files, and of bytes in memory, for which a batch is committed without waiting for more.
    private static let batchGoal = 128
    private static let byteGoal: Int64 = 4 << 20

    /// The maximum time for which a file waits for others to share its transaction, while other downloads are running.
    ///
    /// Twenty milliseconds are imperceptible, but a fast server sends a hundred small files in that time.
    private static let gatheringTimeout: DispatchTimeInterval = .milliseconds(20)

    private let group = GroupCommit<FinishedDownload, QueueItem>(
        batchLimit: batchLimit,
        gathering: CommitGathering(
            countGoal: batchGoal, weightGoal: byteGoal, timeout: gatheringTimeout, queue: DiskThread.queue),
        executor: { DiskThread.queue.async(execute: $0) },
        commit: { CommitBatch.commit($0) })

    /// Reports that a download has begun.
    func enter() { group.enter() }

    /// Reports that a download has ended, successfully or not.
    func leave() { group.leave() }

    /// Finishes a complete download.
    ///
    /// - Parameter download: A download whose bytes have all been received.
    /// - Returns: The item, done or quarantined.
    /// - Throws: ``QueueFailure``, or an error of the queue's store.
    func commit(_ download: FinishedDownload) async throws -> QueueItem {
        try await group.submit(download, weight: download.memoryBytes)
    }

    /// Finishes a complete download, and returns at once.
    ///
    /// - Parameters:
    ///   - download: A download whose bytes have all been received.
    ///   - completion: Called on the disk's thread with the result of ``commit(_:)``; it must return quickly.
    func commit(
        _ download: FinishedDownload, then completion: @escaping @Sendable (Result<QueueItem, any Error>) -> Void
    ) {
        group.submit(download, weight: download.memoryBytes, completion: completion)
    }
}
