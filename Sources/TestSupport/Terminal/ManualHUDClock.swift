import Synchronization
import TerminalHUD

/// A clock for a display that advances only when a test moves it.
package final class ManualHUDClock: HUDClock {
    private struct State {
        var now = Duration.zero
        var queue = SleepQueue<Duration>()
    }

    private let state = Mutex(State())

    /// Creates a clock at zero.
    package init() {}

    package var now: Duration { state.withLock { $0.now } }

    package func sleep(until deadline: Duration) async throws {
        let id = state.withLock { $0.queue.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    state.queue.begin(
                        SleepQueue.Sleeper(id: id, deadline: deadline, continuation: continuation), at: state.now)
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.queue.cancel(id) }
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
            if let deadline = state.withLock({ $0.queue.sleepers.map(\.deadline).min() }) { return deadline }
            await Task.yield()
        }
        return nil
    }

    /// Advances the clock, and ends the sleeps whose deadlines have passed.
    ///
    /// - Parameter instant: The new time; an earlier one has no effect.
    package func advance(to instant: Duration) {
        let due = state.withLock { state in
            state.now = max(state.now, instant)
            return state.queue.removeDue(at: state.now)
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
