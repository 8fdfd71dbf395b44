import DownloadQueue
import Downloads
import Foundation
import QueueControl
import Store
import Testing
import WHATWGURL

@Suite("The queue as a table")
struct QueueTableTests {
    private let now = QueueHome.now

    private func lines(
        _ item: QueueItem, deferredHosts: [String: Date] = [:], homeDirectory: String? = nil
    ) -> [String] {
        QueueListTable(
            items: [item], deferredHosts: deferredHosts, now: now, width: nil, homeDirectory: homeDirectory
        ).lines
    }

    @Test("A ready item shows its directory, relative to the home directory, and no credentials")
    func ready() throws {
        #expect(
            lines(try QueueHome.item("a"), homeDirectory: "/tmp") == ["id-a  ready    ~/files  http://example.org/a"])
        #expect(
            lines(try QueueHome.item("a"), homeDirectory: "/tm") == ["id-a  ready    /tmp/files  http://example.org/a"])
    }

    @Test("A ready item of a deferred host shows the next attempt")
    func deferred() throws {
        let end = now.addingTimeInterval(300)
        #expect(
            lines(try QueueHome.item("a"), deferredHosts: ["example.org": end])
                == ["id-a  ready    deferred: next attempt in 5 min  http://example.org/a"])
    }

    @Test("A waiting item shows its next attempt and the error without the address")
    func waiting() throws {
        var item = try QueueHome.item("a", state: .waiting)
        item.error = QueueFailure(.http, "http://example.org/a: HTTP 503", isLasting: false)
        item.notBefore = now.addingTimeInterval(30)
        #expect(lines(item)[0].contains("next attempt in 30 s: http: HTTP 503"), "\(lines(item))")
    }

    @Test("An unfinished item shows its share, a finished one its size")
    func sizes() throws {
        var item = try QueueHome.item("a")
        item.content = PartialContent(durableBytes: 25, total: 100)
        #expect(lines(item)[0].contains("25 % of 100 B"))
        item.content.durableBytes = 100
        #expect(lines(item)[0].contains("  100 B  "))
    }
}
