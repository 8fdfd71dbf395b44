import FoundationEssentials

/// Measures a speed as people like to see it: smoothed over a few seconds, and not too often.
struct RateMeter {
    /// How far back the speed looks: the weight of a moment falls to 1/e after this.
    static let window = 3.0

    /// The shortest time between two reports.
    static let interval = 0.1

    private var last: (time: Date, bytes: Int64)?
    private var smoothed: Double?

    /// Takes in how many bytes there are.
    ///
    /// - Parameters:
    ///   - bytes: The bytes by now.
    ///   - now: The time.
    /// - Returns: False when it is too early for a new report.
    mutating func update(bytes: Int64, at now: Date) -> Bool {
        guard let last else {
            last = (now, bytes)
            return true
        }
        let elapsed = now.timeIntervalSince(last.time)
        // A clock that was set back starts the measurement anew, and so does a download that starts over.
        guard elapsed >= 0, bytes >= last.bytes else {
            self = RateMeter()
            return update(bytes: bytes, at: now)
        }
        // While nothing has come yet nothing is measured: what is on disk is still being compared.
        if smoothed == nil, bytes == last.bytes {
            self.last = (now, bytes)
            return false
        }
        guard elapsed >= Self.interval else { return false }
        let rate = Double(bytes - last.bytes) / elapsed
        // 1 - exp(-t/window), to first order, which is stable for any t.
        let weight = elapsed / (elapsed + Self.window)
        smoothed = smoothed.map { $0 + (rate - $0) * weight } ?? rate
        self.last = (now, bytes)
        return true
    }

    /// The speed in bytes per second; nil before two reports.
    var bytesPerSecond: Double? { smoothed }
}
