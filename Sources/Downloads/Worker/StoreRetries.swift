import DownloadQueue
import Synchronization

/// The repetition of records while the store is unavailable, for all attempts of a run.
///
/// A record is repeated until the store accepts or rejects it, until the item's lease is no longer trusted, or until
/// the run is stopped.
package final class StoreRetries: Sendable {
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
    package init(clock: any QueueClock, random: @escaping @Sendable () -> Double = { .random(in: 0...1) }) {
        self.clock = clock
        self.random = random
    }

    /// Ends the repetition, because the run is being stopped; each record is then tried once.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Calls the store until it is available; blocks the thread during the delays.
    ///
    /// - Parameter body: Calls the store.
    /// - Returns: The result of the call.
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
