import DownloadQueue
import Foundation
import TestSupport
import Testing
import WHATWGURL

@testable import Downloads

@Suite("Progress of a running item")
struct QueueItemProgressTests {
    private func running(in scene: DownloadScene, total: Int64?) throws -> QueueItem {
        let url = try #require(WebURL("http://example.org/a"))
        var item = QueueItem(
            id: "a", request: NewQueueItem(url: url, directory: scene.directory.path), addedAt: scene.clock.now)
        item.state = .running
        (item.fileName, item.partName) = ("a", "a.leftoff-part")
        item.content = PartialContent(durableBytes: 100, total: total)
        item.content.boot = BootIdentity.current
        return item
    }

    @Test("The bytes in the part file count while an item runs, up to the size of the file")
    func single() throws {
        let scene = try DownloadScene()
        var item = try running(in: scene, total: 1_000)
        #expect(item.withWrittenBytes() == item)
        try scene.put([UInt8](repeating: 1, count: 700), "a.leftoff-part")
        #expect(item.withWrittenBytes().bytes == 700)
        item.content.total = nil
        #expect(item.withWrittenBytes().bytes == 700)
        item.content.total = 600
        #expect(item.withWrittenBytes().bytes == 600)
        item.content.durableBytes = 800
        #expect(item.withWrittenBytes().bytes == 800)
    }

    @Test("Only a running item of this boot is looked up, and only in a regular file")
    func others() throws {
        let scene = try DownloadScene()
        try scene.put([UInt8](repeating: 1, count: 700), "a.leftoff-part")
        var item = try running(in: scene, total: 1_000)
        item.state = .paused
        #expect(item.withWrittenBytes().bytes == 100)
        item = try running(in: scene, total: 1_000)
        item.content.boot = "another"
        #expect(item.withWrittenBytes().bytes == 100)
        item = try running(in: scene, total: 1_000)
        item.partName = "pipe.leftoff-part"
        try #require(mkfifo(scene.directory.path + "/pipe.leftoff-part", 0o600) == 0)
        #expect(item.withWrittenBytes().bytes == 100)
        item.partName = "link.leftoff-part"
        try scene.link("link.leftoff-part", to: scene.directory.path + "/a.leftoff-part")
        #expect(item.withWrittenBytes().bytes == 100)
        try scene.put([UInt8](repeating: 1, count: 700), "notes")
        for name in ["notes", "../files/a.leftoff-part", "x/../a.leftoff-part"] {
            item.partName = name
            #expect(item.withWrittenBytes().bytes == 100)
        }
    }

    @Test("The marks of a file in pieces are added up, although the file has its full size")
    func pieces() throws {
        let scene = try DownloadScene()
        var item = try running(in: scene, total: 1_000)
        item.content.durableBytes = 0
        item.content.pieceBytes = 400
        try scene.put([], "a.leftoff-part")
        let part = try #require(
            try DestinationDirectory(scene.directory.path, isCreated: false).openPart("a.leftoff-part"))
        try part.mark(0, count: 300, total: 1_000)
        try part.mark(2, count: 50, total: 1_000)
        #expect(item.withWrittenBytes().bytes == 350)
        item.content.durableBytes = 400
        item.content.segments = [PartSegment(start: 0, durable: 400, end: 400)]
        #expect(item.withWrittenBytes().bytes == 450)
    }
}
