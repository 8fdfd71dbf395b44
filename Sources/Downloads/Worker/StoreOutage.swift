import DownloadQueue
import Synchronization

/// The time during which a worker cannot use the store.
struct StoreOutage {
    /// The duration after which a run ends with the store's error.
    ///
    /// A server that restarts is back within a minute.
    private static let limit: Duration = .seconds(300)

    /// The longest delay between two calls; two of them fit between the fence and the end of a lease.
    private static let longestDelay: Duration = .seconds(5)

    private var began: Duration?
    private var failures = 0
    private var nextCall: Duration = .zero

    /// True from the first call that failed until one has succeeded.
    var isActive: Bool { began != nil }

    /// Returns true if the store should be called now.
    ///
    /// - Parameter now: The ``QueueClock/uptime``.
    /// - Returns: False during the delay after a call that has failed.
    func allowsCall(at now: Duration) -> Bool { began == nil || now >= nextCall }

    /// Records a call that has failed.
    ///
    /// - Parameters:
    ///   - now: The ``QueueClock/uptime``.
    ///   - random: A random number from 0 to 1, for the jitter.
    /// - Returns: False if the outage has lasted too long.
    mutating func recordFailure(at now: Duration, random: Double) -> Bool {
        let began = began ?? now
        self.began = began
        failures += 1
        nextCall = now + StoreBackoff.delay(failures: failures, longest: Self.longestDelay, random: random)
        return now - began < Self.limit
    }

    /// Records a call that has succeeded.
    ///
    /// - Returns: True if this ended an outage.
    mutating func recordSuccess() -> Bool {
        defer { self = StoreOutage() }
        return isActive
    }
}

/// The repetition of records while the store is unavailable, for all attempts of a run.
///
/// A record is repeated until the store accepts or rejects it, until the item's lease is no longer trusted, or until
/// the run is stopped.
final class StoreRetries: Sendable {
    /// The longest delay between two calls.
    private static let longestDelay: Duration = .seconds(2)

    private let clock: any QueueClock
    private let random: @Sendable () -> Double
    private let isStopped = Atomic(false)

    /// Creates the retries of a run.
    ///
    /// - Parameters:
    ///   - clock: Measures and waits for the delays.
    ///   - random: Returns random numbers from 0 to 1, for the jitter.
    init(clock: any QueueClock, random: @escaping @Sendable () -> Double = { .random(in: 0...1) }) {
        self.clock = clock
        self.random = random
    }

    /// Ends the repetition, because the run is being stopped; each record is then tried once.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Calls the store until it is available; blocks the thread during the delays.
    ///
    /// - Throws: ``QueueError/storeUnavailable(reason:)`` if the run was stopped or the store was unavailable for as
    ///   long as a lease lasts; any other error of the call.
    func run<Value>(_ body: () throws -> Value) throws -> Value {
        let began = clock.uptime
        var failures = 0
        while true {
            do {
                return try body()
            } catch let error as QueueError {
                guard case .storeUnavailable = error, !isStopped.load(ordering: .relaxed),
                    clock.uptime - began < QueueLease.length
                else { throw error }
                failures += 1
                clock.block(
                    for: StoreBackoff.delay(failures: failures, longest: Self.longestDelay, random: random()))
            }
        }
    }
}

/// The delays between calls of a store that is unavailable.
private enum StoreBackoff {
    /// The first delay, before jitter.
    ///
    /// A connection that was closed can usually be opened again at once.
    private static let first: Duration = .milliseconds(100)

    /// Returns the delay before a call is repeated.
    ///
    /// - Parameters:
    ///   - failures: The number of calls in a row that have failed; at least 1.
    ///   - longest: The longest delay.
    ///   - random: A random number from 0 to 1.
    /// - Returns: Between half of an exponentially growing delay and all of it, so that many workers do not return at
    ///   the same moment.
    static func delay(failures: Int, longest: Duration, random: Double) -> Duration {
        let full = min(longest, first * (1 << min(failures - 1, 16)))
        return full * (0.5 + random / 2)
    }
}
