import DownloadQueue
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Downloads

@Suite("Downloading a file")
struct DownloaderTests {
    private let content = ScriptedFile.bytes(300_000)

    @Test("A plain download is complete, verified and named after the URL")
    func plain() async throws {
        let scene = try DownloadScene()
        scene.server.route("/a%20b.bin", .file(ScriptedFile(content)))
        try scene.add("/a%20b.bin")
        let item = try #require(try await scene.attemptOnce().item)
        #expect(item.state == .done)
        #expect(item.sha256 == (try sha256(content)))
        #expect(item.path == scene.directory.appendingPathComponent("a b.bin").path)
        #expect(item.bytes == 300_000 && item.total == 300_000)
        #expect(item.etag == "\"v1\"")
        #expect(scene.names == ["a b.bin"])
        #expect(scene.bytes("a b.bin") == content)
        #expect(scene.ranges == [[nil, nil]])
        #expect(scene.server.requests.first?.value(of: "Accept-Encoding") ?? "identity" == "identity")
        let attributes = try FileManager.default.attributesOfItem(atPath: scene.root.path + "/files/a b.bin")
        let mode = try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
        #expect(mode & 0o600 == 0o600)
    }

    @Test("An empty file is downloaded", arguments: [false, true])
    func empty(isChunked: Bool) async throws {
        let scene = try DownloadScene()
        scene.server.route("/e", isChunked ? .chunked([]) : .ok([]))
        try scene.add("/e")
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.bytes("e") == [])
    }

    @Test("A missing directory is created")
    func makesDirectory() async throws {
        let scene = try DownloadScene()
        scene.server.route("/a", .ok([1]))
        try FileManager.default.removeItem(at: scene.directory)
        try scene.add("/a")
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.bytes("a") == [1])
    }

    @Test(
        "After an interruption the download resumes where it stopped, if the file is the same",
        arguments: ["etag", "date"])
    func resumes(validator: String) async throws {
        let scene = try DownloadScene()
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        var file = ScriptedFile(content, etag: validator == "etag" ? "\"v1\"" : nil, lastModified: date)
        file.cutAfter = 100_000
        scene.server.route("/a", .file(file))
        let item = try scene.add("/a")
        let claimed = try #require(try scene.claim())
        #expect(await scene.download(claimed).failure?.class == .short)
        #expect(try scene.store.item(id: item.id).bytes == 100_000)
        #expect(scene.names == ["a.leftoff-part"])
        try scene.release(claimed)
        file.cutAfter = nil
        scene.server.route("/a", .file(file))
        let done = try #require(try await scene.attemptOnce().item)
        #expect(done.sha256 == (try sha256(content)))
        #expect(scene.bytes("a") == content)
        #expect(scene.ranges == [[nil, nil], ["bytes=34464-", validator == "etag" ? "\"v1\"" : date]])
    }

    struct Change: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: @Sendable (inout ScriptedFile) -> Void
        /// The number of requests of the second attempt.
        var requests: Int
    }

    @Test(
        "Bytes on disk are discarded if they may belong to another version",
        arguments: [
            Change(testDescription: "the tag changed", change: { $0.etag = "\"v2\"" }, requests: 1),
            Change(testDescription: "Range is ignored", change: { $0.ignoresRange = true }, requests: 2),
            Change(
                testDescription: "the tag changed and If-Range is ignored",
                change: { ($0.etag, $0.ignoresIfRange) = ("\"v2\"", true) }, requests: 2),
            Change(testDescription: "another range is sent", change: { $0.contentRangeShift = -1 }, requests: 2),
            Change(
                testDescription: "another total is reported", change: { $0.contentRangeTotal = 400_000 }, requests: 2),
        ])
    func startsOver(change: Change) async throws {
        let scene = try DownloadScene()
        var old = ScriptedFile(content)
        old.cutAfter = 100_000
        scene.server.route("/a", .file(old))
        try scene.add("/a")
        try await scene.attemptInVain()
        let new = ScriptedFile.bytes(300_000, seed: 2)
        var file = ScriptedFile(new)
        change.change(&file)
        scene.server.route("/a", .file(file))
        let done = try #require(try await scene.attemptOnce().item)
        #expect(scene.bytes("a") == new)
        #expect(done.sha256 == (try sha256(new)))
        #expect(done.etag == file.etag)
        #expect(scene.ranges.count == 1 + change.requests)
    }

    @Test("No byte of a range from another position is written")
    func wrongPartIsNotWritten() async throws {
        let scene = try DownloadScene()
        var file = ScriptedFile(content)
        file.cutAfter = 100_000
        scene.server.route("/a", .file(file))
        try scene.add("/a")
        try await scene.attemptInVain()
        file.contentRangeShift = 7
        file.cutAfter = nil
        // The partial response is rejected, and the request for the whole file never gets a response.
        scene.server.route("/a", .sequence([.file(file), .status(503)]))
        let again = try #require(try scene.claim())
        #expect(await scene.download(again).failure?.class == .http)
        #expect(scene.names == [])
        #expect(try scene.store.item(id: again.id).bytes == 0)
    }

    @Test("A weak entity tag is never sent, and the download starts over")
    func weakTag() async throws {
        let scene = try DownloadScene()
        var file = ScriptedFile(content, etag: "W/\"v1\"")
        file.cutAfter = 100_000
        scene.server.route("/a", .sequence([.file(file), .file(ScriptedFile(content, etag: "W/\"v1\""))]))
        try scene.add("/a")
        try await scene.attemptInVain()
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.bytes("a") == content)
        #expect(scene.ranges == [[nil, nil], [nil, nil]])
    }

    @Test("If all bytes are on disk, a 416 response completes the download")
    func unsatisfiable() async throws {
        let scene = try DownloadScene()
        let content = content
        // No length is announced, and the last chunk is missing.
        let cut = ScriptedResponder.chunked([content], fields: [("ETag", "\"v1\"")], isCut: true)
        scene.server.route("/a", .sequence([cut, .file(ScriptedFile(content))]))
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        #expect(await scene.download(claimed).failure != nil)
        #expect(try scene.store.item(id: claimed.id).bytes == 300_000)
        try scene.release(claimed)
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
        #expect(scene.ranges.last == ["bytes=234464-", "\"v1\""])
        #expect(scene.server.requests.count == 2)
    }

    @Test("A response with more bytes than announced is rejected")
    func excess() async throws {
        let scene = try DownloadScene()
        scene.server.route(
            "/a", .excess([1, 2, 3], excess: Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx".utf8)))
        try scene.add("/a")
        let failure = try #require(try await scene.attemptOnce().failure)
        #expect(failure.class == .excess)
        #expect(!failure.isLasting)
        #expect(scene.names == [])
    }

    @Test("A compressed body that was not requested is decoded, and not resumed")
    func compressed() async throws {
        // printf hello | gzip -n
        let gzip: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 203, 72, 205, 201, 201, 7, 0, 134, 166, 16, 54, 5, 0, 0, 0,
        ]
        let scene = try DownloadScene()
        scene.server.route("/a", .ok(gzip, fields: [("Content-Encoding", "gzip"), ("ETag", "\"v1\"")]))
        try scene.add("/a")
        let item = try #require(try await scene.attemptOnce().item)
        #expect(scene.bytes("a") == Array("hello".utf8))
        #expect(item.etag == nil)
    }

    /// A response whose media type, name and coding are those of gzip.
    struct GzipFile: Sendable {
        var path = "/a.tar.gz"
        var type = "application/octet-stream"
        var isTwice: Bool
        var count: Int
    }

    @Test(
        "A gzip file is stored as a gzip file, whether the server means its format or has compressed it once more",
        arguments: [
            GzipFile(isTwice: true, count: 1), GzipFile(isTwice: true, count: 20_000),
            GzipFile(isTwice: false, count: 1), GzipFile(isTwice: false, count: 20_000),
            GzipFile(path: "/a", type: "application/x-gzip", isTwice: true, count: 1),
            GzipFile(path: "/a", type: "application/x-gzip", isTwice: false, count: 1),
        ])
    func gzipFile(row: GzipFile) async throws {
        // printf hello | gzip -n9, and the same once more; several members are one file (RFC 1952, section 2.2).
        let inner: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 7, 0, 134, 166, 16, 54, 5, 0, 0, 0,
        ]
        let outer: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 147, 239, 230, 96, 0, 1, 38, 230, 211, 30, 103, 79,
            158, 100, 103, 104, 91, 38, 96, 198, 10, 20, 0, 0, 167, 111, 180, 69, 25, 0, 0, 0,
        ]
        let file = Array(repeatElement(inner, count: row.count).joined())
        let body = row.isTwice ? Array(repeatElement(outer, count: row.count).joined()) : file
        let fields = [("Content-Encoding", "gzip"), ("ETag", "\"v1\""), ("Content-Type", row.type)]
        let chunks = stride(from: 0, to: body.count, by: max(1, body.count / 7)).map {
            Array(body[$0..<min($0 + max(1, body.count / 7), body.count)])
        }
        for response in [ScriptedResponder.ok(body, fields: fields), .chunked(chunks, fields: fields)] {
            let scene = try DownloadScene()
            scene.server.route(row.path, response)
            try scene.add(row.path)
            #expect(try await scene.attemptOnce().item?.state == .done)
            #expect(scene.bytes(String(row.path.dropFirst())) == file)
            #expect(scene.server.requests.count == (row.isTwice ? 2 : 1))
        }
    }

    @Test(
        "Each error status is a failure of its own class",
        arguments: [(404, true), (403, true), (429, false), (500, false), (503, false)])
    func status(code: Int, isLasting: Bool) async throws {
        let scene = try DownloadScene()
        scene.server.route("/a", .status(code, fields: [("Retry-After", "7")], body: [1, 2, 3]))
        try scene.add("/a")
        guard case .failed(let failure, let retryAfter) = try await scene.attemptOnce() else {
            Issue.record("it did not fail")
            return
        }
        #expect(failure.class == .http)
        #expect(failure.isLasting == isLasting)
        #expect(retryAfter == scene.clock.now.addingTimeInterval(7))
        #expect(scene.names == [])
    }

    @Test("A refused connection is a temporary failure")
    func deadPort() async throws {
        let scene = try DownloadScene()
        scene.server.route("/a", .redirect(to: "http://127.0.0.1:\(try ScriptedServer.reservedPort())/"))
        try scene.add("/a")
        let failure = try #require(try await scene.attemptOnce().failure)
        #expect(failure.class == .connect)
        #expect(!failure.isLasting)
    }

    @Test("After a redirect the file is named after the requested URL")
    func redirect() async throws {
        let scene = try DownloadScene()
        scene.server.route("/a.zip", .redirect(to: "/.other"))
        scene.server.route("/.other", .ok([1]))
        try scene.add("/a.zip")
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.names == ["a.zip"])
    }

    @Test("A part file that another process has locked is waited for, and not written")
    func locked() async throws {
        let scene = try DownloadScene()
        var file = ScriptedFile(content)
        file.cutAfter = 200_000
        scene.server.route("/a", .file(file))
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        #expect(await scene.download(claimed).failure?.class == .short)
        try scene.release(claimed)
        let holder = open(scene.directory.appendingPathComponent("a.leftoff-part").path, O_RDWR | O_CLOEXEC)
        #expect(holder >= 0 && flock(holder, LOCK_EX | LOCK_NB) == 0)
        let again = try #require(try scene.claim())
        guard case .postponed(let failure) = await scene.download(again) else {
            Issue.record("it was tried all the same")
            return
        }
        #expect(failure.message.contains("another process"))
        #expect(scene.server.requests.count == 1)
        // A program that another test is starting may briefly hold a copy of the descriptor.
        flock(holder, LOCK_UN)
        close(holder)
        try scene.release(again)
        file.cutAfter = nil
        scene.server.route("/a", .file(file))
        #expect(try await scene.attemptOnce().item?.state == .done)
    }

    @Test(
        "An existing file is replaced on request, but not a link, a directory or a file of the same run",
        arguments: [10_000, 300_000])
    func overwrites(count: Int) async throws {
        let content = Array(content.prefix(count))
        let scene = try DownloadScene { $0.overwrites = true }
        let downloader = Downloader(engine: scene.engine, options: scene.options)
        for path in ["/a", "/x/a", "/b", "/c"] { scene.server.route(path, .file(ScriptedFile(content))) }
        try scene.put([1], "a")
        try FileManager.default.createDirectory(
            at: scene.directory.appendingPathComponent("b"), withIntermediateDirectories: false)
        try scene.put([2], "victim")
        try scene.link("c", to: "victim")
        var results: [String: DownloadResult] = [:]
        for path in ["/a", "/x/a", "/b", "/c"] {
            let item = try #require(try scene.claim(scene.add(path).id))
            results[path] = await downloader.download(
                item, at: downloader.destinationFinder()(item), journal: try scene.journal(item))
        }
        #expect(results["/a"]?.item?.fileName == "a" && scene.bytes("a") == content)
        #expect(results["/x/a"]?.item?.fileName == "a (1)" && scene.bytes("a (1)") == content)
        #expect(results["/b"]?.item?.fileName == "b (1)")
        #expect(results["/c"]?.failure?.class == .refused && scene.bytes("victim") == [2])
        #expect(!scene.names.contains { $0.hasSuffix(".leftoff-part") })
    }

    @Test("Checkpoints record the bytes on disk during the transfer")
    func checkpoints() async throws {
        let scene = try DownloadScene(checkpointBytes: 50_000)
        let gate = ScriptedGate()
        var file = ScriptedFile(content)
        file.gate = (after: 200_000, gate)
        scene.server.route("/a", .file(file))
        let item = try scene.add("/a")
        let claimed = try #require(try scene.claim())
        let half = ProgressGate(200_000)
        async let result = scene.download(claimed, progress: half)
        await half.reached()
        // The tick of the clock triggers a checkpoint, after which the writer sleeps again.
        await scene.clock.waitForSleepers()
        scene.clock.advance(by: scene.options.checkpointInterval)
        await scene.clock.waitForSleepers()
        gate.open()
        #expect(await result.item?.state == .done)
        #expect(try scene.store.item(id: item.id).bytes == 300_000)
    }

    @Test("No checkpoint is made between the announcement of a file's name and the end")
    func lateCheckpoint() async throws {
        let scene = try DownloadScene()
        let gate = ScriptedGate()
        var file = ScriptedFile(content)
        file.gate = (after: 200_000, gate)
        scene.server.route("/a", .file(file))
        let item = try scene.add("/a")
        let claimed = try #require(try scene.claim())
        let opened = Mutex<PartialDownload?>(nil)
        let interval = scene.options.checkpointInterval
        let store = AnnouncementStore(scene.store) { [clock = scene.clock] in
            // The writer of a part file requests a checkpoint at the wrong moment, and sleeps again.
            clock.advance(by: interval)
            let asleep = DispatchSemaphore(value: 0)
            Task {
                await clock.waitForSleepers()
                asleep.signal()
            }
            #expect(asleep.wait(timeout: .now() + 120) == .success)
            opened.withLock { $0 }?.queue.sync {}
        }
        let journal = DownloadJournal(
            item: claimed, lease: try #require(claimed.lease), store: store, clock: scene.clock)
        let half = ProgressGate(200_000)
        let partial = PartialDownload(
            claimed, in: try DestinationDirectory(scene.directory.path, isCreated: false), work: nil, journal: journal,
            options: scene.options, budget: MemoryBudget(scene.options.memoryBudget), writtenPaths: WrittenPaths(),
            unusedName: nil, progress: { bytes, _ in half.update(bytes) })
        opened.withLock { $0 = partial }
        let attempt = DownloadAttempt(
            partial: partial, engine: scene.engine, options: scene.options, committer: DownloadCommitter(),
            segmentBudget: SegmentBudget(segments: 1), onReceived: {})
        async let result: QueueItem = withCheckedThrowingContinuation { continuation in
            attempt.start(nil, handle: AttemptHandle()) { continuation.resume(with: $0) }
        }
        await half.reached()
        await scene.clock.waitForSleepers()
        gate.open()
        #expect(try await result.state == .done)
        partial.close()
        #expect(store.lateCheckpoints == 0)
        #expect(try scene.store.item(id: item.id).sha256 == sha256(content))
        #expect(scene.names == ["a"])
    }

    @Test("A small file that arrives slowly gets a part file after a while")
    func slowSmall() async throws {
        let scene = try DownloadScene { $0.memoryTimeout = .zero }
        let gate = ScriptedGate()
        var file = ScriptedFile(Array(content.prefix(5_000)))
        file.gate = (after: 2_000, gate)
        scene.server.route("/a", .file(file))
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        async let result = scene.download(claimed)
        // The writer of a part file sleeps until its next checkpoint.
        await scene.clock.waitForSleepers()
        #expect(scene.names == ["a.leftoff-part"])
        gate.open()
        #expect(await result.item?.state == .done)
        #expect(scene.bytes("a") == file.body)
    }

    @Test(
        "A small file that breaks off is kept and resumed if it has a strong validator",
        arguments: [true, false])
    func cutSmall(isStrong: Bool) async throws {
        let scene = try DownloadScene()
        var file = ScriptedFile(Array(content.prefix(5_000)), etag: isStrong ? "\"v1\"" : nil)
        file.cutAfter = 2_000
        scene.server.route("/a", .file(file))
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        #expect(await scene.download(claimed).failure?.class == .short)
        #expect(scene.names == (isStrong ? ["a.leftoff-part"] : []))
        try scene.release(claimed)
        file.cutAfter = nil
        scene.server.route("/a", .file(file))
        #expect(try await scene.attemptOnce().item?.state == .done)
        #expect(scene.bytes("a") == file.body)
        #expect(scene.ranges.last == (isStrong ? ["bytes=1-", "\"v1\""] : [nil, nil]))
    }

    @Test("A cancelled attempt records the bytes on disk, and the next one resumes there")
    func cancelled() async throws {
        let scene = try DownloadScene()
        let gate = ScriptedGate()
        var file = ScriptedFile(content)
        file.gate = (after: 200_000, gate)
        scene.server.route("/a", .file(file))
        try scene.add("/a")
        let claimed = try #require(try scene.claim())
        let heard = ProgressGate(200_000)
        let task = Task { await scene.download(claimed, progress: heard) }
        await heard.reached()
        task.cancel()
        guard case .stopped = await task.value else {
            Issue.record("it was not stopped")
            return
        }
        gate.open()
        #expect(try scene.store.item(id: claimed.id).bytes == 200_000)
        try scene.release(claimed)
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(content)))
        #expect(scene.ranges.last == ["bytes=134464-", "\"v1\""])
    }

    /// Makes an attempt whose destination is prepared before a change.
    private func attemptAfterChange(
        _ scene: DownloadScene, _ downloader: Downloader, _ path: String, after change: () throws -> Void
    ) async throws -> DownloadResult {
        let item = try #require(try scene.claim(scene.add(path).id))
        let destination = try #require(downloader.destinationFinder()(item))
        try change()
        return await downloader.download(item, at: destination, journal: try scene.journal(item))
    }

    @Test("A file or link that appears after the destination was prepared does no harm")
    func nameTakenLater() async throws {
        let scene = try DownloadScene()
        scene.server.route("/a", .file(ScriptedFile(content)))
        scene.server.route("/b", .file(ScriptedFile(content)))
        let downloader = Downloader(engine: scene.engine, options: scene.options)
        let numbered = try await attemptAfterChange(scene, downloader, "/a") { try scene.put([1], "a") }
        #expect(numbered.item?.fileName == "a (1)" && scene.bytes("a") == [1] && scene.bytes("a (1)") == content)
        let linked = try await attemptAfterChange(scene, downloader, "/b") {
            try scene.put([2], "victim")
            try scene.link("b", to: "victim")
        }
        #expect(linked.failure?.class == .refused && scene.bytes("victim") == [2])
        let item = try #require(try scene.claim(scene.add("/a", name: "c").id))
        let destination = try #require(downloader.destinationFinder()(item))
        try FileManager.default.removeItem(at: scene.directory)
        let journal = try scene.journal(item)
        let lost = await downloader.download(item, at: destination, journal: journal)
        #expect(lost.failure?.isLasting == false)
        let found = await downloader.download(
            item, at: downloader.destinationFinder()(item), journal: journal)
        #expect(found.item?.state == .done && scene.bytes("c") == content)
    }

    @Test("A worker that lost its lease to another one writes no record and stops")
    func leaseLost() async throws {
        let scene = try DownloadScene()
        let gate = ScriptedGate()
        var file = ScriptedFile(content)
        file.gate = (after: 100_000, gate)
        scene.server.route("/a", .file(file))
        try scene.add("/a")
        let old = try #require(try scene.claim())
        let part = ProgressGate(100_000)
        async let result = scene.download(old, progress: part)
        await part.reached()
        scene.clock.advance(by: QueueLease.length)
        let taken = try #require(try scene.claim(owner: "other"))
        gate.open()
        guard case .leaseLost = await result else {
            Issue.record("it went on")
            return
        }
        #expect(try scene.store.item(id: old.id).lease == taken.lease)
        #expect(try scene.store.item(id: old.id).state == .running)
        #expect(!scene.names.contains("a"))
        #expect(await scene.download(taken).item?.sha256 == (try sha256(content)))
    }
}
