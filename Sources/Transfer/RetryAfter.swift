/// Reads the header field Retry-After (RFC 9110, section 10.2.3).
///
/// libcurl's own reading is no help: it is negative for a past date, and 0 for nonsense and for overflow.
package enum RetryAfter {
    /// How long a server asks to wait.
    ///
    /// - Parameters:
    ///   - field: The field's value, seconds or a date.
    ///   - now: Seconds since 1970, for a date.
    /// - Returns: The time, zero for a date that has passed, a thousand years for what is beyond counting; nil for nonsense.
    package static func delay(_ field: String, now: Int64) -> Duration? {
        let text = field.filter { $0 != " " && $0 != "\t" }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(Int64(text) ?? .max, longest))
        }
        guard let date = HTTPDate.secondsSince1970(field) else { return nil }
        return .seconds(min(max(0, date - now), longest))
    }

    /// A thousand years, in seconds: far from the end of the arithmetic, and of anybody's patience.
    private static let longest: Int64 = 31_557_600_000
}
