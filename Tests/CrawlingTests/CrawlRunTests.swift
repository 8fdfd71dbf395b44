import Fetching
import LinkHarvest
import Synchronization
import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Crawling

@Suite("Crawl of a site", .timeLimit(.minutes(20)))
struct CrawlRunTests {
    /// A sink for a page whose lines are URLs.
    private final class LineSink: PageSink {
        let text = Mutex<[UInt8]>([])

        func receive(head: PageHead) -> BodyDecision { head.isSuccess ? .accept : .refuse }
        func receive(body: UnsafeRawBufferPointer) -> BodyDecision {
            text.withLock { $0.append(contentsOf: body) }
            return .accept
        }

        func links(base: WebURL) -> [LinkBatch] {
            let lines = text.withLock { String(decoding: $0, as: UTF8.self) }.split(separator: "\n")
            return linkBatches(lines.map { (String($0), .anchor) }, base: base)
        }
    }

    struct Outcome {
        var paths: [String] = []
        var failures: [String] = []
    }

    private func crawl(
        _ server: ScriptedServer, depth: Int = 3, spans: Bool = false, usesRobots: Bool = true,
        seeds: [String] = ["/"], policy: FetchPolicy = FetchPolicy(), engine: TransferEngine? = nil
    ) async throws -> Outcome {
        var configuration = TransferEngine.Configuration()
        configuration.maximumPerLoopbackHost = 16
        let engine = engine ?? TransferEngine(configuration: configuration)
        var fetcher = PageFetcher(engine: engine, policy: policy, clock: InstantClock())
        if usesRobots { fetcher.authorizer = RobotsGate(fetcher: fetcher, now: { 0 }) }
        var options = Frontier.Options()
        options.maximumDepth = depth
        options.spansHosts = spans
        let urls = try seeds.map { try #require(WebURL(server.address($0))) }
        let run = CrawlRun(
            Frontier(seeds: urls, options: options),
            start: { [fetcher] flow in
                guard let url = flow.entry.url else { return }
                let sink = LineSink()
                fetcher.start(url, into: sink) { result in
                    switch result {
                    case .success(let outcome):
                        let url = outcome.head.url
                        flow.finish(at: url, links: sink.links(base: url))
                    case .failure(let error): flow.finish(failure: error)
                    }
                }
            })
        var outcome = Outcome()
        while let event = await run.nextEvent() {
            guard case .page(let page, _) = event else { continue }
            let path = page.entry.url?.path ?? "-"
            if let failure = page.failure {
                outcome.failures.append("\(path): \((failure as? TransferError)?.className ?? "\(type(of: failure))")")
            } else if !page.isSkipped {
                outcome.paths.append(path)
            }
        }
        await engine.shutdown()
        return outcome
    }

    private func server(_ pages: [String: String]) throws -> ScriptedServer {
        let server = try ScriptedServer()
        for (path, text) in pages { server.route(path, .ok(Array(text.utf8))) }
        return server
    }

    @Test("A site is crawled in the same order whatever the response times")
    func order() async throws {
        var pages = ["/": (0..<20).map { "/p\($0)\n" }.joined()]
        for index in 0..<20 { pages["/p\(index)"] = "/q\(index)\n/\n" }
        let server = try server(pages)
        defer { server.stop() }
        server.routeEverythingElse(
            ScriptedResponder { request, connection in
                if request.path.hasSuffix("3") { try connection.pause(.milliseconds(30)) }
                try connection.respond(200, body: [], to: request)
            })
        let outcome = try await crawl(server)
        #expect(outcome.paths == ["/"] + (0..<20).map { "/p\($0)" } + (0..<20).map { "/q\($0)" })
        #expect(server.requests.count == 42)
        #expect(server.requests(to: "/robots.txt").count == 1)
    }

    @Test("A page that robots.txt excludes is not requested, even after a redirect")
    func robots() async throws {
        let server = try server([
            "/": "/open\n/closed/a\n/detour\n", "/open": "",
            "/robots.txt": "user-agent: leftoff\ndisallow: /closed/\n",
        ])
        defer { server.stop() }
        server.route("/detour", .redirect(to: "/closed/b"))
        let outcome = try await crawl(server)
        #expect(outcome.paths == ["/", "/open"])
        #expect(outcome.failures == ["/closed/a: Refusal", "/detour: Refusal"])
        #expect(!server.requests.contains { $0.path.hasPrefix("/closed") })
        let free = try await crawl(server, usesRobots: false)
        #expect(free.paths == ["/", "/open", "/closed/a", "/detour"])
    }

    @Test(
        "A missing robots.txt allows everything, one that cannot be fetched nothing",
        arguments: [
            (ScriptedResponder.status(404), true, nil), (.status(401), true, nil), (.status(500), false, nil),
            (.status(503), false, nil), (.status(429), false, nil), (.reset, false, nil),
            (.redirect(to: "/robots.txt"), true, nil), (.redirect(to: "file:///etc/passwd"), true, nil),
            (.stalled(), false, .milliseconds(900)),
        ] as [(ScriptedResponder, Bool, Duration?)])
    func unavailable(responder: ScriptedResponder, isAllowed: Bool, limit: Duration?) async throws {
        let server = try server(["/": ""])
        defer { server.stop() }
        server.route("/robots.txt", responder)
        var policy = FetchPolicy()
        if let limit { policy.totalTimeout = limit }
        let outcome = try await crawl(server, policy: policy)
        #expect(outcome.paths == (isAllowed ? ["/"] : []))
        #expect(outcome.failures == (isAllowed ? [] : ["/: Refusal"]))
    }

    @Test("Five redirects to a robots.txt are followed")
    func robotsRedirects() async throws {
        let server = try server(["/": "/a\n", "/a": "", "/r5": "user-agent: *\ndisallow: /a"])
        defer { server.stop() }
        server.route("/robots.txt", .redirect(to: "/r1"))
        for index in 1..<5 { server.route("/r\(index)", .redirect(to: "/r\(index + 1)")) }
        #expect(try await crawl(server).paths == ["/"])
    }

    @Test("Only the first half mebibyte of an endless robots.txt counts")
    func endlessRobots() async throws {
        let server = try server(["/": "/a\n/b\n", "/a": "", "/b": ""])
        defer { server.stop() }
        server.route("/robots.txt") { _, connection in
            try connection.writeHead(200, [("Content-Length", "1000000000")])
            try connection.write("user-agent: *\ndisallow: /a\n")
            let filler = Array(String(repeating: "# nothing to see here, go on\n", count: 4_000).utf8)
            for _ in 0..<8_000 { try connection.write(filler) }
        }
        #expect(try await crawl(server).paths == ["/", "/b"])
    }

    @Test("A crawl delay applies to all requests to the host")
    func crawlDelay() async throws {
        let server = try server(["/": "/a\n/b\n", "/a": "", "/b": "", "/robots.txt": "user-agent: *\ncrawl-delay: 0.2"])
        defer { server.stop() }
        server.route("/stalled", .stalled())
        let engine = TransferEngine()
        let url = try #require(WebURL(server.address("/stalled", host: "localhost")))
        let timer = EngineTimer(TransferRequest(url: url), after: .milliseconds(300), on: engine)
        #expect(try await crawl(server, engine: engine).paths == ["/", "/a", "/b"])
        // There are three pages, so two delays.
        #expect(timer.hasEnded)
    }

    @Test("A redirect is followed even if its body is endless, incomplete or wrongly encoded")
    func redirectBodies() async throws {
        let server = try server(["/": "/endless\n/cut\n/coded\n", "/1": "", "/2": "", "/3": ""])
        defer { server.stop() }
        server.route("/endless") { _, connection in
            try connection.writeHead(302, [("Location", "/1")])
            while true { try connection.write(ScriptedFile.bytes(65_536)) }
        }
        server.route("/cut") { _, connection in
            try connection.writeHead(302, [("Location", "/2"), ("Content-Length", "9")])
            try connection.write("x")
            connection.close()
        }
        server.route(
            "/coded",
            .status(302, fields: [("Location", "/3"), ("Content-Encoding", "gzip")], body: Array("no gzip".utf8)))
        #expect(try await crawl(server).paths == ["/", "/endless", "/cut", "/coded"])
    }

    @Test("Failed pages have their own errors, and the other pages are delivered")
    func failures() async throws {
        let server = try server(["/": "/reset\n/loop\n/file\n/big\n/bomb\n/fine\n", "/fine": ""])
        defer { server.stop() }
        server.route("/reset", .reset)
        server.route("/loop", .redirect(to: "/loop"))
        server.route("/file", .redirect(to: "file:///etc/passwd"))
        server.route("/big", .ok(ScriptedFile.bytes(100_000)))
        var policy = FetchPolicy()
        policy.maximumBodyBytes = 50_000
        policy.maximumRetries = 0
        server.route("/bomb", .chunked(Array(repeating: ScriptedFile.bytes(10_000), count: 10)))
        let outcome = try await crawl(server, policy: policy)
        #expect(outcome.paths == ["/", "/fine"])
        #expect(
            outcome.failures == [
                "/reset: connectionLost", "/loop: redirect", "/file: redirect", "/big: tooLarge", "/bomb: tooLarge",
            ])
    }

    @Test("Other hosts are crawled on request only, each by its own robots.txt")
    func hosts() async throws {
        let server = try server(["/": "", "/there": "/deeper\n", "/deeper": ""])
        defer { server.stop() }
        server.route("/", .ok(Array(server.address("/there", host: "localhost").utf8)))
        #expect(try await crawl(server).paths == ["/"])
        #expect(try await crawl(server, spans: true).paths == ["/", "/there", "/deeper"])
        let hosts = server.requests(to: "/robots.txt").compactMap { $0.value(of: "Host") }
        #expect(Set(hosts) == ["127.0.0.1:\(server.port)", "localhost:\(server.port)"])
    }

    @Test("Secret header fields are sent to trusted origins only")
    func secrets() async throws {
        let server = try server(["/there": ""])
        defer { server.stop() }
        server.route("/", .ok(Array(server.address("/there", host: "localhost").utf8)))
        var policy = FetchPolicy()
        policy.headers = [
            HeaderField(name: "Authorization", value: "x"), HeaderField(name: "Accept-Language", value: "eo"),
        ]
        policy.trustedOrigins = [server.address("", host: "127.0.0.1")]
        _ = try await crawl(server, spans: true, policy: policy)
        for request in server.requests {
            let isTrusted = request.value(of: "Host")?.hasPrefix("127") == true
            #expect(request.value(of: "Authorization") == (isTrusted ? "x" : nil))
            #expect(request.value(of: "Accept-Language") == "eo")
        }
        #expect(server.requests.count == 4)
    }
}

/// A clock on which no wait takes time.
struct InstantClock: Clock {
    typealias Instant = ContinuousClock.Instant
    let now = ContinuousClock.now
    var minimumResolution: Duration { .nanoseconds(1) }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}
