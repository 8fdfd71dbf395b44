import DownloadQueue
import Downloads
import FoundationEssentials
import Testing
import WHATWGURL

@testable import Service

@Suite("Progress of the running downloads")
struct ProgressMonitorTests {
    private func item(_ id: String, bytes: Int64 = 0) throws -> QueueItem {
        let url = try #require(WebURL("https://example.org/\(id)"))
        var item = QueueItem(
            id: id, request: NewQueueItem(url: url, directory: "/d"), addedAt: Date(timeIntervalSince1970: 0))
        item.content.durableBytes = bytes
        return item
    }

    @Test("A download that starts again is listed once, with its new progress")
    func startedAgain() throws {
        let monitor = ProgressMonitor()
        monitor.observe(.started(try item("a")))
        monitor.observe(.started(try item("b")))
        monitor.observe(.started(try item("a", bytes: 7)))
        #expect(monitor.current().running.map(\.id) == ["b", "a"])
        #expect(monitor.current().running.map(\.bytes) == [0, 7])
    }

    @Test("Progress that is reported after the end is ignored")
    func late() throws {
        let monitor = ProgressMonitor()
        monitor.observe(.started(try item("a")))
        monitor.observe(.ended(try item("a")))
        let version = monitor.current().version
        monitor.observe(.progressed(ItemProgress(id: "a", bytes: 1, total: nil)))
        monitor.observe(.ended(try item("a")))
        #expect(monitor.current().running.isEmpty && monitor.current().version == version)
    }
}
