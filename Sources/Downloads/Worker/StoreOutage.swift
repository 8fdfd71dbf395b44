import DownloadQueue

/// The time during which a worker cannot use the store.
struct StoreOutage {
    /// The duration after which a run ends with the store's error.
    ///
    /// A server that restarts is back within a minute.
    static let limit: Duration = .seconds(300)

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
