import DownloadQueue
package import Downloads
import Synchronization

/// The progress of the downloads that this service's worker is running.
///
/// The worker reports to it, and ``EventFeed`` sends it to clients.
package final class ProgressMonitor: QueueObserver {
    private struct State {
        /// The running items in the order in which they began.
        var running: [ItemProgress] = []
        var version = 0
    }

    private let state = Mutex(State())

    /// Creates a monitor without items.
    package init() {}

    /// Records an event of the worker.
    ///
    /// - Parameter event: An event of any download.
    package func observe(_ event: QueueWorkerEvent) {
        state.withLock { state in
            switch event {
            case .started(let item):
                state.running.removeAll { $0.id == item.id }
                state.running.append(ItemProgress(id: item.id, bytes: item.bytes, total: item.total))
            case .progressed(let progress):
                // Progress reported after the end would never be removed.
                guard let index = state.running.firstIndex(where: { $0.id == progress.id }) else { return }
                state.running[index] = progress
            case .ended(let item):
                guard let index = state.running.firstIndex(where: { $0.id == item.id }) else { return }
                state.running.remove(at: index)
            case .summary, .idle, .warning: return
            }
            state.version += 1
        }
    }

    /// Returns the running items, and a number that grows with each change.
    func current() -> (running: [ItemProgress], version: Int) { state.withLock { ($0.running, $0.version) } }
}
