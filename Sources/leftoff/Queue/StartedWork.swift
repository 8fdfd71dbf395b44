import Downloads
import Synchronization

/// A task that can be cancelled from before it has started.
final class StartedWork: Sendable {
    private struct State {
        var task: Task<QueueRunSummary, any Error>?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Takes the task in, and cancels it if that was asked for already.
    ///
    /// - Parameter task: The task.
    func set(_ task: Task<QueueRunSummary, any Error>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Cancels the task, now or as soon as it is there.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
