package import FoundationEssentials
import Numbers

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A clock that returns the time and waits for durations.
package protocol QueueClock: Sendable {
    /// The calendar time, because other processes read the recorded times.
    var now: Date { get }

    /// The time since an arbitrary moment, which never decreases.
    ///
    /// It also counts while the process or the machine is suspended.
    var uptime: Duration { get }

    /// Waits for a duration; throws `CancellationError` if the task is cancelled.
    func sleep(for duration: Duration) async throws

    /// Blocks the thread for a short duration.
    func block(for duration: Duration)
}

/// The system's clock.
package struct SystemQueueClock: QueueClock {
    private static let start = ContinuousClock.now

    /// Creates the system's clock.
    package init() {}

    package var now: Date { Date() }

    // CLOCK_BOOTTIME on Linux, which counts while the machine is suspended.
    package var uptime: Duration { Self.start.duration(to: .now) }

    package func sleep(for duration: Duration) async throws {
        // The tolerance of up to half a second lets the system combine several wake-ups.
        try await Task.sleep(for: duration, tolerance: min(duration / 10, .milliseconds(500)))
    }

    package func block(for duration: Duration) {
        usleep(UInt32(clamping: duration / .microseconds(1)))
    }
}
