import FoundationEssentials
import Timestamps

/// Conversions of texts that other programs write.
enum ImportText {
    /// Returns a text on one line: without white space at its ends, and with single spaces between its words.
    static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Parses a time.
    ///
    /// - Parameter text: A number of seconds, milliseconds or microseconds since 1970, or a timestamp as in RFC 3339,
    ///   also with slashes, without seconds, with an offset such as `+0200` (wallabag) or without one, which counts as
    ///   UTC; or only a date.
    /// - Returns: The time; nil if the text has another form, or is a number of no time from 1990 to 2100.
    static func date(_ text: String) -> Date? {
        let text = line(text)
        if text.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }) { return Double(text).flatMap(date) }
        if let date = RFC3339.date(text) { return date }
        var day = Array(text.prefix(10))
        guard day.count == 10 else { return nil }
        for index in [4, 7] where day[index] == "/" { day[index] = "-" }
        let rest = text.dropFirst(10)
        if rest.isEmpty { return RFC3339.date("\(String(day))T00:00:00Z") }
        guard let separator = rest.first, "Tt ".contains(separator) else { return nil }
        let clock = rest.dropFirst().prefix { ("0"..."9").contains($0) || $0 == ":" || $0 == "." }
        var offset = String(rest.dropFirst(1 + clock.count).drop { $0 == " " })
        if offset.isEmpty || offset == "UTC" { offset = "Z" }
        if offset.count == 5 { offset = "\(offset.prefix(3)):\(offset.suffix(2))" }
        return RFC3339.date("\(String(day))T\(clock)\(clock.count == 5 ? ":00" : "")\(offset)")
    }

    /// Returns the time of a number; the unit is the one in which it is plausible.
    private static func date(_ number: Double) -> Date? {
        [1, 1e3, 1e6].map { number / $0 }.first(where: plausibleSeconds.contains)
            .map { Date(timeIntervalSince1970: $0) }
    }

    /// The seconds from 1990 to 2100.
    ///
    /// The ranges of the units do not overlap, and contain no year, no date without hyphens (20210505) and no number of
    /// days, as spreadsheets write dates (44321).
    private static let plausibleSeconds = 631_152_000.0..<4_102_444_800
}
