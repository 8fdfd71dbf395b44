import DownloadQueue
import Downloads
import Fetching
import Foundation
import Store
import Synchronization
import TestSupport
import Testing
import WHATWGURL

@Suite("Worker under failures")
struct QueueWorkerTimeoutTests {
    private func run(
        _ scene: DownloadScene, _ downloader: FakeDownloader, limits: QueueLimits = QueueLimits(),
        freeBytes: @escaping @Sendable (String) -> Int64? = { _ in nil }
    ) async throws -> QueueRunSummary {
        let worker = QueueWorker(
            store: scene.store, downloader: downloader, limits: limits, clock: scene.clock, random: { 1 },
            freeBytes: freeBytes)
        let observer = RecordingObserver()
        return try await observer.moving(scene.clock) { try await worker.run(observer: observer) }
    }

    private func seconds(_ scene: DownloadScene) -> Double { scene.clock.now.timeIntervalSince1970 - 1_700_000_000 }

    private func add(_ scene: DownloadScene, _ path: String, directory: String) throws -> QueueItem {
        let url = try #require(WebURL("http://host\(path)"))
        return try #require(
            try scene.store.add([NewQueueItem(url: url, directory: directory)], at: scene.clock.now).first)
    }

    @Test("Before the file's size is known, the failure says only that the disk is full")
    func fullDiskMessage() async throws {
        let scene = try DownloadScene()
        _ = try add(scene, "/unknown", directory: "/full")
        let downloader = FakeDownloader { item, journal in try FakeDownloader.complete(item, journal) }
        _ = try await run(scene, downloader, limits: QueueLimits(wait: .zero)) { _ in 0 }
        #expect(downloader.attempts.isEmpty)
        let item = try #require(try scene.store.items(in: [.waiting]).first)
        #expect(item.error?.message == "/full: not enough space: the disk is full" && item.error?.needsSpace == true)
    }

    @Test("Items on a full volume wait without an attempt, others continue, and all resume when there is space")
    func fullDisk() async throws {
        let scene = try DownloadScene()
        for number in 0..<20 { _ = try add(scene, "/full\(number)", directory: "/full") }
        _ = try add(scene, "/other", directory: "/other")
        let downloader = FakeDownloader { item, journal in try FakeDownloader.complete(item, journal) }
        let clock = scene.clock
        let summary = try await run(scene, downloader) { directory in
            directory == "/other" || clock.now.timeIntervalSince1970 >= 1_700_000_003 ? 1 << 40 : 0
        }
        #expect(downloader.attempts.first == "/other")
        #expect(summary.done == 21)
        #expect(try scene.store.items(in: [.done]).allSatisfy { $0.attempts == 1 && $0.error == nil })
        // The first delay is ten seconds; free space would be noticed earlier.
        #expect(seconds(scene) < 6)
    }

    @Test("A volume with free space that rejects writes is not tried without end")
    func quota() async throws {
        let scene = try DownloadScene()
        let item = try add(scene, "/a", directory: "/d")
        let downloader = FakeDownloader { _, _ in
            .failed(QueueFailure(.disk, "quota", needsSpace: true), retryAfter: nil)
        }
        let summary = try await run(scene, downloader) { _ in 1 << 40 }
        #expect(summary.waiting == 1 && summary.failed == 0)
        // Delays of 10, 20 and 40 s; the next one, 80 s, is longer than the run waits.
        #expect(downloader.attempts.count == 4)
        #expect(try scene.store.item(id: item.id).error?.class == .disk)
    }

    @Test("A server's Retry-After applies to all items of its host and to no other host")
    func retryAfter() async throws {
        let scene = try DownloadScene()
        for number in 0..<40 { try scene.add("/\(number)") }
        try scene.add("/other", host: "localhost")
        let times = Mutex<[String: [Double]]>([:])
        let clock = scene.clock
        let downloader = FakeDownloader { item, journal in
            let now = clock.now.timeIntervalSince1970 - 1_700_000_000
            times.withLock { $0[item.url.host, default: []].append(now) }
            guard item.url.path != "/other", now < 30 else { return try FakeDownloader.complete(item, journal) }
            return .failed(QueueFailure(.http, "503"), retryAfter: Date(timeIntervalSince1970: 1_700_000_030))
        }
        let summary = try await run(scene, downloader, limits: QueueLimits(jobs: 4, perHost: 2))
        #expect(summary.done == 41)
        let requested = times.withLock { $0 }
        let early = requested.filter { !$0.key.hasPrefix("localhost") }.flatMap(\.value).filter { $0 < 30 }
        // Only the requests that had been sent before the first response.
        #expect(early.count <= 2, "\(early)")
        #expect(requested.filter { $0.key.hasPrefix("localhost") }.flatMap(\.value).allSatisfy { $0 < 1 })
    }

    @Test("A failing host is requested less and less often, by one item at a time")
    func breaker() async throws {
        let scene = try DownloadScene()
        for number in 0..<60 { try scene.add("/\(number)") }
        let downloader = FakeDownloader { _, _ in .failed(QueueFailure(.connect, "refused"), retryAfter: nil) }
        let summary = try await run(scene, downloader, limits: QueueLimits(jobs: 8, perHost: 8, wait: .seconds(20)))
        // Up to eight at once, then one after 2, 4, 8 and 16 s each; 32 s is longer than the run waits.
        #expect(downloader.attempts.count <= 8 + 5, "\(downloader.attempts.count)")
        #expect(summary.done == 0)
        #expect(try scene.store.summary(ids: nil)[.ready] >= 45)
    }

    @Test("A clock that jumps by an hour has no effect", arguments: [3_600, -3_600])
    func clockJumps(seconds jump: Int) async throws {
        let scene = try DownloadScene()
        for number in 0..<5 { try scene.add("/\(number)") }
        let hasJumped = Atomic(false)
        let clock = scene.clock
        let downloader = FakeDownloader { item, journal in
            if !hasJumped.exchange(true, ordering: .relaxed) { clock.advance(by: .seconds(jump)) }
            return try FakeDownloader.complete(item, journal)
        }
        let summary = try await run(scene, downloader)
        #expect(summary.done == 5)
        #expect(abs(self.seconds(scene) - Double(jump)) < 30)
        #expect(try scene.store.summary(ids: nil).counts == [.done: 5])
    }

    @Test("Setting the clock back does not prolong a delay that has begun")
    func clockSetBackWhileWaiting() async throws {
        let scene = try DownloadScene()
        try scene.add("/a")
        let clock = scene.clock
        let downloader = FakeDownloader { item, journal in
            guard item.attempts == 1 else { return try FakeDownloader.complete(item, journal) }
            return .failed(QueueFailure(.http, "503"), retryAfter: clock.now.addingTimeInterval(30))
        }
        let first = try await run(scene, downloader, limits: QueueLimits(wait: .zero))
        #expect(first.waiting == 1)
        clock.advance(by: .seconds(-3_600))
        let second = try await run(scene, downloader)
        #expect(second.done == 1)
        #expect(seconds(scene) < -3_500)
    }

    @Test("A stopped worker releases the items that it had claimed ahead, unchanged")
    func stoppedAhead() async throws {
        let scene = try DownloadScene()
        for number in 0..<80 { try scene.add("/\(number)") }
        let begun = ProgressGate(1)
        let count = Atomic(0)
        let downloader = FakeDownloader { [clock = scene.clock] item, journal in
            // The first downloads are short, so that the worker claims ahead.
            guard count.add(1, ordering: .relaxed).newValue > 20 else {
                return try FakeDownloader.complete(item, journal)
            }
            begun.update(1)
            try await clock.sleep(for: .seconds(1_000))
            return .stopped
        }
        let worker = QueueWorker(
            store: scene.store, downloader: downloader, limits: QueueLimits(jobs: 1, perHost: 1), clock: scene.clock)
        let task = Task { try await worker.run() }
        await begun.reached()
        #expect(try scene.store.items(in: [.running]).count > 1)
        task.cancel()
        #expect(try await task.value.wasStopped)
        let ready = try scene.store.items(in: [.ready])
        #expect(ready.count == 60 && ready.allSatisfy { $0.lease == nil })
        #expect(ready.count { $0.attempts == 0 } == 59)
        #expect(Set(downloader.attempts).count == downloader.attempts.count)
    }

    @Test("An item with a start time begins at that time and not before")
    func startAt() async throws {
        let scene = try DownloadScene()
        var new = NewQueueItem(url: try #require(WebURL("http://h/a")), directory: "/d")
        new.startAt = scene.clock.now.addingTimeInterval(50)
        _ = try scene.store.add([new], at: scene.clock.now)
        let downloader = FakeDownloader { item, journal in try FakeDownloader.complete(item, journal) }
        let early = try await run(scene, downloader, limits: QueueLimits(wait: .seconds(20)))
        #expect(early.waiting == 1 && downloader.attempts.isEmpty && seconds(scene) == 0)
        #expect(try await run(scene, downloader).done == 1)
        #expect(seconds(scene) >= 50)
    }

    @Test("Cookies, user agent and passwords are sent for their own item only")
    func requestOptions() async throws {
        let scene = try DownloadScene()
        for name in ["plain", "cookies", "netrc"] {
            scene.server.route("/\(name)", .file(ScriptedFile(ScriptedFile.bytes(10))))
        }
        let jar = scene.root.appending(path: "jar").path
        let lines = ["127.0.0.1\tFALSE\t/\tFALSE\t0\tkind\toat", "example.org\tFALSE\t/\tFALSE\t0\tother\tno"]
        try lines.joined(separator: "\n").write(toFile: jar, atomically: true, encoding: .utf8)
        let netrc = scene.root.appending(path: "netrc").path
        try "machine 127.0.0.1 login l password p\n".write(toFile: netrc, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: netrc)
        func new(_ name: String) throws -> NewQueueItem {
            NewQueueItem(
                url: try #require(WebURL(scene.server.address("/\(name)"))), directory: scene.directory.path)
        }
        var cookies = try new("cookies")
        cookies.cookiesPath = jar
        cookies.userAgent = "Own/1"
        var secret = try new("netrc")
        secret.netrcPath = netrc
        _ = try scene.store.add([cookies, new("plain"), secret], at: scene.clock.now)
        let engines = DownloadEngines(usual: scene.engine) { path in
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        }
        let worker = QueueWorker(store: scene.store, engines: engines, clock: SystemQueueClock())
        #expect(try await worker.run().done == 3)
        func field(_ name: String, of path: String) -> String? {
            scene.server.requests(to: path).first?.value(of: name)
        }
        #expect(field("Cookie", of: "/cookies") == "kind=oat")
        #expect(field("User-Agent", of: "/cookies") == "Own/1")
        #expect(field("Authorization", of: "/netrc") == "Basic bDpw")
        #expect(field("Cookie", of: "/plain") == nil && field("Authorization", of: "/plain") == nil)
        #expect(field("Authorization", of: "/cookies") == nil && field("User-Agent", of: "/plain") == "Leftoff")
        await engines.shutdown()
    }

    @Test("An attempt that cannot begin is postponed any number of times, and never fails")
    func postponed() async throws {
        let scene = try DownloadScene()
        try scene.add("/a")
        let tries = Mutex(0)
        let downloader = FakeDownloader { item, journal in
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            guard number > 40 else { return .postponed(QueueFailure(.internal, "another process is writing to it")) }
            return try FakeDownloader.complete(item, journal)
        }
        let limits = QueueLimits(wait: .seconds(600))
        #expect(try await run(scene, downloader, limits: limits).done == 1)
        let done = try #require(try scene.store.items(in: [.done]).first)
        #expect(done.attempts == 1 && downloader.attempts.count == 41)
    }

    @Test("A missing cookie file is a permanent failure of the items that use it")
    func noCookies() async throws {
        let scene = try DownloadScene()
        var new = NewQueueItem(
            url: try #require(WebURL(scene.server.address("/x"))), directory: scene.directory.path)
        new.cookiesPath = "/nowhere/jar"
        _ = try scene.store.add([new], at: scene.clock.now)
        let engines = DownloadEngines(usual: scene.engine) { path in
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        }
        let worker = QueueWorker(store: scene.store, engines: engines, clock: SystemQueueClock())
        #expect(try await worker.run().failed == 1)
        #expect(try scene.store.items(in: [.failed]).map(\.error?.class) == [.permission])
        #expect(scene.server.requests.isEmpty)
    }
}

@Suite("Names of failures")
struct QueueFailureNameTests {
    @Test("Its published name is one of the thirteen")
    func names() {
        let published: Set = [
            "dns", "connect", "tls", "http", "disk", "permission", "checksum", "redirect", "page", "protocol", "size",
            "refused", "internal",
        ]
        #expect(Set(QueueFailure.Class.allCases.map(\.name)) == published)
        #expect(QueueFailure.Class.short.name == "size" && QueueFailure.Class.timeout.name == "connect")
    }
}
