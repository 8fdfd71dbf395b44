import Downloads
import Synchronization

/// A run that can be stopped from before it has started.
final class CancellationHandle: Sendable {
    private struct State {
        var task: Task<QueueRunSummary, any Error>?
        var hook: DoneHook?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Takes the run in, and stops it if that was asked for already.
    ///
    /// - Parameters:
    ///   - task: Downloads.
    ///   - hook: Runs a program for what is done; nil for none.
    func set(_ task: Task<QueueRunSummary, any Error>, _ hook: DoneHook?) {
        let isCancelled = state.withLock { state in
            state.task = task
            state.hook = hook
            return state.isCancelled
        }
        if isCancelled { stop(task, hook) }
    }

    /// Stops the run, now or as soon as it is there.
    func cancel() {
        let (task, hook) = state.withLock { state in
            state.isCancelled = true
            return (state.task, state.hook)
        }
        stop(task, hook)
    }

    private func stop(_ task: Task<QueueRunSummary, any Error>?, _ hook: DoneHook?) {
        task?.cancel()
        hook?.stop()
    }
}
