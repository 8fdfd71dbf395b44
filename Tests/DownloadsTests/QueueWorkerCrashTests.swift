import DownloadQueue
import Downloads
import Foundation
import TestSupport
import Testing
import WHATWGURL

@Suite("A worker after others ended without recording an outcome")
struct QueueWorkerCrashTests {
    private func worker(_ scene: DownloadScene, _ downloader: FakeDownloader) -> QueueWorker {
        QueueWorker(store: scene.store, downloader: downloader, limits: QueueLimits(), clock: scene.clock)
    }

    /// Claims items for workers that then end, one after the other.
    private func crash(_ scene: DownloadScene, times: Int = 1) throws {
        for number in 0..<times {
            let claimed = try scene.store.claim(QueueClaim(owner: "gone \(number)", now: scene.clock.now), limit: 9)
            #expect(!claimed.isEmpty)
            scene.clock.advance(by: QueueLease.length)
        }
    }

    @Test("Items with crashes run one at a time, and nothing else beside them")
    func alone() async throws {
        let scene = try DownloadScene()
        for number in 0..<3 { try scene.add("/\(number)") }
        try crash(scene)
        try scene.add("/new")
        let downloader = FakeDownloader { item, journal in
            for _ in 0..<20 { await Task.yield() }
            return try FakeDownloader.complete(item, journal)
        }
        let observer = RecordingObserver()
        let worker = worker(scene, downloader)
        let summary = try await observer.moving(scene.clock) { try await worker.run(observer: observer) }
        #expect(summary.done == 4 && summary.failed == 0 && downloader.maximumActive == 1)
        #expect(downloader.attempts.prefix(3) == ["/0", "/1", "/2"])
        #expect(try scene.store.items(in: nil).allSatisfy { $0.state == .done && $0.crashes == 0 })
    }

    @Test("Others start beside an item with crashes once it has made progress")
    func progress() async throws {
        let scene = try DownloadScene()
        try scene.add("/a")
        try crash(scene)
        try scene.add("/b")
        let (hasProgressed, hasCompany) = (ProgressGate(1), ProgressGate(1))
        let downloader = FakeDownloader { item, journal in
            if item.url.path == "/a" {
                try journal.record(.named("a"))
                try journal.record(.progressed(PartialContent(durableBytes: 1 << 20, etag: "\"e\"")))
                hasProgressed.update(1)
                await hasCompany.reached()
            } else {
                hasCompany.update(1)
            }
            return try FakeDownloader.complete(item, journal)
        }
        let task = Task { try await worker(scene, downloader).run() }
        await hasProgressed.reached()
        #expect(downloader.attempts == ["/a"])
        await scene.clock.waitForSleepers(1)
        scene.clock.advance(by: .seconds(1))
        #expect(try await task.value.done == 2)
        #expect(downloader.maximumActive == 2)
    }

    @Test("Others start beside an item with crashes after a minute, although a slow server sends nothing")
    func slow() async throws {
        let scene = try DownloadScene()
        let id = try scene.add("/a").id
        try crash(scene)
        try scene.add("/b")
        let (hasBegun, hasCompany) = (ProgressGate(1), ProgressGate(1))
        let downloader = FakeDownloader { item, journal in
            if item.url.path == "/a" {
                hasBegun.update(1)
                await hasCompany.reached()
            } else {
                hasCompany.update(1)
            }
            return try FakeDownloader.complete(item, journal)
        }
        let task = Task { try await worker(scene, downloader).run() }
        await hasBegun.reached()
        var leaseEnd = try scene.store.item(id: id).lease?.until
        for second in 1...60 {
            await scene.clock.waitForSleepers(1)
            #expect(downloader.attempts == ["/a"], "after \(second - 1) s")
            scene.clock.advance(by: .seconds(1))
            guard second.isMultiple(of: 15), second < 60 else { continue }
            // On a busy machine, the clock would otherwise pass the end of the lease before the worker renews it.
            while try scene.store.item(id: id).lease?.until == leaseEnd { await Task.yield() }
            leaseEnd = try scene.store.item(id: id).lease?.until
        }
        #expect(try await task.value.done == 2)
        #expect(downloader.maximumActive == 2)
    }

    @Test("An item that ended three workers is counted as failed and not attempted")
    func quarantined() async throws {
        let scene = try DownloadScene()
        let bad = try scene.add("/bad")
        try crash(scene, times: 3)
        try scene.add("/good")
        let downloader = FakeDownloader { item, journal in try FakeDownloader.complete(item, journal) }
        let observer = RecordingObserver()
        let worker = worker(scene, downloader)
        let summary = try await observer.moving(scene.clock) { try await worker.run(observer: observer) }
        #expect(summary.failed == 1 && summary.done == 1 && downloader.attempts == ["/good"])
        #expect(try scene.store.item(id: bad.id).state == .quarantined)
    }
}
