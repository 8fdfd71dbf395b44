import DownloadQueue
import Downloads
import Foundation
import Store
import Synchronization
import TerminalHUD
import Testing
import WHATWGURL

@testable import QueueControl

@Suite("Activity of a queue")
struct QueueActivityTests {
    @Test("Running downloads are listed in the order in which they started, and leave when they end")
    func order() throws {
        let items = try ["a", "b", "c"].map { try QueueHome.item($0, state: .running) }
        var activity = QueueActivity(left: 3)
        for item in items { activity.update(.started(item)) }
        activity.update(.progressed(ItemProgress(id: "id-b", bytes: 10, total: 40)))
        #expect(activity.running.map(\.item.id) == ["id-a", "id-b", "id-c"] && activity.runningBytes == 10)
        var done = items[0]
        done.state = .done
        activity.update(.ended(done))
        #expect(activity.running.map(\.item.id) == ["id-b", "id-c"])
        #expect(activity.done == 1 && activity.left == 2)
    }

    @Test("An item that is made ready again is neither done nor failed")
    func released() throws {
        var activity = QueueActivity(left: 1)
        activity.update(.started(try QueueHome.item("a", state: .running)))
        activity.update(.ended(try QueueHome.item("a", state: .ready)))
        #expect(activity.left == 1 && activity.done == 0 && activity.failed == 0 && activity.running.isEmpty)
    }

    @Test("A summary never counts fewer items than are running")
    func stale() throws {
        var activity = QueueActivity(left: 2)
        activity.update(.started(try QueueHome.item("a", state: .running)))
        activity.update(.summary(QueueSummary(counts: [:])))
        #expect(activity.left == 1)
    }

    @Test("A row shows the file name, the share, the speed and the remaining time")
    func row() throws {
        let item = try QueueHome.item("path/file.iso")
        let bare = HUDRow((item, nil))
        #expect(bare.label == "file.iso" && bare.fraction == nil && bare.detail.isEmpty)
        let progress = ItemProgress(id: item.id, bytes: 1 << 20, total: 4 << 20, bytesPerSecond: 102_400)
        let row = HUDRow((item, progress))
        #expect(row.fraction == 0.25 && row.detail == "1.0 MiB, 100 KiB/s, 31 s left")
    }

    @Test(
        "The total speed is the sum of the known speeds of several downloads",
        arguments: [
            ([100_000], nil), ([nil, nil], nil), ([1024, nil], "1.0 KiB/s"), ([2048, 1024], "3.0 KiB/s"),
            ([.infinity, 1], "8192 PiB/s"),
        ] as [([Double?], String?)])
    func totalSpeed(rates: [Double?], text: String?) throws {
        var activity = QueueActivity(left: rates.count)
        for (index, rate) in rates.enumerated() {
            let item = try QueueHome.item("f\(index)", state: .running)
            activity.update(.started(item))
            activity.update(.progressed(ItemProgress(id: item.id, bytes: 1, total: nil, bytesPerSecond: rate)))
        }
        #expect(activity.totalSpeed == text)
    }

    @Test("The progress report writes one JSON object per line")
    func report() throws {
        let lines = Mutex<[String]>([])
        let start = ContinuousClock.now
        let report = QueueProgressReport(start: start) { line in lines.withLock { $0.append(line) } }
        var activity = QueueActivity(left: 2)
        activity.update(.started(try QueueHome.item("a", state: .running)))
        activity.update(.progressed(ItemProgress(id: "id-a", bytes: 5, total: 10)))
        report.report(activity, at: start + .milliseconds(1_500))
        #expect(
            lines.withLock { $0 } == [
                #"{"bytes":5,"done":0,"elapsed":1.5,"failed":0,"left":2,"running":"#
                    + #"[{"bytes":5,"id":"id-a","total":10}],"waiting":0}"#
            ])
    }
}
