package import FoundationEssentials
import Synchronization

/// A clock that advances only when a test moves it.
package final class ManualClock: Sendable {
    private struct Sleeper {
        var id: Int
        var until: Date
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        var id: Int
        var count: Int
        var continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now: Date
        var nextID = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var watchers: [Watcher] = []
    }

    private let state: Mutex<State>

    /// Creates a clock that shows a time.
    package init(now: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        state = Mutex(State(now: now))
    }

    /// The time that the clock shows.
    package var now: Date { state.withLock { $0.now } }

    /// The number of calls of ``sleep(for:)`` that have not ended.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Waits until the clock has advanced by a duration.
    ///
    /// - Parameter duration: The duration by this clock.
    /// - Throws: `CancellationError` if the task is cancelled.
    package func sleep(for duration: Duration) async throws {
        let id = nextID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(
                    Sleeper(id: id, until: now.addingTimeInterval(Self.seconds(duration)), continuation: continuation))
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Advances the clock, and ends the sleeps whose time has come, in order.
    ///
    /// - Parameter duration: The duration; a negative one sets the clock back.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.addingTimeInterval(Self.seconds(duration))
            let due = state.sleepers.filter { $0.until <= state.now }.sorted { $0.until < $1.until }
            state.sleepers.removeAll { $0.until <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until at least a number of tasks are sleeping, or the task is cancelled.
    ///
    /// - Parameter count: The minimum number of sleeping tasks.
    package func waitForSleepers(_ count: Int = 1) async {
        let id = nextID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.sleepers.count >= count || state.cancelled.remove(id) != nil { return true }
                    state.watchers.append(Watcher(id: id, count: count, continuation: continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state -> Watcher? in
                guard let index = state.watchers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.watchers.remove(at: index)
            }
            watcher?.continuation.resume()
        }
    }

    /// Advances the clock to the end of the sleep that ends first.
    ///
    /// Has no effect if there is none.
    package func advanceToNextSleeper() {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.indices.min(by: { state.sleepers[$0].until < state.sleepers[$1].until })
            else { return nil }
            state.now = max(state.now, state.sleepers[index].until)
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume()
    }

    private func nextID() -> Int {
        state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
    }

    private func enter(_ sleeper: Sleeper) {
        enum Outcome { case sleeps, over, cancelled }
        let (outcome, watchers) = state.withLock { state -> (Outcome, [CheckedContinuation<Void, Never>]) in
            if state.cancelled.remove(sleeper.id) != nil { return (.cancelled, []) }
            if sleeper.until <= state.now { return (.over, []) }
            state.sleepers.append(sleeper)
            let count = state.sleepers.count
            let woken = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return (.sleeps, woken)
        }
        switch outcome {
        case .sleeps: break
        case .over: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
        for watcher in watchers { watcher.resume() }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                // The sleep has not started, or has ended.
                state.cancelled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    private static func seconds(_ duration: Duration) -> Double {
        let parts = duration.components
        return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    }
}
