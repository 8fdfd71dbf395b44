import FoundationEssentials
import Syntax

/// Conversions of texts that other programs write.
enum ImportText {
    /// Returns a text on one line: without white space at its ends, and with single spaces between its words.
    static func line(_ text: String) -> String {
        ASCII.isPlainLine(text) ? text : text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns a text without white space at its ends.
    static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }

    /// Returns several notes as one, with a blank line between two; empty and repeated ones are left out.
    static func joined(notes: String...) -> String {
        var kept: [String] = []
        for note in notes where !line(note).isEmpty && !kept.contains(note) { kept.append(note) }
        return kept.joined(separator: "\n\n")
    }

    /// Converts a time of Chromium to one that ``date(_:)`` parses.
    ///
    /// - Parameter text: A number of microseconds since 1601, as `base::Time` counts them.
    /// - Returns: The number of microseconds since 1970; the text itself if it is 0, which means no time, or no number.
    static func unixMicroseconds(since1601 text: String) -> String {
        guard let time = Int64(line(text)), time > 0 else { return text }
        return "\(time - 11_644_473_600_000_000)"
    }

    /// Parses a time.
    ///
    /// - Parameter text: A number of seconds, milliseconds or microseconds since 1970, or a timestamp as in RFC 3339,
    ///   also with slashes, without seconds, with an offset such as `+0200` (wallabag) or without one, which counts as
    ///   UTC; or only a date.
    /// - Returns: The time; nil if the text has another form, or is a number of no time from 1990 to 2100.
    static func date(_ text: String) -> Date? {
        let text = line(text)
        if text.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }) { return Double(text).flatMap(UnixTime.date) }
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

    /// Returns true if a text is a number of no time: zero, which many programs write for none, or a negative one.
    static func isZeroOrNegative(_ text: String) -> Bool { Double(line(text)).map { $0 <= 0 } ?? false }

    /// Converts a number of days, as spreadsheets write dates, to a timestamp that ``date(_:)`` parses.
    ///
    /// - Parameter text: The number of days since 30 December 1899, with the time of day as a fraction, whose sign may
    ///   be a comma.
    /// - Returns: The timestamp in UTC; nil if the text is no number of a day from 1990 to 2099.
    static func timestamp(ofSerial text: String) -> String? {
        let text = line(text).replacing(",", with: ".")
        guard text.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }), let days = Double(text),
            plausibleDays.contains(days)
        else { return nil }
        // The fraction of a day is rounded to what spreadsheets show.
        let seconds = ((days - 25_569) * 86_400).rounded()
        return RFC3339.string(Date(timeIntervalSince1970: seconds))
    }

    /// The days from 1990 to 2099, as spreadsheets count them.
    private static let plausibleDays = 32_874.0..<73_051
}
