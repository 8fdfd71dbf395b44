import DownloadQueue
import Synchronization
import Transfer

extension DownloadAttempt {
    /// The largest file that is hashed on the engine's thread, on which all transfers wait meanwhile: a tenth of a
    /// millisecond, where a change of threads costs as much.
    private static let quickBytes = 64 << 10

    /// A request that was made, and what takes in its answer.
    struct Begun: Sendable {
        let transfer: RunningTransfer
        let sink: DownloadSink
    }

    /// The task that goes on with a try, if there is one.
    private final class Rest: Sendable {
        private let state = Mutex<(task: Task<Void, Never>?, isCancelled: Bool)>((nil, false))

        func set(_ task: Task<Void, Never>) {
            let isCancelled = state.withLock { state in
                state.task = task
                return state.isCancelled
            }
            if isCancelled { task.cancel() }
        }

        func cancel() {
            let task = state.withLock { state in
                state.isCancelled = true
                return state.task
            }
            task?.cancel()
        }
    }

    /// Begins with a file of which nothing is there, and returns at once.
    ///
    /// A small file that comes as it should needs no task of its own: the engine's thread hands it to those who give files
    /// their names. Whatever else is answered is gone on with in a task.
    ///
    /// - Parameter completion: Told what ``run(_:)`` would return or throw, once, on any thread; it is to be quick.
    /// - Returns: What stops the try.
    func begin(_ completion: @escaping @Sendable (Result<QueueItem, any Error>) -> Void) -> @Sendable () -> Void {
        let transfer = RunningTransfer()
        let begun = Begun(
            transfer: transfer, sink: DownloadSink(site: site, ask: .all, writer: nil, transfer: transfer))
        let rest = Rest()
        transfer.onFirstEvent { event in
            if case .ended(.success(let summary)) = event, let file = smallFile(begun.sink, summary) {
                received()
                return committer.commit(file, then: completion)
            }
            let task = Task {
                do {
                    completion(.success(try await goOn(begun, event)))
                } catch {
                    completion(.failure(error))
                }
            }
            rest.set(task)
        }
        site.onFailure { transfer.stop($0) }
        transfer.start(request(.all, nil), on: engine, into: begun.sink)
        return {
            transfer.stop()
            rest.cancel()
        }
    }

    /// The file that has come whole into memory; nil where there is more to look at than that.
    private func smallFile(_ sink: DownloadSink, _ summary: TransferSummary) -> FinishedDownload? {
        guard !summary.hasExcessBody, let memory = sink.memory, memory.bytes.count <= Self.quickBytes else {
            return nil
        }
        // Whoever goes on with the try hashes it again, and has the error.
        return try? FinishedDownload(site: site, memory: memory)
    }
}
