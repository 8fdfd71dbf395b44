import NIOPosix
import Snapshots
import Synchronization

/// Stores snapshots that come at the same time in one transaction.
///
/// A transaction that survives a power cut waits for the disk several times, however little it holds. So what comes while one
/// is under way goes together into the next one; nobody is answered before the own snapshot is durable. The queue's records
/// are grouped likewise, by threads that wait; here the requests are many and wait without a thread.
final class SnapshotBatcher: Sendable {
    private typealias Waiting = (snapshot: PageSnapshot, continuation: CheckedContinuation<StoredSnapshot, any Error>)

    private struct State {
        var waiting: [Waiting] = []
        var isCommitting = false
    }

    /// The most snapshots of one transaction: bounds how long the first of them waits for the others.
    private static let mostAtOnce = 256

    private let archive: any SnapshotArchive
    private let state = Mutex(State())

    /// Makes an intake.
    ///
    /// - Parameter archive: Keeps the snapshots.
    init(archive: any SnapshotArchive) {
        self.archive = archive
    }

    /// Stores a snapshot.
    ///
    /// It is durable once this returns.
    ///
    /// - Parameter snapshot: What to store.
    /// - Returns: The stored snapshot.
    /// - Throws: The archive's own error.
    func add(_ snapshot: PageSnapshot) async throws -> StoredSnapshot {
        try await withCheckedThrowingContinuation { continuation in
            let isFirst = state.withLock { state in
                state.waiting.append((snapshot, continuation))
                defer { state.isCommitting = true }
                return !state.isCommitting
            }
            if isFirst {
                NIOThreadPool.singleton.submit { _ in self.commit() }
            }
        }
    }

    /// Stores what waits, until nothing does.
    private func commit() {
        while true {
            let batch = state.withLock { state in
                let batch = Array(state.waiting.prefix(Self.mostAtOnce))
                state.waiting.removeFirst(batch.count)
                state.isCommitting = !batch.isEmpty
                return batch
            }
            if batch.isEmpty { return }
            store(batch)
        }
    }

    private func store(_ batch: [Waiting]) {
        do {
            let stored = try archive.add(batch.map(\.snapshot))
            for (waiting, stored) in zip(batch, stored) { waiting.continuation.resume(returning: stored) }
        } catch  where batch.count > 1 {
            // What is wrong with one must not be the others' misfortune.
            for waiting in batch { store([waiting]) }
        } catch {
            for waiting in batch { waiting.continuation.resume(throwing: error) }
        }
    }
}
