import DownloadQueue
import FoundationEssentials
import Testing

@Suite("Times at which downloads start")
struct StartTimeTests {
    // 2023-11-14, 22:13:20 UTC.
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test(
        "Delays from now, local times of day, and dates are parsed",
        arguments: [
            ("+90s", 0, 90.0), ("+2h", 0, 7_200), ("+1h30m", 0, 5_400), ("+1d", 0, 86_400),
            ("22:14", 0, 40), ("22:13", 0, 86_380), ("0:00", 0, 6_400), ("23:14", 3_600, 40), ("21:13:30", -3_600, 10),
            ("2023-11-14T22:13:30Z", 7, 10), ("2023-11-14T23:13:30+01:00", 0, 10), ("2023-11-14T22:13:21.5Z", 0, 1.5),
        ])
    func valid(text: String, offset: Int, seconds: Double) throws {
        let date = try #require(StartTime.parse(text, now: now) { _ in offset })
        #expect(abs(date.timeIntervalSince(now) - seconds) < 0.001)
    }

    @Test("A time of day is right even if the clocks change before it")
    func summerTime() throws {
        let change = now.addingTimeInterval(3_600)
        let date = try #require(StartTime.parse("06:00", now: now) { $0 < change ? 0 : 3_600 })
        // 06:00 local is 05:00 UTC after the change.
        #expect(date.timeIntervalSince(now) == 24_400)
    }

    @Test(
        "Any other text is rejected",
        arguments: ["", "+", "2h", "+2", "+2x", "25:00", "22:60", "22", "tomorrow", "+-1h", "1:2:3:4"])
    func invalid(text: String) { #expect(StartTime.parse(text, now: now) { _ in 0 } == nil) }
}
