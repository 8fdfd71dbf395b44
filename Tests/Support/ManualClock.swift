package import FoundationEssentials
import Synchronization
import TerminalHUD

/// A clock that advances only when a test moves it.
package final class ManualClock: Sendable {
    private struct Watcher {
        var id: Int
        var count: Int
        var continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now: Date
        var uptime = Duration.zero
        var queue = SleepQueue<Date>()
        var watchers: [Watcher] = []
        /// The identifiers of watchers that were cancelled before they began to wait.
        var cancelledWatchers: Set<Int> = []
    }

    private let state: Mutex<State>

    /// Creates a clock that shows a time.
    package init(now: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        state = Mutex(State(now: now))
    }

    /// The time that the clock shows.
    package var now: Date { state.withLock { $0.now } }

    /// The time by which the clock has advanced; setting it back does not change it.
    package var uptime: Duration { state.withLock { $0.uptime } }

    /// The number of calls of ``sleep(for:)`` that have not ended.
    package var sleeperCount: Int { state.withLock { $0.queue.sleepers.count } }

    /// Waits until the clock has advanced by a duration.
    ///
    /// - Parameter duration: The duration by this clock.
    /// - Throws: `CancellationError` if the task is cancelled.
    package func sleep(for duration: Duration) async throws {
        let id = state.withLock { $0.queue.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let deadline = now.addingTimeInterval(Self.seconds(duration))
                begin(SleepQueue.Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            let sleeper = state.withLock { $0.queue.cancel(id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Advances the clock, and ends the sleeps whose deadlines have passed, in the order of their deadlines.
    ///
    /// - Parameter duration: The duration; a negative one sets the clock back.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.addingTimeInterval(Self.seconds(duration))
            state.uptime += max(.zero, duration)
            return state.queue.removeDue(at: state.now)
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until a number of sleeps have begun and not ended, or the task is cancelled.
    ///
    /// - Parameter count: The lowest number of sleeps.
    package func waitForSleepers(_ count: Int = 1) async {
        let id = state.withLock { $0.queue.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.queue.sleepers.count >= count || state.cancelledWatchers.remove(id) != nil { return true }
                    state.watchers.append(Watcher(id: id, count: count, continuation: continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state -> Watcher? in
                guard let index = state.watchers.firstIndex(where: { $0.id == id }) else {
                    state.cancelledWatchers.insert(id)
                    return nil
                }
                return state.watchers.remove(at: index)
            }
            watcher?.continuation.resume()
        }
    }

    /// Advances the clock to the end of the sleep that ends first; has no effect if there is none.
    package func advanceToNextSleeper() {
        let sleeper = state.withLock { state -> SleepQueue<Date>.Sleeper? in
            guard let sleeper = state.queue.removeFirst() else { return nil }
            state.uptime += .seconds(max(0, sleeper.deadline.timeIntervalSince(state.now)))
            state.now = max(state.now, sleeper.deadline)
            return sleeper
        }
        sleeper?.continuation.resume()
    }

    /// Advances the clock instead of blocking the thread.
    package func block(for duration: Duration) { advance(by: duration) }

    private func begin(_ sleeper: SleepQueue<Date>.Sleeper) {
        let (result, watchers) = state.withLock { state in
            let result = state.queue.begin(sleeper, at: state.now)
            let count = state.queue.sleepers.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return (result, state.watchers.filter { $0.count <= count })
        }
        if let result { sleeper.continuation.resume(with: result) }
        for watcher in watchers { watcher.continuation.resume() }
    }

    private static func seconds(_ duration: Duration) -> Double {
        let parts = duration.components
        return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    }
}

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

/// The tasks that sleep on a manual clock.
struct SleepQueue<Instant: Comparable & Sendable>: Sendable {
    /// A task that sleeps until a deadline.
    struct Sleeper: Sendable {
        var id: Int
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    /// The sleepers, in the order in which their sleeps began.
    private(set) var sleepers: [Sleeper] = []
    /// The identifiers of sleeps that were cancelled before they began.
    private var cancelled: Set<Int> = []
    private var lastID = 0

    /// Returns a new identifier, for a sleep or another wait.
    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Begins a sleep, unless it was cancelled or its deadline has passed.
    ///
    /// - Parameters:
    ///   - sleeper: The task that sleeps.
    ///   - now: The clock's time.
    /// - Returns: The result of a sleep that does not begin; nil if it has begun.
    mutating func begin(_ sleeper: Sleeper, at now: Instant) -> Result<Void, any Error>? {
        if cancelled.remove(sleeper.id) != nil { return .failure(CancellationError()) }
        if sleeper.deadline <= now { return .success(()) }
        sleepers.append(sleeper)
        return nil
    }

    /// Cancels a sleep.
    ///
    /// - Parameter id: The sleep's identifier.
    /// - Returns: The removed sleeper; nil if its sleep has not begun, or is over.
    mutating func cancel(_ id: Int) -> Sleeper? {
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return nil
        }
        return sleepers.remove(at: index)
    }

    /// Removes and returns the sleepers whose deadline has passed, in the order of their deadlines.
    mutating func removeDue(at now: Instant) -> [Sleeper] {
        defer { sleepers.removeAll { $0.deadline <= now } }
        return sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
    }

    /// Removes and returns the sleeper with the earliest deadline; nil if there is none.
    mutating func removeFirst() -> Sleeper? {
        guard let index = sleepers.indices.min(by: { sleepers[$0].deadline < sleepers[$1].deadline }) else {
            return nil
        }
        return sleepers.remove(at: index)
    }
}
