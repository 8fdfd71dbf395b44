import FoundationEssentials
import Syntax
import Testing

@Suite("RFC 3339")
struct RFC3339Tests {
    @Test(
        "A valid timestamp is parsed",
        arguments: [
            ("1970-01-01T00:00:00Z", 0.0),
            ("2026-03-01T12:30:00.250Z", 1_772_368_200.25),
            ("2026-03-01t14:30:00.25+02:00", 1_772_368_200.25),
            ("2026-03-01 07:00:00-05:30", 1_772_368_200),
            ("2000-02-29T23:59:59z", 951_868_799),
            ("1969-12-31T23:59:59Z", -1),
            ("1990-12-31T23:59:60Z", 662_688_000),
            ("0000-03-01T00:00:00Z", -62_162_035_200),
            ("2100-03-01T00:00:00Z", 4_107_542_400),
        ])
    func reads(text: String, seconds: Double) {
        #expect(RFC3339.date(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "An invalid timestamp is rejected",
        arguments: [
            "", "2026", "2026-03-01", "2026-03-01T12:30Z", "2026-03-01T12:30:00", "2026-02-29T00:00:00Z",
            "2100-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-32T00:00:00Z", "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+24:00",
            "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00Zx", "２026-01-01T00:00:00Z", "2026-01-01T00:00:00+01",
        ])
    func refuses(text: String) {
        #expect(RFC3339.date(text) == nil)
    }

    @Test(
        "A time is formatted in UTC with milliseconds",
        arguments: [
            (0.0, "1970-01-01T00:00:00.000Z"), (1_772_368_200.25, "2026-03-01T12:30:00.250Z"),
            (-0.001, "1969-12-31T23:59:59.999Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
            (-62_162_035_200, "0000-03-01T00:00:00.000Z"), (1e300, "9999-12-31T23:59:59.999Z"),
        ])
    func writes(seconds: Double, text: String) {
        #expect(RFC3339.string(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test("A time is formatted without its milliseconds if they are not wanted")
    func wholeSeconds() {
        let date = Date(timeIntervalSince1970: 1_772_368_200.25)
        #expect(RFC3339.string(date, includesMilliseconds: false) == "2026-03-01T12:30:00Z")
    }
}
