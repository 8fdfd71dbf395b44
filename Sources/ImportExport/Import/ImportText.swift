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
    /// - Parameter text: A number of seconds or milliseconds since 1970, or a timestamp as in RFC 3339, also with an
    ///   offset such as `+0200` (wallabag) or without one, which counts as UTC; or only a date.
    /// - Returns: The time; nil if the text has another form.
    static func date(_ text: String) -> Date? {
        let text = line(text)
        if let number = Double(text), number.isFinite, number > 0 {
            // 1e11 seconds are the year 5138, and 1e11 milliseconds the year 1973.
            return Date(timeIntervalSince1970: number < 1e11 ? number : number / 1000)
        }
        if let date = RFC3339.date(text) { return date }
        if text.count == 10 { return RFC3339.date(text + "T00:00:00Z") }
        if let offset = text.wholeMatch(of: /(.+[+-][0-9]{2})([0-9]{2})/) {
            return RFC3339.date("\(offset.output.1):\(offset.output.2)")
        }
        return RFC3339.date(text + "Z")
    }
}
