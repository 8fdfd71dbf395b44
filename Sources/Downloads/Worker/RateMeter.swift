import FoundationEssentials

/// A speed that is smoothed over a few seconds for display.
struct RateMeter {
    /// The time after which the weight of a sample has fallen to 1/e, in seconds.
    static let window = 3.0

    /// The minimum time between two reports, in seconds.
    static let interval = 0.1

    private var last: (time: Date, bytes: Int64)?
    private var smoothed: Double?

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - bytes: The bytes so far.
    ///   - now: The current time.
    /// - Returns: False if it is too early for a new report.
    mutating func update(bytes: Int64, at now: Date) -> Bool {
        guard let last else {
            last = (now, bytes)
            return true
        }
        let elapsed = now.timeIntervalSince(last.time)
        // A clock that was set back restarts the measurement, and so does a download that starts over.
        guard elapsed >= 0, bytes >= last.bytes else {
            self = RateMeter()
            return update(bytes: bytes, at: now)
        }
        // Nothing is measured before the first new byte, because bytes on disk are still being compared.
        if smoothed == nil, bytes == last.bytes {
            self.last = (now, bytes)
            return false
        }
        guard elapsed >= Self.interval else { return false }
        let rate = Double(bytes - last.bytes) / elapsed
        // An approximation of 1 - exp(-t/window) that is stable for any t.
        let weight = elapsed / (elapsed + Self.window)
        smoothed = smoothed.map { $0 + (rate - $0) * weight } ?? rate
        self.last = (now, bytes)
        return true
    }

    /// The speed in bytes per second; nil until it has been measured.
    var bytesPerSecond: Double? { smoothed }
}
