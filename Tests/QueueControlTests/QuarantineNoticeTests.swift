import DownloadQueue
import Downloads
import Foundation
import QueueControl
import Store
import Testing
import WHATWGURL

@Suite("Notice about quarantined files")
struct QuarantineNoticeTests {
    @Test(
        "A quarantined download that is added again is the same item, and its file is named",
        arguments: [true, false])
    func notice(canDelete: Bool) throws {
        let home = try QueueHome()
        let file = home.root.appending(path: "a.leftoff-quarantined")
        if canDelete {
            try Data("x".utf8).write(to: file)
        } else {
            // A directory with an entry cannot be deleted like a file, not even by root.
            try FileManager.default.createDirectory(at: file.appending(path: "x"), withIntermediateDirectories: true)
        }
        let old = try home.add("a")
        try home.record(
            .verifying(.nothing),
            .quarantined(fileName: "a", sha256: "ab", QueueFailure(.checksum, "wrong", isLasting: true)), for: old)
        let (added, quarantined) = try home.store.addDiscardingFiles([old.request], at: Date())
        #expect(added.map(\.id) == [old.id] && added.map(\.state) == [.ready])
        let lines = QuarantineNotice(quarantined).lines
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("leftoff: http://example.org/a: is downloaded again; the copy with a wrong"))
        let outcome = canDelete ? "was deleted" : "could not be deleted: delete it yourself"
        #expect(lines[0].hasSuffix("/a.leftoff-quarantined, \(outcome)"))
        #expect(FileManager.default.fileExists(atPath: file.path) == !canDelete)
        var other = old.request
        other.name = "b"
        #expect(try home.store.addDiscardingFiles([other], at: Date()).quarantined.isEmpty)
    }

    @Test("When a quarantined download is removed or retried, a file that cannot be deleted is reported")
    func undeletable() throws {
        let home = try QueueHome()
        for (name, command) in [("a", QueueCommand.remove), ("b", .retry)] {
            let file = home.root.appending(path: "\(name).leftoff-quarantined")
            // A directory with an entry cannot be deleted like a file, not even by root.
            try FileManager.default.createDirectory(at: file.appending(path: "x"), withIntermediateDirectories: true)
            let item = try home.add(name)
            try home.record(
                .verifying(.nothing),
                .quarantined(fileName: name, sha256: "ab", QueueFailure(.checksum, "wrong", isLasting: true)), for: item
            )
            let transitions = try home.store.apply(command, to: [item.id], at: Date())
            let paths = transitions.flatMap { $0.discardFiles() }
            #expect(paths.map { URL(filePath: $0).lastPathComponent } == [file.lastPathComponent])
        }
    }
}
