#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The value of a response's Date field (RFC 9110, section 6.6.1).
enum DateField {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Formats a time as an IMF-fixdate (RFC 9110, section 5.6.7).
    ///
    /// - Parameter seconds: Seconds since 1970 in UTC.
    /// - Returns: For example `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(secondsSince1970 seconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let day = "\(days[Int(parts.tm_wday)]), \(padded(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(padded).joined(separator: ":")
        return "\(day) \(parts.tm_year + 1_900) \(clock) GMT"
    }

    /// Returns the present time as an IMF-fixdate.
    static func now() -> String { text(secondsSince1970: time(nil)) }

    private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
