import DownloadQueue
import Synchronization
import Transfer

extension DownloadAttempt {
    /// The size of the largest file that is hashed on the engine's thread, where all other transfers have to wait.
    ///
    /// Hashing it takes a tenth of a millisecond, as long as a switch to another thread.
    private static let quickBytes = 64 << 10

    /// A request that was made, and the sink of its response.
    struct StartedRequest: Sendable {
        let transfer: RunningTransfer
        let sink: DownloadSink
    }

    /// The task that continues an attempt, if there is one.
    private final class Continuation: Sendable {
        private enum State {
            case none
            case running(Task<Void, Never>)
            case cancelled
        }

        private let state = Mutex(State.none)

        func set(_ task: Task<Void, Never>) {
            let isCancelled = state.withLock { state in
                if case .cancelled = state { return true }
                state = .running(task)
                return false
            }
            if isCancelled { task.cancel() }
        }

        func cancel() {
            let old = state.withLock { state in
                defer { state = .cancelled }
                return state
            }
            if case .running(let task) = old { task.cancel() }
        }
    }

    /// Starts the download of a file of which no byte is on disk, and returns at once.
    ///
    /// A small file with an ordinary response needs no task of its own: the engine's thread passes it to the committer.
    /// Any other response is handled in a task.
    ///
    /// - Parameter completion: Called once with the result of ``run(_:)``, on any thread; it must return quickly.
    /// - Returns: A function that cancels the attempt.
    func begin(_ completion: @escaping @Sendable (Result<QueueItem, any Error>) -> Void) -> @Sendable () -> Void {
        let transfer = RunningTransfer()
        let started = StartedRequest(
            transfer: transfer, sink: DownloadSink(partial: partial, range: .all, writer: nil, transfer: transfer))
        let continuation = Continuation()
        transfer.onFirstEvent { event in
            if case .ended(.success(let summary)) = event, let file = smallFile(started.sink, summary) {
                onReceived()
                return committer.commit(file, then: completion)
            }
            let task = Task {
                do {
                    completion(.success(try await resume(started, event)))
                } catch {
                    completion(.failure(error))
                }
            }
            continuation.set(task)
        }
        partial.onFailure { transfer.stop($0) }
        transfer.start(request(.all, nil), on: engine, into: started.sink)
        return {
            transfer.stop()
            continuation.cancel()
        }
    }

    /// Returns a small file that was received completely into memory; nil if the response must be handled in a task.
    private func smallFile(_ sink: DownloadSink, _ summary: TransferSummary) -> FinishedDownload? {
        guard !summary.hasExcessBody, let memory = sink.memory, memory.bytes.count <= Self.quickBytes else {
            return nil
        }
        // If this fails, the task hashes the file again and reports the error.
        return try? FinishedDownload(partial: partial, memory: memory)
    }
}
