import FoundationEssentials
import Syntax
import Testing

@Suite("Dates in local time")
struct LocalTimeTests {
    /// 2026-11-20, 14:05:00 UTC, a Friday.
    private let now = Date(timeIntervalSince1970: 1_795_183_500)
    private let utc = LocalTime { _ in 0 }

    /// Returns a zone whose offset changes at a time of UTC.
    private func zone(_ before: Int, _ change: String, _ after: Int) throws -> LocalTime {
        let change = try #require(RFC3339.date(change))
        return LocalTime { $0 < change ? before : after }
    }

    @Test(
        "A day, a local time, a name and a duration are parsed, in any case",
        arguments: [
            ("2027-01-31", "2027-01-31T00:00:00Z"), ("2027-01-31T18:00", "2027-01-31T18:00:00Z"),
            ("2027-01-31 18:00:30", "2027-01-31T18:00:30Z"), ("2027-01-31t18:00:00+02:00", "2027-01-31T16:00:00Z"),
            ("2027-01-31T18:00:00Z", "2027-01-31T18:00:00Z"), ("2020-01-01", "2020-01-01T00:00:00Z"),
            ("2028-02-29", "2028-02-29T00:00:00Z"), ("tomorrow", "2026-11-21T00:00:00Z"),
            ("Friday", "2026-11-27T00:00:00Z"), ("fri", "2026-11-27T00:00:00Z"), ("SATURDAY", "2026-11-21T00:00:00Z"),
            ("sunday", "2026-11-22T00:00:00Z"), ("mon", "2026-11-23T00:00:00Z"), ("thursday", "2026-11-26T00:00:00Z"),
            ("6h", "2026-11-20T20:05:00Z"), ("3d", "2026-11-23T14:05:00Z"), ("2w", "2026-12-04T14:05:00Z"),
            ("9998-12-31", "9998-12-31T00:00:00Z"),
        ])
    func valid(text: String, expected: String) throws {
        let date = try #require(utc.date(text, now: now))
        #expect(RFC3339.string(date, includesMilliseconds: false) == expected)
    }

    @Test(
        "Any other text is no date",
        arguments: [
            "", " ", "2027", "2027-1-31", "2027-02-29", "2027-13-01", "2027-01-31T", "2027-01-31T25:00", "31.1.2027",
            "fr", "frid", "yesterday", "today", "3", "d", "0d", "-3d", "+3d", "1.5d", "3m", "99999d", "٣d", "3 d",
            "9999-01-01", "2027-01-31T18:00:00+02", "now",
        ])
    func invalid(text: String) { #expect(utc.date(text, now: now) == nil) }

    @Test("A name denotes a day of the local calendar")
    func localDay() {
        // It is Saturday already.
        let east = LocalTime { _ in 12 * 3_600 }
        let tomorrow = east.date("tomorrow", now: now)
        #expect(tomorrow.map { RFC3339.string($0, includesMilliseconds: false) } == "2026-11-21T12:00:00Z")
        #expect(east.date("sunday", now: now) == tomorrow)
        #expect(east.day(now) == "2026-11-21" && east.minute(now) == "2026-11-21 02:05")
        #expect(utc.day(now) == "2026-11-20" && utc.minute(now) == "2026-11-20 14:05")
    }

    @Test(
        "When the clocks change, a day begins at its first moment, and a number of days keeps the time of day",
        arguments: [
            // Central Europe: from 2:00 to 3:00 on 29 March, and from 3:00 to 2:00 on 25 October.
            (3_600, "2026-03-29T01:00:00Z", 7_200, "2026-03-29", "2026-03-28T23:00:00Z"),
            (3_600, "2026-03-29T01:00:00Z", 7_200, "2026-03-30", "2026-03-29T22:00:00Z"),
            (3_600, "2026-03-29T01:00:00Z", 7_200, "2026-03-29T02:30", "2026-03-29T01:30:00Z"),
            (7_200, "2026-10-25T01:00:00Z", 3_600, "2026-10-25", "2026-10-24T22:00:00Z"),
            (7_200, "2026-10-25T01:00:00Z", 3_600, "2026-10-26", "2026-10-25T23:00:00Z"),
            // The clock shows 2:30 twice; the first time is meant.
            (7_200, "2026-10-25T01:00:00Z", 3_600, "2026-10-25T02:30", "2026-10-25T00:30:00Z"),
            // Lebanon: there is no 0:00 on this day, which begins at 1:00.
            (7_200, "2026-03-28T22:00:00Z", 10_800, "2026-03-29", "2026-03-28T22:00:00Z"),
            // 14:05 UTC is 15:05 before the change, and 13:05 UTC after it.
            (3_600, "2026-11-22T01:00:00Z", 7_200, "3d", "2026-11-23T13:05:00Z"),
            (3_600, "2026-11-22T01:00:00Z", 7_200, "72h", "2026-11-23T14:05:00Z"),
        ])
    func change(before: Int, at change: String, after: Int, text: String, expected: String) throws {
        let date = try #require(try zone(before, change, after).date(text, now: now))
        #expect(RFC3339.string(date, includesMilliseconds: false) == expected)
    }

    @Test("The local time of the process is that of the system's clock")
    func system() {
        let day = LocalTime.system.day(now)
        #expect(["2026-11-20", "2026-11-21"].contains(day))
        #expect(LocalTime.system.date("6h", now: now) == now.addingTimeInterval(21_600))
    }
}
