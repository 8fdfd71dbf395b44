/// The system's clock, which continues while the process is stopped.
package struct SystemHUDClock: HUDClock {
    private let origin = ContinuousClock.now

    /// Creates a clock that starts at zero.
    package init() {}

    package var now: Duration { origin.duration(to: .now) }

    package func sleep(until deadline: Duration) async throws {
        try await ContinuousClock().sleep(until: origin.advanced(by: deadline), tolerance: .milliseconds(2))
    }
}
