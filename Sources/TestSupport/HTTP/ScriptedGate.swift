import Foundation

/// A gate at which a scripted response waits until the test opens it.
///
/// Every wait has a timeout, so that a failing test ends.
package final class ScriptedGate: Sendable {
    /// The timeout of every wait, in seconds.
    ///
    /// On a busy machine, the next step of a test may wait two minutes for its thread, so a shorter timeout would fail
    /// correct tests.
    static let timeout: Double = 120

    // Safe, because every access to these three holds the condition's lock.
    private nonisolated(unsafe) var permits = 0
    private nonisolated(unsafe) var isOpen = false
    private nonisolated(unsafe) var arrivals = 0
    private let condition = NSCondition()

    /// Creates a closed gate.
    package init() {}

    /// Opens the gate for all waits, now and later.
    package func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    /// Lets a number of waits through, now or later.
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
        let deadline = Date(timeIntervalSinceNow: Self.timeout)
        condition.lock()
        defer { condition.unlock() }
        arrivals += 1
        condition.broadcast()
        while !isOpen && permits == 0 {
            guard condition.wait(until: deadline) else { throw ScriptedServerError.timedOut(what: "a gate to open") }
        }
        if !isOpen { permits -= 1 }
    }

    /// Blocks the thread until ``wait()`` has been called a number of times, including calls that were let through.
    ///
    /// - Parameter count: The number of calls since the gate was created.
    /// - Throws: ``ScriptedServerError/timedOut(what:)``.
    package func waitForArrivals(_ count: Int) throws {
        let deadline = Date(timeIntervalSinceNow: Self.timeout)
        condition.lock()
        defer { condition.unlock() }
        while arrivals < count {
            guard condition.wait(until: deadline) else {
                throw ScriptedServerError.timedOut(what: "\(count) arrivals at a gate, of which there were \(arrivals)")
            }
        }
    }

    /// Waits on a separate thread until ``wait()`` has been called a number of times.
    ///
    /// - Parameter count: The number of calls since the gate was created.
    /// - Throws: ``ScriptedServerError/timedOut(what:)``.
    package func arrivals(_ count: Int) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.waitForArrivals(count) })
            }
        }
    }
}
