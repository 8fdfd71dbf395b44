import DownloadQueue
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Downloads

@Suite("Fence of a lease")
struct LeaseFenceTests {
    private let content = ScriptedFile.bytes(300_000)

    private func fence(_ clock: ManualClock) -> LeaseFence {
        LeaseFence(length: QueueLease.fence, requestedAt: clock.uptime, clock: clock)
    }

    @Test("The fence is at three quarters of the lease")
    func length() {
        #expect(QueueLease.fence == QueueLease.length * 3 / 4)
        #expect(QueueLease.fence > QueueLease.renewal * 2)
    }

    @Test("The time counts from the request, and a renewal after the end does not bring the lease back")
    func counts() {
        let clock = ManualClock()
        let fence = fence(clock)
        clock.advance(by: .seconds(30))
        let requestedAt = clock.uptime
        // The reply arrives ten seconds later.
        clock.advance(by: .seconds(10))
        fence.extend(requestedAt: requestedAt)
        clock.advance(by: .seconds(34.999))
        #expect(!fence.isExpired)
        clock.advance(by: .milliseconds(1))
        #expect(fence.isExpired)
        fence.extend(requestedAt: clock.uptime)
        #expect(fence.isExpired)
    }

    @Test("A late reply does not bring the lease back, even if nobody has looked at the fence meanwhile")
    func lateReply() {
        let clock = ManualClock()
        let fence = fence(clock)
        clock.advance(by: .seconds(40))
        let requestedAt = clock.uptime
        clock.advance(by: .seconds(5))
        fence.extend(requestedAt: requestedAt)
        #expect(fence.isExpired)
    }

    @Test("Setting the calendar back does not prolong the time, and without a length it never ends")
    func calendar() {
        let clock = ManualClock()
        let limited = fence(clock)
        let unlimited = LeaseFence(length: nil, requestedAt: clock.uptime, clock: clock)
        clock.advance(by: .seconds(45))
        clock.advance(by: .seconds(-3_600))
        #expect(limited.isExpired && !unlimited.isExpired)
    }

    /// Makes an attempt whose lease is fenced.
    private func download(
        _ work: WorkScene, _ item: QueueItem, store: any QueueStore, progress: @escaping @Sendable (Int64) -> Void
    ) async throws -> DownloadResult {
        let scene = work.scene
        let journal = DownloadJournal(
            item: item, lease: try #require(item.lease), store: store, clock: scene.clock, fence: fence(scene.clock))
        return try await work.download(item, journal: journal, progress: progress)
    }

    @Test("A worker that was suspended during a transfer writes and records nothing more")
    func suspendedInTransfer() async throws {
        let work = try WorkScene(.same)
        let scene = work.scene
        let gate = ScriptedGate()
        var file = ScriptedFile(content)
        file.gate = (after: 150_000, gate)
        scene.server.route("/a", .file(file))
        let id = try scene.add("/a").id
        let item = try #require(try scene.claim())
        let half = ProgressGate(150_000)
        async let result = download(work, item, store: scene.store) { half.update($0) }
        await half.reached()
        scene.clock.advance(by: QueueLease.fence)
        let before = try scene.store.item(id: id)
        let part = try #require(work.names().first)
        let size = try FileManager.default.attributesOfItem(atPath: work.path() + "/" + part)[.size] as? Int
        gate.open()
        guard case .leaseLost = try await result else {
            Issue.record("the attempt did not lose its lease")
            return
        }
        #expect(try scene.store.item(id: id) == before)
        #expect(try FileManager.default.attributesOfItem(atPath: work.path() + "/" + part)[.size] as? Int == size)
        #expect(scene.names == [])
    }

    @Test(
        "A worker that was suspended before the rename publishes nothing, and the next attempt finishes the file",
        arguments: WorkScene.FileSystem.available, [300_000, 3])
    func suspendedBeforeRename(fileSystem: WorkScene.FileSystem, size: Int) async throws {
        let work = try WorkScene(fileSystem)
        let scene = work.scene
        let body = Array(content.prefix(size))
        scene.server.route("/a", .file(ScriptedFile(body)))
        let id = try scene.add("/a").id
        let item = try #require(try scene.claim())
        let store = AnnouncementStore(scene.store) { scene.clock.advance(by: QueueLease.fence) }
        guard case .leaseLost = try await download(work, item, store: store, progress: { _ in }) else {
            Issue.record("the attempt did not lose its lease")
            return
        }
        #expect(scene.names == [])
        #expect(try scene.store.item(id: id).state == .verifying)
        scene.clock.advance(by: QueueLease.length)
        #expect(try await work.attempt().item?.state == .done)
        #expect(scene.bytes("a") == body && scene.names == ["a"] && work.names() == [])
        #expect(scene.server.requests.count == (size == 3 ? 2 : 1))
    }

    // MARK: The worker

    private func limits(_ fence: Duration? = QueueLease.fence) -> QueueLimits {
        var limits = QueueLimits(wait: .seconds(200))
        limits.leaseFence = fence
        return limits
    }

    /// Creates a run that holds one item, whose attempt reports its cancellation to a gate.
    private func run(
        _ scene: DownloadScene, _ store: any QueueStore, onCancel: @escaping @Sendable () -> Void
    ) throws -> WorkerRun {
        try scene.add("/a")
        let worker = QueueWorker(
            store: store, downloader: FakeDownloader { _, _ in .stopped }, limits: limits(), clock: scene.clock)
        let attempts = FencedAttempts()
        var run = WorkerRun(
            WorkerRun.Configuration(worker: worker, ids: nil, isEndless: true, observer: nil),
            mailbox: WorkerMailbox(), attempts: attempts)
        let item = try #require(try scene.claim(owner: worker.identity.name))
        let attempt = AttemptHandle()
        attempt.onCancel(onCancel)
        let fence = fence(scene.clock)
        run.running[item.id] = WorkerRun.Running(
            lease: try #require(item.lease), fence: fence, host: "host", began: scene.clock.now, number: 1,
            attempt: attempt)
        attempts.insert(item.id, fence: fence, attempt: attempt)
        return run
    }

    @Test("A renewal that fails is repeated, so that an outage of half a minute interrupts nothing")
    func repeatsRenewal() async throws {
        let scene = try DownloadScene()
        let clock = scene.clock
        let store = InterruptedStore(scene.store) { call in
            call == .renew && clock.uptime < .seconds(38)
        }
        let cancellations = Mutex(0)
        var run = try run(scene, store) { cancellations.withLock { $0 += 1 } }
        for _ in 0..<80 {
            clock.advance(by: .seconds(1))
            do { try await run.watchLeases() } catch QueueError.storeUnavailable {}
        }
        #expect(cancellations.withLock { $0 } == 0)
        // In each second from the fifteenth on; afterwards every fifteen seconds again.
        #expect(store.failures(of: .renew) == 38 - 15)
        let until = try scene.store.items(in: [.running]).first?.lease?.until
        #expect(until == Date(timeIntervalSince1970: 1_700_000_000 + 38 + 30 + 60))
    }

    @Test("A worker that cannot renew a lease cancels its attempt after three quarters of it, and records nothing")
    func cancelsFenced() async throws {
        let scene = try DownloadScene()
        let clock = scene.clock
        let store = InterruptedStore(scene.store) { $0 == .renew }
        let cancellations = Mutex<[Duration]>([])
        var run = try run(scene, store) { cancellations.withLock { $0.append(clock.uptime) } }
        let before = try scene.store.items(in: nil)
        for _ in 0..<50 {
            clock.advance(by: .seconds(1))
            do { try await run.watchLeases() } catch QueueError.storeUnavailable {}
        }
        #expect(cancellations.withLock { $0.first } == QueueLease.fence)
        // A lease that is no longer trusted is not renewed either.
        #expect(store.failures(of: .renew) == 45 - 15)
        #expect(try scene.store.items(in: nil) == before)
    }

    @Test(
        "A worker that renews its leases keeps its items for longer than a lease", .timeLimit(.minutes(5)),
        arguments: [true, false])
    func renews(isFenced: Bool) async throws {
        let scene = try DownloadScene()
        try scene.add("/a")
        let clock = scene.clock
        let downloader = FakeDownloader { item, journal in
            try await clock.sleep(for: .seconds(200))
            return try FakeDownloader.complete(item, journal)
        }
        let worker = QueueWorker(
            store: scene.store, downloader: downloader, limits: limits(isFenced ? QueueLease.fence : nil),
            clock: clock)
        let observer = RecordingObserver()
        let task = Task { try await worker.run(observer: observer) }
        // The sleepers are the attempt and the ticker.
        while clock.uptime < .seconds(199) {
            await clock.waitForSleepers(2)
            clock.advanceToNextSleeper()
            await observer.nextSummary()
        }
        clock.advance(by: .seconds(2))
        #expect(try await task.value.done == 1)
        #expect(downloader.attempts.count == 1)
    }
}
