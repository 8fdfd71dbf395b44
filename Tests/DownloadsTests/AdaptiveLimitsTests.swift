import DownloadQueue
import Fetching
import Synchronization
import TestSupport
import Testing

@testable import Downloads

@Suite("Adaptive limits")
struct AdaptiveLimitsTests {
    @Test("A worker begins with eight downloads, six of them from one host")
    func beginning() {
        let limits = AdaptiveLimits(QueueLimits())
        #expect(limits.jobs == 8)
        #expect(limits.limit(of: "h") == 6)
        #expect(limits.perHost == 6)
        #expect(limits.exceptions.isEmpty)
    }

    @Test("Short downloads raise the limits of their host and in total, up to 32")
    func growth() {
        var limits = AdaptiveLimits(QueueLimits())
        limits.recordShortDownload(from: "h")
        #expect(limits.jobs == 12)
        #expect(limits.exceptions == ["h": 10])
        #expect(limits.limit(of: "other") == 6)
        for _ in 0..<40 { limits.recordShortDownload(from: "h") }
        #expect(limits.jobs == 32)
        #expect(limits.limit(of: "h") == 32)
    }

    @Test("A long download ends the growth")
    func long() {
        var limits = AdaptiveLimits(QueueLimits())
        for _ in 0..<9 { limits.recordShortDownload(from: "h") }
        limits.recordLongDownload(from: "h")
        #expect(limits.jobs == 8)
        #expect(limits.limit(of: "h") == 6)
    }

    @Test("Failures of a host halve its limit, which then grows only to its initial value")
    func failures() {
        var limits = AdaptiveLimits(QueueLimits())
        for _ in 0..<40 { limits.recordShortDownload(from: "h") }
        var found: [Int] = []
        for _ in 0..<4 {
            limits.fail("h")
            found.append(limits.limit(of: "h"))
        }
        #expect(found == [6, 3, 1, 1])
        for _ in 0..<40 { limits.recordShortDownload(from: "h") }
        #expect(limits.limit(of: "h") == 6)
        #expect(limits.jobs == 32)
    }

    @Test(
        "Each long download raises a lowered limit by one, up to its initial value",
        arguments: [(nil, 6), (16, 16)] as [(Int?, Int)])
    func recovery(perHost: Int?, initial: Int) {
        var limits = AdaptiveLimits(QueueLimits(perHost: perHost))
        for _ in 0..<5 { limits.fail("h") }
        var found: [Int] = []
        for _ in 0..<initial {
            found.append(limits.limit(of: "h"))
            limits.recordLongDownload(from: "h")
        }
        #expect(found == Array(1...initial))
        limits.recordLongDownload(from: "h")
        #expect(limits.limit(of: "h") == initial)
    }

    @Test("Failures of attempts that had begun before the limit was halved do not halve it again")
    func burst() {
        var limits = AdaptiveLimits(QueueLimits())
        let running = (0..<6).map { _ in limits.beginAttempt() }
        for attempt in running { limits.recordFailure(of: "h", attempt: attempt) }
        #expect(limits.limit(of: "h") == 3)
        limits.recordFailure(of: "other", attempt: running[0])
        #expect(limits.limit(of: "other") == 3)
        limits.fail("h")
        #expect(limits.limit(of: "h") == 1)
    }

    @Test("Such failures do not halve the limit of a host that has recovered either", arguments: [nil, 4])
    func burstAfterRecovery(perHost: Int?) {
        var limits = AdaptiveLimits(QueueLimits(perHost: perHost))
        let initial = limits.limit(of: "h")
        let running = (0..<2).map { _ in limits.beginAttempt() }
        limits.recordFailure(of: "h", attempt: running[0])
        limits.recordShortDownload(from: "h")
        #expect(limits.limit(of: "h") == initial)
        limits.recordFailure(of: "h", attempt: running[1])
        #expect(limits.limit(of: "h") == initial)
    }

    @Test("A host whose limits are those of a new host is not stored", arguments: [nil, 6])
    func unchanged(perHost: Int?) {
        var limits = AdaptiveLimits(QueueLimits(perHost: perHost))
        limits.recordLongDownload(from: "h")
        #expect(limits.exceptions.isEmpty)
        limits.recordShortDownload(from: "h")
        limits.recordLongDownload(from: "h")
        #expect(limits.exceptions.isEmpty)
    }

    @Test("Of thousands of hosts that have failed, only the last ones are stored", arguments: [nil, 6])
    func manyFailures(perHost: Int?) {
        var limits = AdaptiveLimits(QueueLimits(perHost: perHost))
        var reductions = 0
        var count = 0
        for number in 0..<3_000 {
            limits.fail("h\(number)")
            let stored = limits.exceptions.count
            #expect(stored <= 512)
            if stored <= count { reductions += 1 }
            count = stored
        }
        // Hosts are forgotten together, so that a new host costs little.
        #expect(reductions <= 12)
        #expect(limits.limit(of: "h0") == 6)
        #expect((2_800..<3_000).allSatisfy { limits.limit(of: "h\($0)") == 3 })
    }

    @Test("With many hosts, raised limits are forgotten, but lowered ones are not", arguments: [nil, 6])
    func manyHosts(perHost: Int?) {
        var limits = AdaptiveLimits(QueueLimits(perHost: perHost))
        limits.fail("failed")
        for number in 0..<2_000 {
            limits.recordShortDownload(from: "h\(number)")
            #expect(limits.exceptions.count <= 512)
        }
        #expect(limits.limit(of: "failed") == 3)
        #expect(limits.limit(of: "h0") == 6)
    }

    @Test("Limits that the user has chosen do not grow, but failures halve them")
    func fixed() {
        var limits = AdaptiveLimits(QueueLimits(jobs: 12, perHost: 9))
        for _ in 0..<9 { limits.recordShortDownload(from: "h") }
        #expect(limits.jobs == 12)
        #expect(limits.limit(of: "h") == 9)
        limits.fail("h")
        #expect(limits.limit(of: "h") == 4)
    }

    @Test("A host never gets more downloads than the total", arguments: [(1, 1), (4, 4), (7, 6)])
    func total(jobs: Int, first: Int) {
        var limits = AdaptiveLimits(QueueLimits(jobs: jobs))
        #expect(limits.limit(of: "h") == first)
        for _ in 0..<9 { limits.recordShortDownload(from: "h") }
        #expect(limits.limit(of: "h") == jobs)
    }

    @Test(
        "A worker runs six downloads from a new host at once, and at least 18 once they were short",
        .timeLimit(.minutes(5)))
    func worker() async throws {
        let scene = try DownloadScene()
        for number in 0..<60 { try scene.add("/\(number)") }
        let (first, second) = (ProgressGate(6), ProgressGate(24))
        let count = Atomic<Int64>(0)
        let begun = Mutex<[Int64]>([])
        let downloader = FakeDownloader { item, journal in
            let number = count.add(1, ordering: .relaxed).newValue
            first.update(number)
            second.update(number)
            // The first six end only after all of them have begun, and the next ones when 18 run at once.
            await (number <= 6 ? first : second).reached()
            if number <= 6 { begun.withLock { $0.append(count.load(ordering: .relaxed)) } }
            return try FakeDownloader.complete(item, journal)
        }
        let worker = QueueWorker(
            store: scene.store, downloader: downloader, limits: QueueLimits(), clock: scene.clock)
        #expect(try await worker.run().done == 60)
        #expect(begun.withLock { $0.first } == 6)
        #expect(downloader.maximumActive >= 18 && downloader.maximumActive <= 32, "\(downloader.maximumActive)")
    }

    @Test(
        "A host that refuses connections or responds with 429 or 503 gets fewer downloads at once",
        arguments: [
            QueueFailure(.connect, "refused"), QueueFailure(.http, "429"), QueueFailure(.http, "503"),
        ])
    func refusal(failure: QueueFailure) async throws {
        let scene = try DownloadScene()
        for number in 0..<40 { try scene.add("/\(number)") }
        let failures = Atomic(0)
        let active = Mutex((now: 0, most: 0))
        let downloader = FakeDownloader { item, journal in
            // All of the first downloads fail, so that none of them raises the limit.
            if failures.add(1, ordering: .relaxed).newValue <= 6 { return .failed(failure, retryAfter: nil) }
            active.withLock { active in
                active.now += 1
                active.most = max(active.most, active.now)
            }
            for _ in 0..<200 { await Task.yield() }
            active.withLock { $0.now -= 1 }
            return try FakeDownloader.complete(item, journal)
        }
        let observer = RecordingObserver()
        let worker = QueueWorker(
            store: scene.store, downloader: downloader, limits: QueueLimits(), clock: scene.clock, random: { 1 })
        let summary = try await observer.moving(scene.clock) { try await worker.run(observer: observer) }
        #expect(summary.done == 40)
        #expect(active.withLock(\.most) <= 6)
    }

    @Test(
        "If all running downloads of a host fail at once, its limit is halved only once", .timeLimit(.minutes(5)))
    func networkLoss() async throws {
        let scene = try DownloadScene()
        for number in 0..<20 { try scene.add("/\(number)") }
        let (first, second) = (ProgressGate(6), ProgressGate(10))
        let count = Atomic<Int64>(0)
        let downloader = FakeDownloader { item, journal in
            let number = count.add(1, ordering: .relaxed).newValue
            first.update(number)
            second.update(number)
            if number <= 6 {
                // They fail only after all of them have begun.
                await first.reached()
                return .failed(QueueFailure(.connect, "lost"), retryAfter: nil)
            }
            // A long download raises the limit from three to four, so that three others run at once.
            if number == 7 { scene.clock.advance(by: .seconds(1)) } else { await second.reached() }
            return try FakeDownloader.complete(item, journal)
        }
        let observer = RecordingObserver()
        let worker = QueueWorker(
            store: scene.store, downloader: downloader, limits: QueueLimits(), clock: scene.clock, random: { 1 })
        let summary = try await observer.moving(scene.clock) { try await worker.run(observer: observer) }
        #expect(summary.done == 20)
    }

    @Test(
        "The engine starts all downloads within the limits without delay",
        arguments: [(nil, nil, 128, 38), (nil, 1, 128, 7), (4, 4, 64, 10), (100, 50, 400, 56)]
            as [(Int?, Int?, Int, Int)])
    func engine(jobs: Int?, perHost: Int?, concurrent: Int, ofHost: Int) {
        let configuration = QueueLimits(jobs: jobs, perHost: perHost).engineConfiguration(segments: 4)
        #expect(configuration.maximumConcurrent == concurrent)
        #expect(configuration.maximumPerHost == ofHost)
    }

    @Test("Several large files from one host share six additional connections")
    func segments() {
        let budget = SegmentBudget(segments: 4)
        let granted = (0..<4).map { _ in budget.reserve(3, for: "h") }
        #expect(granted == [3, 3, 0, 0])
        #expect(budget.reserve(3, for: "other") == 3)
        budget.release(3, for: "h")
        #expect(budget.reserve(4, for: "h") == 3)
        #expect(SegmentBudget(segments: 1).reserve(0, for: "h") == 0)
        #expect(SegmentBudget(segments: 8).reserve(7, for: "h") == 7)
    }
}

extension AdaptiveLimits {
    /// Begins an attempt and records its failure.
    fileprivate mutating func fail(_ host: String) {
        recordFailure(of: host, attempt: beginAttempt())
    }
}
