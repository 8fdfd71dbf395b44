import DownloadQueue
import Downloads
import Foundation
import QueueControl
import Store
import Testing
import WHATWGURL

@Suite("Notice about quarantined files")
struct QuarantineNoticeTests {
    @Test("A quarantined download that is added again is the same item, and its file is named")
    func notice() throws {
        let home = try QueueHome()
        let old = try home.add("a")
        try home.record(
            .verifying(.nothing),
            .quarantined(fileName: "a", sha256: "ab", QueueFailure(.checksum, "wrong", isLasting: true)), for: old)
        let (added, quarantined) = try home.store.addDiscardingFiles([old.request], at: Date())
        #expect(added.map(\.id) == [old.id] && added.map(\.state) == [.ready])
        let lines = QuarantineNotice(quarantined).lines
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("leftoff: http://example.org/a: is downloaded again; the copy with a wrong"))
        #expect(lines[0].hasSuffix("/a.leftoff-quarantined, was deleted"))
        var other = old.request
        other.name = "b"
        #expect(try home.store.addDiscardingFiles([other], at: Date()).quarantined.isEmpty)
    }
}
