import FoundationEssentials
import Syntax

/// A date on the command line.
struct DateArgument {
    /// The time.
    let date: Date

    /// Parses a date; nil if it is not understood.
    ///
    /// - Parameters:
    ///   - text: Such as `2027-01-31`, `tomorrow`, `friday` or `2w`; see `LocalTime`.
    ///   - now: The current time.
    init?(_ text: String, now: Date) {
        guard let date = LocalTime.system.date(text, now: now) else { return nil }
        self.date = date
    }

    /// Parses the value of `--until`, which must be in the future.
    ///
    /// - Parameters:
    ///   - text: The date as the user wrote it.
    ///   - now: The current time.
    /// - Throws: `CommandFailure` (usage) if it is not understood or past.
    init(until text: String, now: Date) throws {
        guard let argument = DateArgument(text, now: now) else {
            throw CommandFailure.usage("--until must be a date such as 2027-01-31, tomorrow, friday or 2w")
        }
        guard argument.date > now else { throw CommandFailure.usage("--until: \(text) is past") }
        self = argument
    }
}
