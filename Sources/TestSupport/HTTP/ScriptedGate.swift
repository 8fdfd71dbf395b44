import Foundation

/// A gate between a test and a scripted response: the response waits at it until the test opens it.
///
/// Every wait is bounded, so that a failing test ends.
package final class ScriptedGate: Sendable {
    /// How long anybody waits at a gate, in seconds, before giving up.
    ///
    /// Two minutes: on a busy machine a test's next step may wait that long for its thread, and a gate that gives up earlier
    /// fails tests that are right.
    static let patience: Double = 120

    // The condition guards `state`, which nothing else touches.
    private nonisolated(unsafe) var permits = 0
    private nonisolated(unsafe) var isOpen = false
    private nonisolated(unsafe) var arrivals = 0
    private let condition = NSCondition()

    /// Makes a closed gate.
    package init() {}

    /// Lets everybody through from now on.
    package func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    /// Lets so many waits through, now or later.
    ///
    /// - Parameter count: The number of waits.
    package func letThrough(_ count: Int = 1) {
        condition.lock()
        permits += count
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until the gate lets this call through.
    ///
    /// - Throws: ``ScriptedServerError/timedOut(what:)``.
    package func wait() throws {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        condition.lock()
        defer { condition.unlock() }
        arrivals += 1
        condition.broadcast()
        while !isOpen && permits == 0 {
            guard condition.wait(until: deadline) else { throw ScriptedServerError.timedOut(what: "a gate to open") }
        }
        if !isOpen { permits -= 1 }
    }

    /// Waits until so many calls of ``wait()`` have arrived, whether or not they were let through.
    ///
    /// It blocks its thread.
    ///
    /// - Parameter count: The number of arrivals since the gate was made.
    /// - Throws: ``ScriptedServerError/timedOut(what:)``.
    package func waitForArrivals(_ count: Int) throws {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        condition.lock()
        defer { condition.unlock() }
        while arrivals < count {
            guard condition.wait(until: deadline) else {
                throw ScriptedServerError.timedOut(what: "\(count) arrivals at a gate, \(arrivals) came")
            }
        }
    }

    /// Waits on a thread of its own until so many calls of ``wait()`` have arrived.
    ///
    /// - Parameter count: The number of arrivals since the gate was made.
    /// - Throws: ``ScriptedServerError/timedOut(what:)``.
    package func arrivals(_ count: Int) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.waitForArrivals(count) })
            }
        }
    }
}
