import DownloadQueue
import Downloads
import Foundation
import QueueControl
import Store
import Testing
import WHATWGURL

@Suite("Notice about quarantined files")
struct QuarantineNoticeTests {
    @Test("Adding a download again names the quarantined copy, and adding another one does not")
    func notice() throws {
        let home = try QueueHome()
        let old = try home.add("a")
        try home.record(
            .verifying(.nothing),
            .quarantined(fileName: "a", sha256: "ab", QueueFailure(.checksum, "wrong", isLasting: true)), for: old)
        let again = try home.add("a")
        try #require(again.id != old.id)
        let lines = try QuarantineNotice(added: [again], in: home.store).lines
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("leftoff: http://example.org/a: will be downloaded again; an earlier copy"))
        #expect(lines[0].hasSuffix("until \(old.id) is removed"))
        let other = try home.add("b")
        #expect(try QuarantineNotice(added: [other], in: home.store).lines.isEmpty)
    }
}
