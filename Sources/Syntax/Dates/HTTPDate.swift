/// A parser of dates in HTTP's formats (RFC 9110, section 5.6.7).
package enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Parses a date in the preferred format or in one of the two obsolete ones.
    ///
    /// - Parameter text: For example `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
    ///   `Sun Nov  6 08:49:37 1994`.
    /// - Returns: Seconds since 1970 in UTC; nil if the text is not a date. A two-digit year denotes 1970 to 2069.
    package static func secondsSince1970(_ text: String) -> Int64? {
        (parsePreferred(text) ?? parseAny(text)).map { Int64($0) }
    }

    /// Parses the preferred format; nil for any other.
    ///
    /// It is a fast path, because most responses contain two dates in this format.
    private static func parsePreferred(_ text: String) -> Int? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count == 29 else { return nil }
            func digits(_ range: Range<Int>) -> Int? {
                var value = 0
                for byte in bytes[range] {
                    guard ASCII.isDigit(byte) else { return nil }
                    value = value * 10 + Int(byte - 0x30)
                }
                return value
            }
            let pattern = "???, ?? ??? ???? ??:??:?? GMT".utf8
            guard zip(pattern, bytes).allSatisfy({ $0 == UInt8(ascii: "?") || $0 == $1 }),
                let month = months.firstIndex(where: { name in
                    zip(name.utf8, bytes[8..<11]).allSatisfy { $0 == $1 | 0x20 }
                }),
                let day = digits(5..<7), let year = digits(12..<16), let hour = digits(17..<19),
                let minute = digits(20..<22), let second = digits(23..<25), (1...31).contains(day),
                (1_601...9_999).contains(year), hour < 24, minute < 60, second <= 60
            else { return nil }
            let dayCount = RFC3339.daysSince1970(year: year, month: month + 1, day: day)
            return dayCount * 86_400 + hour * 3_600 + minute * 60 + second
        }
    }

    /// Parses all three formats, and tolerates deviations.
    private static func parseAny(_ text: String) -> Int? {
        let words = text.lowercased().split { " ,-".contains($0) }.map(String.init)
        guard words.count >= 5 else { return nil }
        // The words after the name of the day: "06 nov 1994 08:49:37 gmt", or "nov 6 08:49:37 1994".
        let isAsctime = months.contains(words[1])
        let dayWord = isAsctime ? words[2] : words[1]
        let monthWord = isAsctime ? words[1] : words[2]
        let yearWord = isAsctime ? words[4] : words[3]
        let timeWord = isAsctime ? words[3] : words[4]
        guard isAsctime || (words.count == 6 && words[5] == "gmt") else { return nil }
        guard let day = number(dayWord), let month = months.firstIndex(of: monthWord), var year = number(yearWord)
        else {
            return nil
        }
        if yearWord.count == 2 { year += year < 70 ? 2_000 : 1_900 }
        let time = timeWord.split(separator: ":", omittingEmptySubsequences: false).compactMap { number(String($0)) }
        guard time.count == 3, time[0] < 24, time[1] < 60, time[2] <= 60 else { return nil }
        guard (1...31).contains(day), (1_601...9_999).contains(year) else { return nil }
        let dayCount = RFC3339.daysSince1970(year: year, month: month + 1, day: day)
        return dayCount * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }

    private static func number(_ text: String) -> Int? {
        text.utf8.count <= 4 && ASCII.isDigits(text) ? Int(text) : nil
    }
}
