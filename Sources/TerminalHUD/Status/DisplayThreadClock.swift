/// The system's clock, with a display thread for the tasks that wait for it.
struct DisplayThreadClock: HUDClock {
    private let origin = ContinuousClock.now
    private let thread = DisplayThread()

    var now: Duration { origin.duration(to: .now) }

    var executor: (any TaskExecutor)? { thread }

    func onScreenChange(_ body: @escaping @Sendable () -> Void) { thread.onScreenChange(body) }

    func sleep(until deadline: Duration) async throws {
        try await thread.sleep(until: origin.advanced(by: deadline))
    }
}
