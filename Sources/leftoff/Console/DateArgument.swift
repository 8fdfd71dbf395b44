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
            if Self.isTooFar(text, now: now) {
                throw CommandFailure.usage(
                    "--until: \(text) is too far: at most the year 9998, or 9999 hours, days or weeks from now")
            }
            throw CommandFailure.usage("--until must be a date such as 2027-01-31, tomorrow, friday or 2w")
        }
        guard argument.date > now else { throw CommandFailure.usage("--until: \(text) is past") }
        self = argument
    }

    /// Returns true if a text has the form of a date, or of a time from now, that ``LocalTime`` refuses as too far.
    private static func isTooFar(_ text: String, now: Date) -> Bool {
        if text.hasPrefix("9999-") { return DateArgument("9998" + text.dropFirst(4), now: now) != nil }
        let digits = text.dropLast()
        return digits.utf8.count > 4 && ASCII.isDigits(digits) && "hdwHDW".contains(text.suffix(1))
    }
}
