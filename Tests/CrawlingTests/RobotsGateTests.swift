import Crawling
import PageFetch
import Synchronization
import TestSupport
import Testing
import Transfer
import WHATWGURL

@Suite("Rules of a site", .timeLimit(.minutes(5)))
struct RobotsGateTests {
    /// A clock of whole seconds that only the test advances.
    private final class Seconds: Sendable {
        let now = Mutex<Int64>(1_000_000)
    }

    private func isAllowed(_ url: WebURL, by gate: RobotsGate) async -> Bool {
        await withCheckedContinuation { continuation in
            gate.authorize(url, ownHost: url.hostname) { result in
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

    @Test("A refused address is refused only to the host that must not contact it")
    func refusal() async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.route("/robots.txt", .ok(Array("user-agent: *\nallow: /".utf8)))
        let engine = TransferEngine(configuration: TransferEngine.Configuration())
        var policy = FetchPolicy()
        policy.addressPolicy = .publicRedirects(except: [])
        let fetcher = PageFetcher(engine: engine, policy: policy, clock: InstantClock())
        let gate = RobotsGate(fetcher: fetcher, now: { 1_000_000 })
        let url = try #require(WebURL(server.address("/a", host: "0.0.0.0")))
        // A page of another host is redirected here while a page of this host waits for the same file.
        gate.authorize(url, ownHost: "127.0.0.1") { _ in }
        #expect(await isAllowed(url, by: gate))
        await engine.shutdown()
    }
}
