import Dispatch
import DownloadQueue
import Synchronization

extension PartialDownload {
    /// Sets the function that is called when a checkpoint fails.
    func onFailure(_ action: @escaping @Sendable (any Error) -> Void) {
        state.withLock { $0.onFailure = action }
    }

    /// Creates a task that requests checkpoints at intervals, as slow connections need.
    func makeTimer() -> Task<Void, Never> {
        Task { [weak self, journal, interval = options.checkpointInterval] in
            while !Task.isCancelled {
                do {
                    try await journal.sleep(for: interval)
                } catch {
                    return
                }
                guard let self else { return }
                requestCheckpoint()
            }
        }
    }

    /// Schedules a checkpoint on the disk queue, unless one is scheduled already.
    func requestCheckpoint() {
        let isFirst = state.withLock { state in
            guard case .writing(var part) = state.phase, !part.isCheckpointScheduled else { return false }
            part.isCheckpointScheduled = true
            state.phase = .writing(part)
            return true
        }
        guard isFirst else { return }
        queue.async { [self] in
            updateOpenPart { $0.isCheckpointScheduled = false }
            do {
                try checkpoint()
            } catch QueueError.storeUnavailable {
                // The bytes are on disk; a later checkpoint records them.
            } catch {
                state.withLock(\.onFailure)?(error)
            }
        }
    }

    /// Makes the written bytes durable and records them, while the part file is being written.
    ///
    /// - Parameter waitsForStore: True to repeat the record while the store is unavailable.
    /// - Throws: ``QueueFailure``, and errors of the store.
    func checkpoint(waitsForStore: Bool = false) throws {
        let (item, part) = state.withLock { state -> (QueueItem, OpenPart?) in
            guard case .writing(let part) = state.phase, !state.isDistrusted else { return (state.item, nil) }
            return (state.item, part)
        }
        guard let part, item.partName != nil else { return }
        let content = part.writer.content
        guard content != item.content else { return }
        if options.durability == .full { try sync(part.writer.file) }
        let event = QueueEvent.progressed(content)
        update(try (waitsForStore ? journal.record(event) : journal.recordOnce(event)).item)
        updateOpenPart { $0.durable = content }
    }

    /// Prevents further checkpoints, because the file is about to be renamed.
    ///
    /// A checkpoint after the name was recorded would make the item look unfinished, and the file would be downloaded
    /// again under another name. Must be called on the disk queue, after all earlier checkpoints.
    func beginFinishing() {
        state.withLock { state in
            if case .writing(let part) = state.phase { state.phase = .finishing(part) }
        }
    }

    /// Makes a part file's bytes durable.
    ///
    /// After a failure, bytes beyond the last checkpoint are no longer trusted: the system may return them from its
    /// cache although they are not on disk.
    ///
    /// - Parameter file: The part file.
    /// - Throws: ``QueueFailure``.
    func sync(_ file: PartFile) throws {
        do {
            try file.syncData()
        } catch {
            var content = state.withLock { state in
                state.isDistrusted = true
                return state.phase.openPart?.durable ?? .nothing
            }
            content.boot = nil
            if content.durableBytes == 0 { content = .nothing }
            _ = try? record(.progressed(content))
            throw error
        }
    }

    /// Changes the state of the open part file.
    private func updateOpenPart(_ change: (inout OpenPart) -> Void) {
        state.withLock { state in
            guard case .writing(var part) = state.phase else { return }
            change(&part)
            state.phase = .writing(part)
        }
    }

    // MARK: The disk queue

    /// Waits until all earlier operations of the disk queue have finished.
    func drain() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }

    /// Runs a call on the disk queue, after all earlier operations.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
