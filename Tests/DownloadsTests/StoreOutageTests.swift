import DownloadQueue
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Downloads

@Suite("A store that is unavailable for some time")
struct StoreOutageTests {
    private let content = ScriptedFile.bytes(300_000)

    private var limits: QueueLimits {
        var limits = QueueLimits()
        limits.leaseFence = QueueLease.fence
        return limits
    }

    /// Returns a store that is unavailable from a moment on for a duration, by the clock of a scene.
    private func store(_ scene: DownloadScene, from start: Moment, for duration: Duration) -> InterruptedStore {
        InterruptedStore(scene.store) { [clock = scene.clock] _ in
            guard let begin = start.uptime else { return false }
            return clock.uptime - begin < duration
        }
    }

    /// The moment at which an outage begins.
    private final class Moment: Sendable {
        private let state: Mutex<Duration?>

        init(_ uptime: Duration? = nil) {
            state = Mutex(uptime)
        }

        var uptime: Duration? { state.withLock { $0 } }

        func set(_ uptime: Duration) { state.withLock { $0 = $0 ?? uptime } }
    }

    /// Runs a worker while the clock moves from one sleep to the next.
    private func run(_ worker: QueueWorker, _ clock: ManualClock) async throws -> QueueRunSummary {
        let observer = RecordingObserver()
        return try await observer.moving(clock) { try await worker.run(observer: observer) }
    }

    @Test("Claims are repeated with growing delays until the store is available again")
    func claims() async throws {
        let scene = try DownloadScene()
        for number in 0..<3 { try scene.add("/\(number)") }
        let store = store(scene, from: Moment(scene.clock.uptime), for: .seconds(60))
        let downloader = FakeDownloader { item, journal in try FakeDownloader.complete(item, journal) }
        let worker = QueueWorker(
            store: store, downloader: downloader, limits: limits, clock: scene.clock, random: { 1 })
        #expect(try await run(worker, scene.clock).done == 3)
        #expect((60..<67).contains(scene.clock.uptime / .seconds(1)))
        // One call after about 0.1, 0.2, 0.4 … 5 seconds, but at most one in each second.
        let calls = store.failures(of: .claim) + store.failures(of: .other)
        #expect((8...24).contains(calls), "\(calls)")
    }

    /// Returns a worker whose downloads are complete at once, at the beginning of an outage.
    private func worker(
        _ scene: DownloadScene, _ store: InterruptedStore, beginning outage: Moment
    ) -> (QueueWorker, FakeDownloader) {
        let downloader = FakeDownloader { [clock = scene.clock] item, journal in
            outage.set(clock.uptime)
            return try FakeDownloader.complete(item, journal)
        }
        return (
            QueueWorker(store: store, downloader: downloader, limits: limits, clock: scene.clock, random: { 1 }),
            downloader
        )
    }

    @Test("A result is recorded when the store is available again")
    func result() async throws {
        let scene = try DownloadScene()
        let id = try scene.add("/a").id
        let outage = Moment()
        let store = store(scene, from: outage, for: .seconds(30))
        let (worker, _) = worker(scene, store, beginning: outage)
        #expect(try await run(worker, scene.clock).done == 1)
        #expect(store.failures(of: .record) > 10)
        #expect(try scene.store.item(id: id).attempts == 1)
    }

    @Test("A result is dropped if the store is away for longer than the worker trusts its lease")
    func fenced() async throws {
        let scene = try DownloadScene()
        let id = try scene.add("/a").id
        let outage = Moment()
        let store = store(scene, from: outage, for: .seconds(58))
        let (worker, downloader) = worker(scene, store, beginning: outage)
        #expect(try await run(worker, scene.clock).done == 1)
        let item = try scene.store.item(id: id)
        #expect(item.epoch == 2 && item.attempts == 2)
        #expect(downloader.attempts.count == 2)
    }

    @Test("A run ends with the error if the store stays away for five minutes")
    func staysAway() async throws {
        let scene = try DownloadScene()
        try scene.add("/a")
        let store = store(scene, from: Moment(scene.clock.uptime), for: .seconds(100_000))
        let worker = QueueWorker(
            store: store, downloader: FakeDownloader { _, _ in .stopped }, limits: limits, clock: scene.clock,
            random: { 1 })
        await #expect(throws: QueueError.storeUnavailable(reason: "the server restarts")) {
            try await run(worker, scene.clock)
        }
        #expect((300..<310).contains(scene.clock.uptime / .seconds(1)))
    }

    @Test("Other errors of the store end the run at once")
    func otherErrors() async throws {
        let scene = try DownloadScene()
        try scene.add("/a")
        let downloader = FakeDownloader { item, journal in try FakeDownloader.complete(item, journal) }
        let store = InterruptedStore(scene.store) { call in
            if call == .claim { throw QueueError.damaged(id: "x", field: "url") }
            return false
        }
        let worker = QueueWorker(store: store, downloader: downloader, limits: limits, clock: scene.clock)
        await #expect(throws: QueueError.damaged(id: "x", field: "url")) { try await run(worker, scene.clock) }
    }

    @Test("A transfer continues during an outage, including its checkpoints", arguments: [1, 4])
    func transfer(segments: Int) async throws {
        let work = try WorkScene(.same) { options in
            options.checkpointBytes = 20_000
            options.segments = segments
            options.segmentMinimum = 100_000
            options.pieceLimit = 50_000
        }
        let scene = work.scene
        let gate = ScriptedGate()
        var file = ScriptedFile(content)
        file.gate = (after: 30_000, gate)
        scene.server.route("/a", .file(file))
        let id = try scene.add("/a").id
        let outage = Moment()
        let store = store(scene, from: outage, for: .seconds(30))
        let item = try #require(try scene.claim())
        let journal = DownloadJournal(
            item: item, lease: try #require(item.lease), store: store, clock: scene.clock,
            fence: LeaseFence(length: QueueLease.fence, requestedAt: scene.clock.uptime, clock: scene.clock),
            retries: StoreRetries(clock: scene.clock) { 1 })
        let begun = ProgressGate(30_000)
        async let result = work.download(item, journal: journal) { begun.update($0) }
        await begun.reached()
        outage.set(scene.clock.uptime)
        gate.open()
        #expect(try await result.item?.state == .done)
        #expect(store.failures(of: .record) > 0)
        #expect(scene.bytes("a") == content && scene.names == ["a"] && work.names() == [])
        #expect(try scene.store.item(id: id).sha256 == sha256(content))
    }

    @Test("A worker that is stopped during an outage ends without waiting for the store")
    func stopped() async throws {
        let scene = try DownloadScene()
        let id = try scene.add("/a").id
        let begun = ProgressGate(1)
        let outage = Moment()
        let store = store(scene, from: outage, for: .seconds(100_000))
        let downloader = FakeDownloader { [clock = scene.clock] _, _ in
            outage.set(clock.uptime)
            begun.update(1)
            try await clock.sleep(for: .seconds(1_000))
            return .stopped
        }
        let worker = QueueWorker(store: store, downloader: downloader, limits: limits, clock: scene.clock)
        let task = Task { try await worker.run() }
        await begun.reached()
        task.cancel()
        #expect(try await task.value.wasStopped)
        #expect(scene.clock.uptime == .zero)
        #expect(try scene.store.item(id: id).state == .running)
    }
}
