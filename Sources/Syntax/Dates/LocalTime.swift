package import FoundationEssentials
import Glibc

/// Local time, whose offset from UTC changes with daylight saving time.
///
/// ```swift
/// let now = Date()
/// let friday = LocalTime.system.date("friday", now: now)
/// let text = friday.map { LocalTime.system.day($0) }  // such as 2026-12-04
/// precondition(text?.count == 10)
/// ```
package struct LocalTime: Sendable {
    /// The time from which dates are refused: the store represents none after the year 9999.
    private static let end = Date(timeIntervalSince1970: 253_370_764_800)
    private static let dayLength = 86_400.0
    /// The days of the week, from that of 1 January 1970.
    private static let weekdays = ["thursday", "friday", "saturday", "sunday", "monday", "tuesday", "wednesday"]
    /// The maximum number of digits of a duration.
    ///
    /// 9,999 weeks are 191 years; more digits would only be a mistake.
    private static let maximumDigits = 4

    private let offset: @Sendable (Date) -> Int

    /// Creates the local time of a time zone.
    ///
    /// - Parameter offset: Returns the offset from UTC at a time, in seconds.
    package init(offset: @escaping @Sendable (Date) -> Int) {
        self.offset = offset
    }

    /// The local time of this process: that of the variable TZ, or else of the system.
    package static let system = LocalTime { date in
        var seconds = time_t(clamping: date.timeIntervalSince1970, rounding: .down)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }

    /// Returns the day of a time, such as `2026-11-21`.
    package func day(_ date: Date) -> String { String(text(date).prefix(10)) }

    /// Returns the day and the minute of a time, such as `2026-11-21 14:05`.
    package func minute(_ date: Date) -> String { String(text(date).prefix(16)).replacing("T", with: " ") }

    /// Parses a date as users write it.
    ///
    /// - Parameters:
    ///   - text: A day such as `2027-01-31`, which begins at 00:00; a local time such as `2027-01-31T18:00`, with `T`
    ///     or a space; a date of RFC 3339; `tomorrow`; a day of the week, which denotes the next one after today, also
    ///     by its first three letters; or a duration from now in hours, days or weeks, such as `6h`, `3d` or `2w`. Days
    ///     and weeks keep the time of day.
    ///   - now: The current time.
    /// - Returns: The time; nil for any other text, and for times after the year 9998.
    package func date(_ text: String, now: Date) -> Date? {
        let text = text.lowercased()
        let date = RFC3339.date(text) ?? local(text) ?? named(text, now: now) ?? duration(text, now: now)
        return date.flatMap { $0 < Self.end ? $0 : nil }
    }

    private func text(_ date: Date) -> String { RFC3339.string(Date(timeIntervalSince1970: seconds(date))) }

    /// Returns the local time as seconds since the same local time of 1 January 1970.
    private func seconds(_ date: Date) -> Double { date.timeIntervalSince1970 + Double(offset(date)) }

    /// Returns the time at which the clock shows a local time.
    ///
    /// - Parameter seconds: The local time, as ``seconds(_:)`` returns it.
    /// - Returns: The first such time if the clock shows it twice. If the clock skips it, the time that is as long
    ///   after the change as the skipped time is after its start.
    private func time(_ seconds: Double) -> Date {
        let offsets = [-Self.dayLength, Self.dayLength].map { offset(Date(timeIntervalSince1970: seconds + $0)) }
        let times = offsets.map { Date(timeIntervalSince1970: seconds - Double($0)) }
        let shown = zip(times, offsets).first { offset($0) == $1 }
        return shown?.0 ?? times[0]
    }

    /// Parses a local date, with or without a time of day.
    private func local(_ text: String) -> Date? {
        let endings = [10: "t00:00:00z", 16: ":00z", 19: "z"]
        guard let ending = endings[text.utf8.count] else { return nil }
        return RFC3339.date(text + ending).map { time($0.timeIntervalSince1970) }
    }

    /// Parses the name of a day.
    private func named(_ text: String, now: Date) -> Date? {
        let today = (seconds(now) / Self.dayLength).rounded(.down)
        guard text != "tomorrow" else { return time((today + 1) * Self.dayLength) }
        let weekday = Self.weekdays.firstIndex { $0 == text || text.utf8.count == 3 && $0.hasPrefix(text) }
        guard let weekday else { return nil }
        let current = Int(clamping: today.truncatingRemainder(dividingBy: 7), to: -6...6)
        let days = (weekday - current + 13) % 7 + 1
        return time((today + Double(days)) * Self.dayLength)
    }

    /// Parses a duration, and returns its end.
    private func duration(_ text: String, now: Date) -> Date? {
        let digits = text.dropLast()
        guard let unit = text.last, digits.utf8.count <= Self.maximumDigits, ASCII.isDigits(digits),
            let number = Double(digits), number > 0
        else { return nil }
        switch unit {
        case "h": return now.addingTimeInterval(number * 3_600)
        case "d": return time(seconds(now) + number * Self.dayLength)
        case "w": return time(seconds(now) + number * 7 * Self.dayLength)
        default: return nil
        }
    }
}
