package import FoundationEssentials

/// A parser and formatter for RFC 3339 timestamps such as `2016-05-04T12:30:00.250+02:00`.
///
/// ```swift
/// let captured = RFC3339.date("2016-05-04T12:30:00.250+02:00")
/// let text = captured.map { RFC3339.string($0) }  // 2016-05-04T10:30:00.250Z
/// let whole = captured.map { RFC3339.string($0, includesMilliseconds: false) }  // 2016-05-04T10:30:00Z
/// precondition(text?.hasPrefix("2016") == true && whole?.count == 20)
/// ```
package enum RFC3339 {
    /// Parses a timestamp.
    ///
    /// - Parameter text: A `date-time` (RFC 3339, section 5.6), with `T` or a space. A leap second counts as the
    ///   following second.
    /// - Returns: The time, or nil if the text is not a valid timestamp.
    package static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start + count <= bytes.count else { return nil }
            return bytes[start..<start + count].reduce(0 as Int?) { sum, byte in
                ASCII.isDigit(byte) ? sum.map { $0 * 10 + Int(byte - 0x30) } : nil
            }
        }
        func has(_ characters: String, at index: Int) -> Bool {
            index < bytes.count && characters.utf8.contains(bytes[index])
        }
        guard has("-", at: 4), has("-", at: 7), has("Tt ", at: 10), has(":", at: 13), has(":", at: 16),
            let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
            let minute = number(14, 2), let second = number(17, 2), (1...12).contains(month), day >= 1,
            day <= daysInMonth(year: year, month: month), hour < 24, minute < 60, second <= 60
        else { return nil }
        var end = 19
        var fraction = 0.0
        if has(".", at: end) {
            let digits = bytes.dropFirst(end + 1).prefix(while: ASCII.isDigit)
            guard !digits.isEmpty else { return nil }
            fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
            end += 1 + digits.count
        }
        var offset = 0
        if has("+-", at: end) {
            guard has(":", at: end + 3), let hours = number(end + 1, 2), let minutes = number(end + 4, 2), hours < 24,
                minutes < 60
            else { return nil }
            offset = (hours * 3600 + minutes * 60) * (has("-", at: end) ? -1 : 1)
            end += 6
        } else if has("Zz", at: end) {
            end += 1
        } else {
            return nil
        }
        guard end == bytes.count else { return nil }
        let seconds = daysSince1970(year: year, month: month, day: day) * 86400 + hour * 3600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds - offset) + fraction)
    }

    /// Formats a time in UTC, such as `2016-05-04T10:30:00.250Z`.
    ///
    /// - Parameters:
    ///   - date: A time in the years 0 to 9999; other times are clamped to that range.
    ///   - includesMilliseconds: False for whole seconds, such as `2016-05-04T10:30:00Z`.
    /// - Returns: The timestamp: 24 characters with milliseconds, 20 without.
    package static func string(_ date: Date, includesMilliseconds: Bool = true) -> String {
        let exact = date.timeIntervalSince1970 * 1000
        let years = -62_167_219_200_000...253_402_300_799_999
        let milliseconds = exact.isNaN ? 0 : Int(clamping: exact, to: years)
        let rest = (milliseconds % 86_400_000 + 86_400_000) % 86_400_000
        let days = (milliseconds - rest) / 86_400_000
        let (year, month, day) = civil(daysSince1970: days)
        return String(unsafeUninitializedCapacity: 24) { text in
            var writer = DigitWriter(text: text)
            writer.append(year, width: 4, end: "-")
            writer.append(month, width: 2, end: "-")
            writer.append(day, width: 2, end: "T")
            writer.append(rest / 3_600_000, width: 2, end: ":")
            writer.append(rest / 60_000 % 60, width: 2, end: ":")
            writer.append(rest / 1000 % 60, width: 2, end: includesMilliseconds ? "." : "Z")
            if includesMilliseconds { writer.append(rest % 1000, width: 3, end: "Z") }
            return writer.count
        }
    }

    /// A writer of numbers with leading zeros.
    private struct DigitWriter {
        let text: UnsafeMutableBufferPointer<UInt8>
        private(set) var count = 0

        init(text: UnsafeMutableBufferPointer<UInt8>) {
            self.text = text
        }

        mutating func append(_ number: Int, width: Int, end: Unicode.Scalar) {
            var rest = number
            for index in (count..<count + width).reversed() {
                text[index] = UInt8(0x30 + rest % 10)
                rest /= 10
            }
            text[count + width] = UInt8(ascii: end)
            count += width + 1
        }
    }

    private static func daysInMonth(year: Int, month: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Returns the number of days since 1 January 1970 in the proleptic Gregorian calendar.
    ///
    /// Counts in eras of 400 years that begin on 1 March, so that a leap day is the last day of its year.
    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }
}
