import Downloads
import Synchronization

/// A handle that cancels a queue run, even before the run has started.
package final class CancellationHandle: Sendable {
    private struct State {
        var task: Task<QueueRunSummary, any Error>?
        var hook: CompletionHook?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Creates a handle that is not attached to a run.
    package init() {}

    /// Attaches a run, and cancels it at once if the handle is already cancelled.
    ///
    /// - Parameters:
    ///   - task: The worker's task, which is cancelled together with the handle.
    ///   - hook: The hook, which starts no further programs after a cancellation; nil if there is none.
    func attach(_ task: Task<QueueRunSummary, any Error>, hook: CompletionHook?) {
        let isCancelled = state.withLock { state in
            state.task = task
            state.hook = hook
            return state.isCancelled
        }
        if isCancelled { stop(task, hook) }
    }

    /// Cancels the run, now or as soon as one is attached.
    package func cancel() {
        let (task, hook) = state.withLock { state in
            state.isCancelled = true
            return (state.task, state.hook)
        }
        stop(task, hook)
    }

    private func stop(_ task: Task<QueueRunSummary, any Error>?, _ hook: CompletionHook?) {
        task?.cancel()
        hook?.stop()
    }
}
