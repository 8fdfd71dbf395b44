/// A parser of the header field Retry-After (RFC 9110, section 10.2.3).
///
/// libcurl's own value is not usable: it is negative for a past date, and 0 for invalid values and overflows.
package enum RetryAfter {
    /// Returns the delay that a server requests.
    ///
    /// - Parameters:
    ///   - field: The field's value: seconds or a date.
    ///   - now: The current time in seconds since 1970, for a date.
    /// - Returns: The delay; zero for a date that has passed, a thousand years for any longer delay, and nil if the
    ///   value is neither a number nor a date.
    package static func delay(_ field: String, now: Int64) -> Duration? {
        let text = field.filter { $0 != " " && $0 != "\t" }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // A number that overflows is a long delay.
            return .seconds(min(Int64(text) ?? .max, longest))
        }
        guard let date = HTTPDate.secondsSince1970(field) else { return nil }
        return .seconds(min(max(0, date - now), longest))
    }

    /// A thousand years in seconds, which is far from an overflow.
    private static let longest: Int64 = 31_557_600_000
}
