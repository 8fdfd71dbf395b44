import HTTPSyntax

/// A parser of the header field Retry-After (RFC 9110, section 10.2.3).
///
/// libcurl's value is not usable: it is negative for a date in the past, and 0 for an invalid value or an overflow.
package enum RetryAfter {
    /// Returns the delay that a server requests.
    ///
    /// - Parameters:
    ///   - field: The field's value, which is a number of seconds or a date.
    ///   - now: The current time in seconds since 1970, which is subtracted from a date.
    /// - Returns: The delay: zero for a date that has passed, and at most a thousand years. Nil if the value is neither
    ///   a number nor a date.
    package static func delay(_ field: String, now: Int64) -> Duration? {
        let text = field.filter { $0 != " " && $0 != "\t" }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // A number that overflows means a long delay.
            return .seconds(min(Int64(text) ?? .max, longest))
        }
        guard let date = HTTPDate.secondsSince1970(field) else { return nil }
        return .seconds(min(max(0, date - now), longest))
    }

    /// A thousand years in seconds, which is far below an overflow.
    private static let longest: Int64 = 31_557_600_000
}
