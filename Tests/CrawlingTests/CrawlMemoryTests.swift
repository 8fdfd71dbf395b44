import Fetching
import LinkHarvest
import Synchronization
import Testing
import WHATWGURL

@testable import Crawling

@Suite("Memory of a crawl", .timeLimit(.minutes(20)))
final class CrawlMemoryTests {
    /// The page requests of a run.
    private struct Record {
        var flows: [Int: [CrawlPageHandle]] = [:]
        var resumed: [Int] = []
        var cancelled: [Int] = []
    }

    /// Records a run's requests and does not perform them.
    private final class Fetches: Sendable {
        let record = Mutex(Record())

        func start(_ flow: CrawlPageHandle) {
            let number = flow.entry.number
            record.withLock { $0.flows[number, default: []].append(flow) }
            flow.attach(Fetch(number: number, fetches: self))
        }

        func flow(_ number: Int) throws -> CrawlPageHandle {
            try #require(record.withLock { $0.flows[number]?.last })
        }

        var started: [Int] { record.withLock { $0.flows.keys.sorted() } }
    }

    private final class Fetch: FlowControl {
        let number: Int
        let fetches: Fetches

        init(number: Int, fetches: Fetches) {
            self.number = number
            self.fetches = fetches
        }

        func resume() { fetches.record.withLock { $0.resumed.append(number) } }
        func cancel() { fetches.record.withLock { $0.cancelled.append(number) } }
    }

    private let fetches = Fetches()
    private let url = WebURL("http://a.example/")

    private func run(pages: Int, depth: Int = 0, _ change: (inout CrawlRun.Limits) -> Void = { _ in }) -> CrawlRun {
        run(seeds: (0..<pages).map { WebURL("http://a.example/\($0)") }, depth: depth, change)
    }

    private func run(
        seeds: [WebURL?], depth: Int = 0, _ change: (inout CrawlRun.Limits) -> Void = { _ in }
    ) -> CrawlRun {
        var options = Frontier.Options()
        options.maximumDepth = depth
        options.window = 8
        var limits = CrawlRun.Limits()
        (limits.waitingBytes, limits.readyBytes, limits.freeBytes) = (10_000, 2_000, 1_000)
        change(&limits)
        return CrawlRun(Frontier(seeds: seeds, options: options), limits: limits) { [fetches] in fetches.start($0) }
    }

    private func batch(_ paths: [String]) -> LinkBatch {
        linkBatches(paths.map { ($0, .anchor) }, base: url)[0]
    }

    /// The event as one word.
    private func word(_ event: CrawlRun.Event?) -> String {
        switch event {
        case .links(let batch, let entry, _): "\(entry.number):" + batch.links.map(\.raw).joined()
        case .page(let page, _): "\(page.entry.number)." + page.links.flatMap(\.links).map(\.raw).joined()
        case .woken: "woken"
        case nil: "end"
        }
    }

    private func starts(_ run: CrawlRun) async {
        run.wake()
        // Pages are started when an event is requested.
        #expect(word(await run.nextEvent()) == "woken")
        async let first = run.nextEvent()
        while fetches.started.isEmpty { await Task.yield() }
        run.wake()
        #expect(word(await first) == "woken")
    }

    @Test("The links of the current page are delivered at once, those of other pages in order")
    func order() async throws {
        let run = run(pages: 3)
        await starts(run)
        try fetches.flow(1).add(batch(["x"]), at: url)
        try fetches.flow(2).finish(at: url, links: [batch(["z"])])
        #expect(!run.hasNextEvent)
        try fetches.flow(0).add(batch(["a"]), at: url)
        #expect(word(await run.nextEvent()) == "0:a")
        try fetches.flow(0).add(batch(["b"]), at: url)
        #expect(word(await run.nextEvent()) == "0:b")
        try fetches.flow(0).finish(at: url, links: [batch(["c"])])
        #expect(word(await run.nextEvent()) == "0.c")
        #expect(word(await run.nextEvent()) == "1:x")
        try fetches.flow(1).finish(at: url)
        #expect(word(await run.nextEvent()) == "1.")
        #expect(word(await run.nextEvent()) == "2.z")
        #expect(word(await run.nextEvent()) == "end")
    }

    @Test("A long page is paused while much is in memory, and is resumed when it is the current one")
    func holding() async throws {
        let run = run(pages: 4)
        await starts(run)
        let (first, second, third) = (try fetches.flow(0), try fetches.flow(1), try fetches.flow(2))
        second.reportRead(byteCount: 9_000, at: url)
        #expect(second.isReady)
        third.reportRead(byteCount: 900, at: url)
        second.reportRead(byteCount: 1_000, at: url)
        #expect(!second.isReady)
        // A short page continues, and so does the one whose turn it is.
        #expect(third.isReady && first.isReady)
        first.reportRead(byteCount: 1_000_000, at: url)
        #expect(first.isReady)
        #expect(fetches.record.withLock { $0.resumed }.isEmpty)
        first.finish(at: url)
        #expect(word(await run.nextEvent()) == "0.")
        #expect(fetches.record.withLock { $0.resumed } == [1])
        #expect(second.isReady)
        #expect(fetches.record.withLock { $0.cancelled }.isEmpty)
    }

    @Test("The current page is paused until its links are received")
    func slowReceiver() async throws {
        let run = run(pages: 1)
        await starts(run)
        let flow = try fetches.flow(0)
        let large = batch((0..<100).map { "\($0)" })
        flow.add(large, at: url)
        #expect(!flow.isReady)
        _ = await run.nextEvent()
        #expect(flow.isReady)
        #expect(fetches.record.withLock { $0.resumed } == [0])
    }

    @Test("Pages that cannot be paused are cancelled, and fetched again when they are current")
    func settingAside() async throws {
        let run = run(pages: 3) { $0.heldPagesPerHost = { _ in 1 } }
        await starts(run)
        let (first, second, third) = (try fetches.flow(0), try fetches.flow(1), try fetches.flow(2))
        for flow in [second, third] {
            flow.add(batch(["x"]), at: url)
            flow.reportRead(byteCount: 11_000, at: url)
            #expect(!flow.isReady)
        }
        #expect(fetches.record.withLock { $0.cancelled } == [2])
        third.finish(failure: CancellationError())
        first.finish(at: url)
        second.finish(at: url)
        #expect(word(await run.nextEvent()) == "0.")
        #expect(word(await run.nextEvent()) == "1.x")
        #expect(fetches.record.withLock { $0.flows[2]?.count } == 2)
        // Later events of the first fetch are ignored.
        third.add(batch(["old"]), at: url)
        try fetches.flow(2).finish(at: url, links: [batch(["new"])])
        #expect(word(await run.nextEvent()) == "2.new")
        #expect(word(await run.nextEvent()) == "end")
    }

    @Test("A page whose connection was closed during a pause is fetched again, once")
    func connectionClosedDuringPause() async throws {
        let run = run(pages: 2)
        await starts(run)
        let second = try fetches.flow(1)
        second.reportRead(byteCount: 11_000, at: url)
        #expect(!second.isReady)
        second.finish(at: url, failure: CancellationError())
        try fetches.flow(0).finish(at: url)
        #expect(word(await run.nextEvent()) == "0.")
        let again = try fetches.flow(1)
        again.finish(at: url, failure: CancellationError())
        let event = await run.nextEvent()
        guard case .page(let page, _) = event else {
            Issue.record("no page but \(word(event))")
            return
        }
        #expect(page.failure is CancellationError)
    }

    @Test("A local page is paused whatever its length, and is not read again if it fails afterwards")
    func localPage() async throws {
        let run = run(seeds: [url, nil])
        await starts(run)
        let (first, second) = (try fetches.flow(0), try fetches.flow(1))
        second.add(batch(["x"]), at: nil)
        #expect(second.isReady)
        first.reportRead(byteCount: 10_000, at: url)
        #expect(!second.isReady)
        second.finish(failure: CancellationError())
        first.finish(at: url)
        #expect(word(await run.nextEvent()) == "0.")
        try #require(fetches.record.withLock { $0.flows[1]?.count } == 1)
        #expect(word(await run.nextEvent()) == "1.x")
    }

    @Test("Paused local pages do not count towards the limit of paused pages")
    func pausedLocalPages() async throws {
        let run = run(seeds: [url, nil, WebURL("http://b.example/")]) { $0.heldPages = 1 }
        await starts(run)
        let (first, second, third) = (try fetches.flow(0), try fetches.flow(1), try fetches.flow(2))
        first.reportRead(byteCount: 10_000, at: url)
        #expect(!second.isReady)
        third.reportRead(byteCount: 1_000, at: WebURL("http://b.example/"))
        #expect(!third.isReady)
        #expect(fetches.record.withLock { $0.cancelled }.isEmpty)
    }

    @Test("No further pages are started while much is in memory")
    func starting() async throws {
        let run = run(pages: 20)
        await starts(run)
        #expect(fetches.started == Array(0..<8))
        try fetches.flow(3).reportRead(byteCount: 11_000, at: url)
        try fetches.flow(0).finish(at: url)
        #expect(word(await run.nextEvent()) == "0.")
        #expect(fetches.started == Array(0..<8))
        try fetches.flow(3).finish(at: url)
        try fetches.flow(1).finish(at: url)
        #expect(word(await run.nextEvent()) == "1.")
        #expect(fetches.started == Array(0..<10))
    }

    @Test("A page can discard its links as long as none has been delivered")
    func restarting() async throws {
        let run = run(pages: 2)
        await starts(run)
        let (first, second) = (try fetches.flow(0), try fetches.flow(1))
        second.add(batch(["x"]), at: url)
        #expect(second.restart())
        first.add(batch(["a"]), at: url)
        #expect(word(await run.nextEvent()) == "0:a")
        #expect(!first.restart())
        first.finish(at: url)
        second.finish(at: url, links: [batch(["y"])])
        #expect(word(await run.nextEvent()) == "0.")
        #expect(word(await run.nextEvent()) == "1.y")
    }

    @Test("The links of a page that fails later are followed, and a skipped page delivers none")
    func crawlOfParts() async throws {
        let run = run(pages: 1, depth: 2)
        await starts(run)
        try fetches.flow(0).add(batch(["p", "q"]), at: url)
        #expect(word(await run.nextEvent()) == "0:pq")
        try fetches.flow(0).finish(at: url, failure: CancellationError())
        let event = await run.nextEvent()
        guard case .page(_, let step) = event else {
            Issue.record("no page but \(word(event))")
            return
        }
        #expect(step.found.map(\.path) == ["/p", "/q"] && step.finalURL == url)
        // The next page contains a link to the first.
        run.wake()
        #expect(word(await run.nextEvent()) == "woken")
        async let next = run.nextEvent()
        while fetches.started.count < 3 { await Task.yield() }
        try fetches.flow(1).add(batch(["r"]), at: url)
        while run.hasNextEvent { await Task.yield() }
        try fetches.flow(1).finish(at: url)
        let second = await next
        #expect(word(second) == "1.")
        if case .page(let page, _) = second { #expect(page.isSkipped) }
    }
}
