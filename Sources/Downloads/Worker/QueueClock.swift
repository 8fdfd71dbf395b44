package import FoundationEssentials

/// A clock that returns the time and waits for durations.
package protocol QueueClock: Sendable {
    /// The calendar time, because other processes read the recorded times.
    var now: Date { get }

    /// Waits for a duration; throws `CancellationError` if the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The system's clock.
package struct SystemQueueClock: QueueClock {
    /// Creates the system's clock.
    package init() {}

    package var now: Date { Date() }

    package func sleep(for duration: Duration) async throws {
        // The tolerance of up to half a second lets the system combine several wake-ups.
        try await Task.sleep(for: duration, tolerance: min(duration / 10, .milliseconds(500)))
    }
}
