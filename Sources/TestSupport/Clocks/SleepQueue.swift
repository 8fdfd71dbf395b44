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
