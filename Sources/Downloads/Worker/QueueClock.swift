package import FoundationEssentials

/// The time, and waiting for it.
package protocol QueueClock: Sendable {
    /// The time by the calendar, since other processes read what is stored.
    var now: Date { get }

    /// Waits.
    ///
    /// - Parameter duration: How long.
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The system's clock.
package struct SystemQueueClock: QueueClock {
    /// Makes the clock.
    package init() {}

    package var now: Date { Date() }

    package func sleep(for duration: Duration) async throws {
        // Half a second of tolerance lets the system wake once for several.
        try await Task.sleep(for: duration, tolerance: min(duration / 10, .milliseconds(500)))
    }
}
