package import FoundationEssentials

/// The times that programs write as numbers, without their unit.
///
/// ```swift
/// print(UnixTime.date(1_600_322_788) == UnixTime.date(1_600_322_788_000))  // true
/// print(UnixTime.date(0) == nil)  // true
/// ```
package enum UnixTime {
    /// The seconds from 1990 to 2100.
    ///
    /// The ranges of the units do not overlap, and contain no year, no date without hyphens (20210505) and no number of
    /// days, as spreadsheets write dates (44321).
    private static let plausibleSeconds = 631_152_000.0..<4_102_444_800

    /// Returns the time of a number of seconds, milliseconds or microseconds since 1970.
    ///
    /// - Parameter number: The number; the unit is the one in which it is a time from 1990 to 2100.
    /// - Returns: The time; nil if the number is none in any unit, such as 0, which many programs write for no time.
    package static func date(_ number: Double) -> Date? {
        [1, 1e3, 1e6].map { number / $0 }.first(where: plausibleSeconds.contains)
            .map { Date(timeIntervalSince1970: $0) }
    }
}
