import Synchronization
import TestSupport
import Testing
import WHATWGURL

@testable import Crawling
@testable import Fetching

@Suite("Rules of a site", .timeLimit(.minutes(5)))
struct RobotsGateTests {
    /// A clock of whole seconds that only the test advances.
    private final class Seconds: Sendable {
        let now = Mutex<Int64>(1_000_000)
    }

    /// The number of pages that were refused.
    private final class Refusals: Sendable {
        let count = Mutex(0)
    }

    private func isAllowed(_ url: WebURL, by gate: RobotsGate, ownHost: String? = nil, hasReachedPublic: Bool = false)
        async -> Bool
    {
        await withCheckedContinuation { continuation in
            gate.authorize(url, ownHost: ownHost ?? url.hostname, hasReachedPublic: hasReachedPublic) { result in
                if case .success = result {
                    continuation.resume(returning: true)
                } else {
                    continuation.resume(returning: false)
                }
            }
        }
    }

    @Test(
        "Rules are kept for a day, and a failure to fetch them for ten minutes",
        arguments: [
            (ScriptedResponder.status(500), 600), (.ok(Array("user-agent: *\ndisallow: /".utf8)), 86_400),
        ] as [(ScriptedResponder, Int64)])
    func lifetime(responder: ScriptedResponder, lifetime: Int64) async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.route("/robots.txt", responder)
        let engine = TransferEngine(configuration: TransferEngine.Configuration())
        let seconds = Seconds()
        var policy = FetchPolicy()
        policy.maximumRetries = 0
        let fetcher = PageFetcher(engine: engine, policy: policy, clock: InstantClock())
        let gate = RobotsGate(fetcher: fetcher, now: { seconds.now.withLock { $0 } })
        let url = try #require(WebURL(server.address("/a")))
        for (advance, count) in [(0, 1), (lifetime - 1, 1), (1, 2)] as [(Int64, Int)] {
            seconds.now.withLock { $0 += advance }
            #expect(await isAllowed(url, by: gate) == false)
            #expect(server.requests(to: "/robots.txt").count == count)
        }
        await engine.shutdown()
    }

    @Test("A compressed file that grows too much is read up to the limit", arguments: DecompressionBomb.codings)
    func bomb(coding: String) async throws {
        let server = try ScriptedServer(["/robots.txt": DecompressionBomb(coding: coding, members: 4).response])
        defer { server.stop() }
        let engine = TransferEngine(configuration: TransferEngine.Configuration())
        let (gate, _) = makeGate(engine)
        #expect(await isAllowed(try #require(WebURL(server.address("/a"))), by: gate))
        #expect(server.requests(to: "/robots.txt").count == 1)
        await engine.shutdown()
    }

    private func makeGate(_ engine: TransferEngine, width: Int = 2) -> (RobotsGate, PageFetcher) {
        var policy = FetchPolicy()
        policy.addressPolicy = .publicRedirects(except: [])
        let fetcher = PageFetcher(engine: engine, policy: policy, width: width, clock: InstantClock())
        return (RobotsGate(fetcher: fetcher, now: { 1_000_000 }), fetcher)
    }

    @Test(
        "A refused address is refused only to the pages that must not contact it",
        arguments: [("0.0.0.0", "127.0.0.1", false), ("127.0.0.1", "127.0.0.1", true)])
    func refusal(host: String, refusedHost: String, hasReachedPublic: Bool) async throws {
        let server = try ScriptedServer(["/robots.txt": .ok(Array("user-agent: *\nallow: /".utf8))])
        defer { server.stop() }
        let engine = TransferEngine(configuration: TransferEngine.Configuration())
        let (gate, fetcher) = makeGate(engine, width: 1)
        let url = try #require(WebURL(server.address("/a", host: host)))
        let barrier = ScriptedGate()
        let refusals = Refusals()
        let isAllowed = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            // Both pages wait before the first lookup ends, because the fetcher delivers one result at a time.
            fetcher.perform { try? barrier.wait() }
            gate.authorize(url, ownHost: refusedHost, hasReachedPublic: hasReachedPublic) { result in
                if case .failure = result { refusals.count.withLock { $0 += 1 } }
            }
            gate.authorize(url, ownHost: host, hasReachedPublic: false) { result in
                if case .success = result {
                    continuation.resume(returning: true)
                } else {
                    continuation.resume(returning: false)
                }
            }
            barrier.open()
        }
        #expect(isAllowed)
        #expect(refusals.count.withLock { $0 } == 1)
        #expect(server.requests.count == 1)
        await engine.shutdown()
    }

    @Test(
        "After a hop to a public host, a private host is not even asked for its robots.txt",
        arguments: ["localhost", "127.0.0.1"])
    func reachedPublic(ownHost: String) async throws {
        let server = try ScriptedServer(["/robots.txt": .ok(Array("user-agent: *\nallow: /".utf8))])
        defer { server.stop() }
        let engine = TransferEngine(configuration: TransferEngine.Configuration())
        let (gate, _) = makeGate(engine)
        let url = try #require(WebURL(server.address("/a")))
        for (hasReachedPublic, count) in [(true, 0), (false, 1)] {
            let isAllowed = await isAllowed(url, by: gate, ownHost: ownHost, hasReachedPublic: hasReachedPublic)
            #expect(isAllowed == !hasReachedPublic)
            #expect(server.requests.count == count)
        }
        await engine.shutdown()
    }
}
