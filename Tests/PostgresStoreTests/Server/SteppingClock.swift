import Synchronization

/// A clock that advances only when something waits.
final class SteppingClock: Sendable {
    private struct State {
        var now = ContinuousClock.now
        var onAdvance: (@Sendable () -> Void)?
    }

    private let start = ContinuousClock.now
    private let state = Mutex(State())

    var now: ContinuousClock.Instant { state.withLock { $0.now } }

    /// The time that has been waited.
    var elapsed: Duration { now - start }

    func advance(by duration: Duration) {
        let action = state.withLock { state in
            // A jitter of 0 must not make a loop endless.
            state.now = state.now.advanced(by: max(duration, .milliseconds(1)))
            return state.onAdvance
        }
        action?()
    }

    /// Sets a closure that is called whenever the clock has advanced.
    func onAdvance(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onAdvance = action } }
}

/// A number that any thread may increase.
final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    /// Increases the number, and returns it.
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
