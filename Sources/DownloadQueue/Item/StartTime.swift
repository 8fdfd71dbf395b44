package import FoundationEssentials
import Glibc
import Syntax

/// A parser for times as users write them: an RFC 3339 date, a time of day, or a duration from now.
package enum StartTime {
    /// Returns the offset of local time from UTC at a time, in seconds.
    package typealias Offset = (Date) -> Int

    /// Parses a time.
    ///
    /// - Parameters:
    ///   - text: A date such as `2026-01-31T22:00:00Z`, a time of day such as `22:00`, which denotes the next one by
    ///     the local clock, or a duration such as `+90s`, `+30m`, `+2h`, `+1d` or `+1h30m`.
    ///   - now: The current time.
    ///   - offset: The offset of local time from UTC.
    /// - Returns: The time; nil for any other text.
    package static func parse(_ text: String, now: Date, offset: Offset = systemOffset) -> Date? {
        if text.hasPrefix("+") { return duration(text.dropFirst()).map { now.addingTimeInterval($0) } }
        return RFC3339.date(text) ?? timeOfDay(text).map { next($0, now: now, offset: offset) }
    }

    /// Returns the offset of the system's local time from UTC at a time, in seconds.
    private static func systemOffset(_ date: Date) -> Int {
        var seconds = time_t(clamping: date.timeIntervalSince1970, rounding: .down)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }

    /// Returns the next moment at which the local clock shows a time of day, given in seconds.
    private static func next(_ seconds: Double, now: Date, offset: Offset) -> Date {
        let day = 86_400.0
        let local = now.timeIntervalSince1970 + Double(offset(now))
        var start = (local / day).rounded(.down) * day + seconds
        for _ in 0..<3 {
            // Daylight saving time may begin or end between now and the result.
            let guess = Date(timeIntervalSince1970: start - Double(offset(now)))
            let date = Date(timeIntervalSince1970: start - Double(offset(guess)))
            if date > now { return date }
            start += day
        }
        return now
    }

    private static func timeOfDay(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3,
            parts.allSatisfy({ $0.utf8.count <= 2 && ASCII.isDigits($0) }),
            case let numbers = parts.compactMap({ Double($0) }), numbers[0] < 24, numbers[1] < 60,
            parts.count < 3 || numbers[2] < 60
        else { return nil }
        return numbers[0] * 3_600 + numbers[1] * 60 + (parts.count == 3 ? numbers[2] : 0)
    }

    private static func duration(_ text: Substring) -> Double? {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        var sum = 0.0
        var digits = ""
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
            } else {
                guard let unit = units[character], let number = Double(digits), digits.utf8.count <= 9 else {
                    return nil
                }
                sum += number * unit
                digits = ""
            }
        }
        return digits.isEmpty && !text.isEmpty ? sum : nil
    }
}
