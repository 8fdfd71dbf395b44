import Dispatch
import DownloadQueue
import Synchronization

extension PartialDownload {
    /// Tells what is to be done when a checkpoint fails.
    func onFailure(_ action: @escaping @Sendable (any Error) -> Void) {
        state.withLock { $0.onFailure = action }
    }

    /// Asks for checkpoints from time to time, for slow lines.
    func startTimer() {
        state.withLock { state in
            guard state.timer == nil else { return }
            state.timer = Task { [weak self, journal, interval = options.checkpointInterval] in
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
    }

    /// Makes a checkpoint on the disk's thread; one that waits already is enough.
    func requestCheckpoint() {
        let isFirst = state.withLock { state in
            defer { state.isCheckpointDue = true }
            return !state.isCheckpointDue
        }
        guard isFirst else { return }
        queue.async { [self] in
            state.withLock { $0.isCheckpointDue = false }
            do {
                try checkpoint()
            } catch {
                state.withLock(\.onFailure)?(error)
            }
        }
    }

    /// Makes durable and records what was written.
    ///
    /// - Throws: ``QueueFailure``, and what the record throws.
    func checkpoint() throws {
        guard let writer, item.partName != nil, !state.withLock({ $0.isDistrusted || $0.isFinishing }) else { return }
        let content = writer.content
        guard content != item.content else { return }
        if options.durability == .full { try sync(writer.file) }
        try record(.progressed(content))
        state.withLock { $0.durable = content }
    }

    /// Lets no checkpoint come any more, as the file is about to get its name.
    ///
    /// One that came between the announcement of the name and the record of the end would make the item look unfinished,
    /// and the file would be downloaded once more beside itself. Called on the disk's thread, behind all checkpoints so far.
    func beginFinishing() {
        state.withLock { $0.isFinishing = true }
    }

    /// Makes a part file's bytes durable.
    ///
    /// - Throws: ``QueueFailure``; then bytes beyond the last checkpoint are not believed any more, though they can still be
    ///   read: the system forgets that it could not write them.
    func sync(_ file: PartFile) throws {
        do {
            try file.syncData()
        } catch {
            var content = state.withLock { state in
                state.isDistrusted = true
                return state.durable
            }
            content.boot = nil
            if content.durableBytes == 0 { content = .nothing }
            _ = try? record(.progressed(content))
            throw error
        }
    }

    /// Waits until everything that was asked of the disk's thread is done.
    func drain() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }

    /// Makes a call on the disk's thread, after everything that was asked of it before.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
