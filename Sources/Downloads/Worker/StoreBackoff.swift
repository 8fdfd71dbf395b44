import DownloadQueue

/// The delays between calls of a store that is unavailable.
enum StoreBackoff {
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
