import DownloadQueue
import Foundation
import Testing

@testable import QueueControl

@Suite("Delays and sizes as text")
struct DelayTextTests {
    @Test(
        "A delay is rounded to the largest fitting unit",
        arguments: [
            (0.0, "now"), (0.4, "now"), (-60, "now"), (11.2, "in 12 s"), (118, "in 118 s"), (120, "in 2 min"),
            (7_169, "in 119 min"), (7_200, "in 2 h"), (172_800, "in 2 days"),
        ])
    func delay(seconds: Double, text: String) {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(DelayText.until(now.addingTimeInterval(seconds), at: now) == text)
    }

    @Test(
        "A size has at most three digits and a binary unit",
        arguments: [
            (-1, "0 B"), (0, "0 B"), (999, "999 B"), (1_000, "1.0 KiB"), (1_536, "1.5 KiB"), (12_288, "12 KiB"),
            (1_610_612_736, "1.5 GiB"), (Int64.max, "8192 PiB"),
        ] as [(Int64, String)])
    func size(byteCount: Int64, text: String) {
        #expect(ByteText.size(byteCount) == text)
    }
}
