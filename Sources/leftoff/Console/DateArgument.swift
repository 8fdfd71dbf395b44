import FoundationEssentials

/// A date on the command line.
struct DateArgument {
    /// The time.
    let date: Date

    /// Parses a date; nil if it is not understood.
    ///
    /// - Parameters:
    ///   - text: Such as `2027-01-31`, `tomorrow`, `friday` or `2w`.
    ///   - now: The current time.
    init?(_ text: String, now: Date) { return nil }
}
