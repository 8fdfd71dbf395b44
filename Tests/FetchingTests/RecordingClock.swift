import Synchronization

/// A clock that records every wait and lets no time pass.
final class RecordingClock: Clock {
    typealias Instant = ContinuousClock.Instant

    private let waits = Mutex<[Duration]>([])
    private let start = ContinuousClock.now

    var now: Instant { start }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// The waits so far.
    var recorded: [Duration] { waits.withLock { $0 } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        waits.withLock { $0.append(start.duration(to: deadline)) }
    }
}
