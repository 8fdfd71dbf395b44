import DownloadQueue
import Fetching
import Foundation
import Synchronization
import TestSupport
import Testing
import WHATWGURL

@testable import Downloads

@Suite("Worker")
struct QueueWorkerTests {
    private func worker(
        _ scene: DownloadScene, _ downloader: FakeDownloader, limits: QueueLimits = QueueLimits(), jitter: Double = 1
    ) -> QueueWorker {
        QueueWorker(
            store: scene.store, downloader: downloader, limits: limits, clock: scene.clock, random: { jitter })
    }

    /// Runs a worker until it ends; the clock advances whenever the worker is idle.
    private func run(_ scene: DownloadScene, _ worker: QueueWorker) async throws -> QueueRunSummary {
        let observer = RecordingObserver()
        return try await observer.moving(scene.clock) { try await worker.run(observer: observer) }
    }

    @Test("A worker with an empty queue ends at once")
    func empty() async throws {
        let scene = try DownloadScene()
        let summary = try await worker(scene, FakeDownloader { _, _ in .stopped }).run()
        #expect(summary.done == 0 && summary.failed == 0 && summary.waiting == 0 && !summary.wasStopped)
    }

    @Test("Items are run one at a time, by priority and then in the order in which they were added")
    func order() async throws {
        let scene = try DownloadScene()
        for number in 0..<4 { try scene.add("/\(number)") }
        try scene.add("/first", priority: 9)
        let downloader = FakeDownloader { item, journal in try FakeDownloader.complete(item, journal) }
        _ = try await worker(scene, downloader, limits: QueueLimits(jobs: 1, perHost: 1)).run()
        #expect(downloader.attempts == ["/first", "/0", "/1", "/2", "/3"])
    }

    @Test("All items are done within the limits")
    func limits() async throws {
        let scene = try DownloadScene()
        for number in 0..<13 { try scene.add("/\(number)", host: number % 3 == 0 ? "localhost" : "127.0.0.1") }
        let downloader = FakeDownloader { item, journal in
            for _ in 0..<20 { await Task.yield() }
            return try FakeDownloader.complete(item, journal)
        }
        let summary = try await worker(scene, downloader, limits: QueueLimits(jobs: 3, perHost: 2)).run()
        #expect(summary.done == 13)
        #expect(Set(downloader.attempts).count == 13)
        #expect(downloader.maximumActive <= 3)
        #expect(downloader.maximumPerHost <= 2)
        #expect(try scene.store.summary(ids: nil).counts == [.done: 13])
    }

    @Test("A temporary failure is retried after its backoff, until five attempts have failed")
    func backoff() async throws {
        let scene = try DownloadScene()
        let times = Mutex<[Date]>([])
        let item = try scene.add("/a")
        let downloader = FakeDownloader { [clock = scene.clock] _, _ in
            times.withLock { $0.append(clock.now) }
            return .failed(QueueFailure(.connect, "no"), retryAfter: nil)
        }
        let summary = try await run(scene, worker(scene, downloader))
        let start = try #require(times.withLock { $0.first })
        // Delays of 2, 4, 8 and 16 seconds at full jitter.
        #expect(times.withLock { $0.map { $0.timeIntervalSince(start) } } == [0, 2, 6, 14, 30])
        #expect(summary.failed == 1)
        let failed = try scene.store.items(in: [.failed])
        #expect(failed.map(\.id) == [item.id] && failed.first?.attempts == 5)
    }

    @Test("A permanent failure is not retried")
    func permanent() async throws {
        let scene = try DownloadScene()
        try scene.add("/a")
        let downloader = FakeDownloader { _, _ in .failed(QueueFailure(.http, "404", isLasting: true), retryAfter: nil)
        }
        let summary = try await worker(scene, downloader).run()
        #expect(downloader.attempts == ["/a"])
        #expect(summary.failed == 1)
    }

    @Test("Items that have longer to wait than the worker are left waiting", arguments: [(60, 1), (61, 0)])
    func waits(seconds: Int, left: Int) async throws {
        let scene = try DownloadScene()
        try scene.add("/a")
        let downloader = FakeDownloader { item, journal in
            guard item.attempts > 1 else {
                return .failed(
                    QueueFailure(.http, "503"), retryAfter: journal.now.addingTimeInterval(Double(61)))
            }
            return try FakeDownloader.complete(item, journal)
        }
        let limits = QueueLimits(wait: .seconds(seconds))
        let summary = try await run(scene, worker(scene, downloader, limits: limits))
        #expect(summary.waiting == left)
        #expect(summary.done == 1 - left)
        #expect(try scene.store.items(in: [.waiting]).count == left)
    }

    @Test("A stopped worker releases its items")
    func stopped() async throws {
        let scene = try DownloadScene()
        let item = try scene.add("/a")
        let begun = ProgressGate(1)
        let downloader = FakeDownloader { [clock = scene.clock] _, journal in
            try journal.record(.named("a"))
            begun.update(1)
            do {
                try await clock.sleep(for: .seconds(1_000))
            } catch {
                try journal.record(.progressed(PartialContent(durableBytes: 5, etag: "\"x\"")))
            }
            return .stopped
        }
        let task = Task { try await worker(scene, downloader).run() }
        await begun.reached()
        task.cancel()
        #expect(try await task.value.wasStopped)
        let left = try scene.store.item(id: item.id)
        #expect(left.state == .ready)
        #expect(left.lease == nil)
        #expect(left.bytes == 5)
    }

    @Test("Items that finish while the worker is being stopped are reported and counted")
    func doneWhileStopped() async throws {
        let scene = try DownloadScene()
        for number in 0..<3 { try scene.add("/\(number)") }
        let begun = ProgressGate(3)
        let count = Mutex<Int64>(0)
        let downloader = FakeDownloader { [clock = scene.clock] item, journal in
            begun.update(
                count.withLock { count in
                    count += 1
                    return count
                })
            // All bytes have been received, so the item cannot be released any more.
            try? await clock.sleep(for: .seconds(1_000))
            return try FakeDownloader.complete(item, journal)
        }
        let observer = RecordingObserver()
        let limits = QueueLimits(jobs: 3, perHost: 3)
        let task = Task { try await worker(scene, downloader, limits: limits).run(observer: observer) }
        await begun.reached()
        task.cancel()
        let summary = try await task.value
        #expect(summary.wasStopped && summary.done == 3)
        #expect(observer.done.sorted() == ["/0", "/1", "/2"])
    }

    @Test(
        "Items that are paused or removed elsewhere stop within a second",
        arguments: [QueueCommand.pause, .remove])
    func interrupted(command: QueueCommand) async throws {
        let scene = try DownloadScene()
        let item = try scene.add("/a")
        let begun = ProgressGate(1)
        let downloader = FakeDownloader { [clock = scene.clock] _, _ in
            begun.update(1)
            try await clock.sleep(for: .seconds(1_000))
            return .stopped
        }
        let task = Task { try await worker(scene, downloader).run() }
        await begun.reached()
        // The worker's tick and the download are sleeping.
        await scene.clock.waitForSleepers(2)
        _ = try scene.store.apply(command, to: [item.id], at: scene.clock.now)
        scene.clock.advance(by: .seconds(1))
        _ = try await task.value
        #expect(try scene.store.items(in: nil).map(\.state) == (command == .pause ? [.paused] : []))
        #expect(try scene.store.leaseOwners().isEmpty)
    }

    @Test("Items claimed ahead are released if they have to wait for long downloads of their host")
    func releases() async throws {
        let scene = try DownloadScene()
        for number in 0..<10 { try scene.add("/small-\(number)") }
        for number in 0..<2 { try scene.add("/big-\(number)") }
        for number in 0..<10 { try scene.add("/later-\(number)") }
        let begun = ProgressGate(2)
        let count = Mutex<Int64>(0)
        let downloader = FakeDownloader { [clock = scene.clock] item, journal in
            guard item.url.path.hasPrefix("/big") else { return try FakeDownloader.complete(item, journal) }
            begun.update(
                count.withLock {
                    $0 += 1; return $0
                })
            try await clock.sleep(for: .seconds(1_000))
            return .stopped
        }
        let observer = RecordingObserver()
        let worker = worker(scene, downloader, limits: QueueLimits(jobs: 4, perHost: 2))
        let task = Task { try await worker.run(observer: observer) }
        await begun.reached()
        for _ in 0..<3 {
            // The tick and two downloads are sleeping; each tick ends with a summary of the queue.
            await scene.clock.waitForSleepers(3)
            scene.clock.advance(by: .seconds(1))
            await observer.nextSummary()
        }
        #expect(try scene.store.items(in: [.running]).map(\.url.path) == ["/big-0", "/big-1"])
        let left = try scene.store.items(in: [.ready])
        #expect(left.count == 10 && left.allSatisfy { $0.attempts == 0 })
        task.cancel()
        _ = try await task.value
    }

    @Test("Leases are renewed while a download runs for minutes")
    func renews() async throws {
        let scene = try DownloadScene()
        try scene.add("/a")
        let downloader = FakeDownloader { [clock = scene.clock] item, journal in
            try await clock.sleep(for: .seconds(150))
            return try FakeDownloader.complete(item, journal)
        }
        let observer = RecordingObserver()
        let worker = worker(scene, downloader)
        async let summary = worker.run(observer: observer)
        for _ in 0..<150 {
            // The tick and the download are sleeping; each tick ends with a summary of the queue.
            await scene.clock.waitForSleepers(2)
            scene.clock.advance(by: .seconds(1))
            await observer.nextSummary()
        }
        #expect(try await summary.done == 1)
        #expect(try scene.store.items(in: [.done]).first?.attempts == 1)
        #expect(downloader.attempts.count == 1)
    }

    @Test("Two workers on one queue run each item once")
    func twoWorkers() async throws {
        let scene = try DownloadScene()
        for number in 0..<30 { try scene.add("/\(number)") }
        let downloader = FakeDownloader { item, journal in
            await Task.yield()
            return try FakeDownloader.complete(item, journal)
        }
        // The system's clock, because two workers cannot share one that advances only when one of them is idle.
        let one = QueueWorker(
            store: scene.store, downloader: downloader, limits: QueueLimits(), clock: SystemQueueClock())
        let two = QueueWorker(
            store: scene.store, downloader: downloader, limits: QueueLimits(), clock: SystemQueueClock())
        async let first = one.run()
        async let second = two.run()
        let summaries = try await [first, second]
        #expect(summaries.map(\.done).reduce(0, +) == 30)
        #expect(Set(downloader.attempts).count == 30 && downloader.attempts.count == 30)
    }

    @Test("A worker takes over an item whose lease has expired")
    func takesOver() async throws {
        let scene = try DownloadScene()
        try scene.add("/a")
        _ = try scene.claim(owner: "another machine")
        let downloader = FakeDownloader { item, journal in try FakeDownloader.complete(item, journal) }
        let summary = try await run(scene, worker(scene, downloader))
        #expect(summary.done == 1)
        #expect(try scene.store.items(in: [.done]).first?.attempts == 2)
        #expect(scene.clock.now.timeIntervalSince1970 >= 1_700_000_060)
    }

    @Test("A worker takes over at once the items of a process that has ended")
    func takesOverFromDead() async throws {
        let scene = try DownloadScene()
        try scene.add("/a")
        // This process's number with another start time: the number has been reused.
        var parts = WorkerIdentity().name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        parts[4] = "1"
        let dead = parts.joined(separator: " ")
        try #require(WorkerIdentity.isGone(dead), "this system has no /proc")
        _ = try scene.claim(owner: dead)
        let downloader = FakeDownloader { item, journal in try FakeDownloader.complete(item, journal) }
        #expect(try await worker(scene, downloader).run().done == 1)
        #expect(scene.clock.now.timeIntervalSince1970 == 1_700_000_000)
    }

    @Test(
        "A worker is not taken for ended if it runs, or if its name is unknown",
        arguments: ["", "x", "a b c d e", "a b c 1 2 3"])
    func unknownWorker(name: String) {
        #expect(!WorkerIdentity.isGone(name))
        #expect(!WorkerIdentity.isGone(WorkerIdentity().name))
    }

    @Test("A worker of another host, boot or process namespace is not taken for ended", arguments: 0..<3)
    func otherMachine(part: Int) throws {
        var parts = WorkerIdentity().name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        parts[4] = "1"
        try #require(WorkerIdentity.isGone(parts.joined(separator: " ")), "this system has no /proc")
        parts[part] += "x"
        #expect(!WorkerIdentity.isGone(parts.joined(separator: " ")))
    }

    @Test("Two workers of a process have different names without line breaks")
    func uniqueNames() {
        let names = (0..<100).map { _ in WorkerIdentity().name }
        #expect(Set(names).count == 100)
        #expect(names.allSatisfy { $0.split(separator: " ").count == 6 && !$0.contains(where: \.isNewline) })
    }

    @Test("A worker that runs without end is woken by added items")
    func runsForever() async throws {
        let scene = try DownloadScene()
        let done = ProgressGate(2)
        let count = Mutex<Int64>(0)
        let downloader = FakeDownloader { item, journal in
            let result = try FakeDownloader.complete(item, journal)
            done.update(
                count.withLock {
                    $0 += 1; return $0
                })
            return result
        }
        let worker = worker(scene, downloader)
        let task = Task { await worker.runForever() }
        await scene.clock.waitForSleepers()
        try scene.add("/a")
        worker.wake()
        // The second item is added by another process, and is noticed at the next tick.
        try scene.add("/b")
        scene.clock.advance(by: .seconds(1))
        await done.reached()
        task.cancel()
        await task.value
        #expect(try scene.store.summary(ids: nil).counts == [.done: 2])
    }

    @Test("The speed limit applies to all downloads together, and a single one can use all of it")
    func rate() async throws {
        let scene = try DownloadScene()
        for number in 0..<3 {
            scene.server.route("/\(number)", .file(ScriptedFile(ScriptedFile.bytes(200_000))))
            try scene.add("/\(number)")
        }
        let limits = QueueLimits(jobs: 3, perHost: 3, bytesPerSecond: 400_000)
        scene.server.route("/stalled", .stalled())
        let stalled = TransferRequest(url: try #require(WebURL(scene.server.address("/stalled"))))
        let timer = EngineTimer(stalled, after: .milliseconds(900), on: scene.engine)
        let summary = try await scene.worker(limits, clock: SystemQueueClock()).run()
        #expect(summary.done == 3)
        // 600,000 bytes take 1.5 s; there is no wait after the last piece.
        #expect(timer.hasEnded)
    }

    @Test("Real downloads are retried, give real files, and are reported to the observer")
    func real() async throws {
        let scene = try DownloadScene()
        var contents: [String: [UInt8]] = [:]
        for number in 0..<6 {
            let content = ScriptedFile.bytes(50_000 + number, seed: UInt64(number + 1))
            contents["\(number).bin"] = content
            var cut = ScriptedFile(content)
            cut.cutAfter = 20_000
            let whole = ScriptedResponder.file(ScriptedFile(content))
            scene.server.route("/\(number).bin", number % 2 == 0 ? whole : .sequence([.file(cut), whole]))
            try scene.add("/\(number).bin")
        }
        scene.server.route("/gone", .status(404))
        try scene.add("/gone")
        let observer = RecordingObserver()
        // Without a limit, the worker adapts it to what the host delivers.
        let worker = scene.worker(QueueLimits(perHost: 2))
        let summary = try await observer.moving(scene.clock) { try await worker.run(observer: observer) }
        #expect(summary.done == 6)
        #expect(summary.failed == 1)
        #expect(try scene.store.items(in: [.failed]).map(\.error?.class) == [.http])
        for (name, content) in contents { #expect(scene.bytes(name) == content) }
        #expect(scene.names == contents.keys.sorted())
        #expect(scene.server.maximumActiveRequests(host: "127.0.0.1") <= 2)
        #expect(observer.started == 10)
        #expect(observer.progressed >= 6)
    }
}
