import DownloadQueue
package import Downloads
import Synchronization

/// How far the downloads are that this service's worker runs now.
///
/// The worker reports to it, and ``EventFeed`` tells its readers.
package final class ProgressBoard: QueueObserver {
    private struct State {
        /// In the order in which they began.
        var running: [ItemProgress] = []
        var version = 0
    }

    private let state = Mutex(State())

    /// Makes an empty board.
    package init() {}

    /// Takes down what the worker does.
    ///
    /// - Parameter event: The event.
    package func observe(_ event: QueueWorkerEvent) {
        state.withLock { state in
            switch event {
            case .started(let item):
                state.running.removeAll { $0.id == item.id }
                state.running.append(ItemProgress(id: item.id, bytes: item.bytes, total: item.total))
            case .progressed(let progress):
                // What comes after the end would never go away.
                guard let index = state.running.firstIndex(where: { $0.id == progress.id }) else { return }
                state.running[index] = progress
            case .ended(let item):
                guard let index = state.running.firstIndex(where: { $0.id == item.id }) else { return }
                state.running.remove(at: index)
            case .outlook, .idle, .trouble: return
            }
            state.version += 1
        }
    }

    /// What runs now.
    ///
    /// - Returns: The items, and a number that grows with each change.
    func current() -> (running: [ItemProgress], version: Int) { state.withLock { ($0.running, $0.version) } }
}
