import Numbers

/// The arithmetic of an item's counters: attempts, failures, claims and crashes.
package enum QueueCounter {
    /// The values of a counter.
    ///
    /// No counter reaches the upper limit by counting: an attempt each second would take 68 years. A row may contain
    /// any number.
    package static let range = 0...Int(Int32.max)

    /// Returns the next value of a counter, which stays at the upper limit of ``range``.
    package static func next(after count: Int) -> Int { count.clamped(to: range.lowerBound...range.upperBound - 1) + 1 }
}
