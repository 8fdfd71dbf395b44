import Synchronization
import TerminalHUD

/// A clock for a display that advances only when a test moves it.
package final class ManualHUDClock: HUDClock {
    private struct Sleeper {
        var id: Int
        var deadline: Duration
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Duration.zero
        var nextID = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Creates a clock at zero.
    package init() {}

    package var now: Duration { state.withLock { $0.now } }

    package func sleep(until deadline: Duration) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if state.now >= deadline { return .success(()) }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return nil
                }
                if let isOver { continuation.resume(with: isOver) }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until a task sleeps on this clock, and returns the earliest deadline.
    package func nextDeadline() async -> Duration {
        await nextDeadline { true } ?? now
    }

    /// Waits until a task sleeps on this clock, while a condition holds.
    ///
    /// - Parameter condition: A function that returns false once no more task will sleep.
    /// - Returns: The earliest deadline; nil once the condition is false.
    package func nextDeadline(while condition: () -> Bool) async -> Duration? {
        while condition() {
            if let deadline = state.withLock({ $0.sleepers.map(\.deadline).min() }) { return deadline }
            await Task.yield()
        }
        return nil
    }

    /// Advances the clock, and ends the sleeps whose time has come.
    ///
    /// - Parameter instant: The new time; an earlier one has no effect.
    package func advance(to instant: Duration) {
        let due = state.withLock { state in
            state.now = max(state.now, instant)
            defer { state.sleepers.removeAll { $0.deadline <= state.now } }
            return state.sleepers.filter { $0.deadline <= state.now }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
