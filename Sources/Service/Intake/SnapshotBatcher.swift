import GroupCommit
import NIOPosix
import Snapshots

/// A batcher that stores snapshots that arrive at the same time in one transaction.
///
/// While requests wait for their transaction, they occupy no thread.
struct SnapshotBatcher: Sendable {
    /// The maximum number of snapshots in one transaction, which bounds how long the first of them waits.
    private static let batchLimit = 256

    private let group: GroupCommit<PageSnapshot, CapturedPlace>

    /// Creates a batcher.
    ///
    /// - Parameters:
    ///   - archive: The archive that the snapshots are added to.
    ///   - onAdd: Called with the number of places that a transaction has added, unless it is 0.
    init(archive: any SnapshotArchive, onAdd: @escaping @Sendable (Int) -> Void) {
        let executor: GroupCommit<PageSnapshot, CapturedPlace>.Executor = { job in
            NIOThreadPool.singleton.submit { _ in job() }
        }
        group = GroupCommit(batchLimit: Self.batchLimit, executor: executor) { batch in
            let results = Self.store(batch, in: archive)
            let addedCount = results.count { (try? $0.get())?.isRenewed == false }
            if addedCount > 0 { onAdd(addedCount) }
            return results
        }
    }

    /// Stores a snapshot durably.
    ///
    /// - Parameter snapshot: A valid snapshot; if storing it fails, the others are not affected.
    /// - Returns: Its place.
    /// - Throws: An error of the archive.
    func add(_ snapshot: PageSnapshot) async throws -> CapturedPlace {
        try await group.submit(snapshot)
    }

    private static func store(
        _ batch: [PageSnapshot], in archive: any SnapshotArchive
    ) -> [Result<CapturedPlace, any Error>] {
        do {
            return try archive.capture(batch).map { .success($0) }
        } catch  where batch.count > 1 {
            // One bad snapshot must not fail the others, so each is stored separately.
            return batch.flatMap { store([$0], in: archive) }
        } catch {
            return [.failure(error)]
        }
    }
}
