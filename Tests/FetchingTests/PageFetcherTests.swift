import Foundation
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("Page fetcher", .timeLimit(.minutes(20)))
struct PageFetcherTests {
    private struct Setting {
        let server: ScriptedServer
        let engine: TransferEngine
        let clock = RecordingClock()

        func fetcher(_ policy: FetchPolicy = FetchPolicy()) -> PageFetcher {
            PageFetcher(engine: engine, policy: policy, clock: clock, now: { 0 })
        }

        func url(_ path: String) throws -> WebURL {
            try #require(WebURL(server.address(path)))
        }
    }

    private func withSetting(
        _ routes: [String: ScriptedResponder], _ body: (Setting) async throws -> Void
    ) async throws {
        let setting = Setting(server: try ScriptedServer(routes), engine: TransferEngine())
        defer { setting.server.stop() }
        try await body(setting)
        await setting.engine.shutdown()
    }

    @Test("A page is received completely, with its final URL")
    func page() async throws {
        try await withSetting(["/old": .redirect(to: "/new"), "/new": .page("<p>hi")]) { setting in
            var policy = FetchPolicy(userAgent: FetchPolicy.userAgent(version: "1.2"))
            policy.acceptLanguage = "de"
            let page = try await setting.fetcher(policy).fetch(setting.url("/old"))
            #expect(page.body == Array("<p>hi".utf8))
            #expect(page.url == (try setting.url("/new")))
            #expect(page.requestedURL == (try setting.url("/old")))
            #expect(page.contentType == "text/html;charset=utf-8")
            #expect(page.isSuccess)
            let request = try #require(setting.server.requests.last)
            #expect(request.value(of: "User-Agent") == "Leftoff/1.2")
            #expect(request.value(of: "Accept")?.hasPrefix("text/html,") == true)
            #expect(request.value(of: "Accept-Language") == "de")
            #expect(request.value(of: "Accept-Encoding") == "gzip, deflate, br")
        }
    }

    @Test("A missing page is a response and is requested once", arguments: [400, 403, 404, 410])
    func missing(status: Int) async throws {
        let responder = ScriptedResponder.status(status, fields: [("Retry-After", "1")], body: Array("no".utf8))
        try await withSetting(["/a": responder]) { setting in
            let page = try await setting.fetcher().fetch(setting.url("/a"))
            #expect(page.status == status)
            #expect(page.body == Array("no".utf8))
            #expect(!page.isSuccess)
            #expect(setting.server.requests.count == 1)
            #expect(setting.clock.recorded.isEmpty)
        }
    }

    @Test("A busy server is requested again after its Retry-After time", arguments: [429, 503])
    func retryAfter(status: Int) async throws {
        let busy = ScriptedResponder.status(status, fields: [("Retry-After", "17")])
        let restarting = ScriptedResponder.status(503, fields: [("Retry-After", "Thu, 01 Jan 1970 00:00:25 GMT")])
        try await withSetting(["/a": .sequence([busy, restarting, .page("up")])]) { setting in
            let page = try await setting.fetcher().fetch(setting.url("/a"))
            #expect(page.body == Array("up".utf8))
            #expect(setting.clock.recorded == [.seconds(17), .seconds(25)])
        }
    }

    @Test("A server that stays busy is requested three times, with growing delays")
    func staysBusy() async throws {
        try await withSetting(["/a": .status(503, fields: [("Retry-After", "whenever")])]) { setting in
            let page = try await setting.fetcher().fetch(setting.url("/a"))
            #expect(page.status == 503)
            #expect(setting.server.requests.count == 3)
            #expect(setting.clock.recorded == [.seconds(1), .seconds(2)])
        }
    }

    @Test("A page fails if its Retry-After time exceeds the limit of the policy")
    func retryAfterTooLong() async throws {
        try await withSetting(["/a": .status(503, fields: [("Retry-After", "31")])]) { setting in
            let page = try await setting.fetcher().fetch(setting.url("/a"))
            #expect(page.status == 503)
            #expect(setting.server.requests.count == 1)
        }
    }

    @Test("A page whose connection breaks is requested again")
    func brokenConnection() async throws {
        let short = ScriptedResponder.short([1, 2], announced: 10)
        try await withSetting(["/a": .sequence([.reset, short, .page("up")])]) { setting in
            let page = try await setting.fetcher().fetch(setting.url("/a"))
            #expect(page.body == Array("up".utf8))
            #expect(setting.clock.recorded == [.seconds(1), .seconds(2)])
        }
    }

    @Test("A refused connection is not retried")
    func deadPort() async throws {
        try await withSetting([:]) { setting in
            let url = try #require(WebURL("http://127.0.0.1:\(try ScriptedServer.reservedPort())/"))
            let error = try await #require(throws: TransferError.self) { try await setting.fetcher().fetch(url) }
            #expect(error.className == "connect")
            #expect(setting.clock.recorded.isEmpty)
        }
    }

    @Test("A page that exceeds the limit is an error that names the limit")
    func tooLarge() async throws {
        try await withSetting(["/a": .chunked([ScriptedFile.bytes(1_000), [1]])]) { setting in
            var policy = FetchPolicy()
            policy.maximumBodyBytes = 1_001
            #expect(try await setting.fetcher(policy).fetch(setting.url("/a")).body.count == 1_001)
            policy.maximumBodyBytes = 1_000
            let fetcher = setting.fetcher(policy)
            let error = try await #require(throws: TransferError.self) { try await fetcher.fetch(setting.url("/a")) }
            #expect(error.description.hasSuffix("/a: the body is longer than 1000 bytes"))
            #expect(setting.clock.recorded.isEmpty)
        }
    }

    @Test("A hundred pages are fetched concurrently, each with its own result")
    func many() async throws {
        try await withSetting(["/moved": .redirect(to: "/page/0")]) { setting in
            setting.server.routeEverythingElse(.page("page"))
            setting.server.route("/missing", .status(404))
            let fetcher = setting.fetcher()
            let dead = "http://127.0.0.1:\(try ScriptedServer.reservedPort())/"
            let addresses = (0..<97).map { setting.server.address("/page/\($0)") }
            let special = [setting.server.address("/moved"), setting.server.address("/missing"), dead]
            let urls = try (addresses + special).map { try #require(WebURL($0)) }
            let statuses = await withTaskGroup(of: Int?.self) { group in
                for url in urls { group.addTask { try? await fetcher.fetch(url).status } }
                return await group.reduce(into: [Int?: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [200: 98, 404: 1, nil: 1])
        }
    }

    @Test("Cancelling the task ends the fetch, even during the delay before a retry")
    func cancelled() async throws {
        try await withSetting(["/a": .stalled()]) { setting in
            var policy = FetchPolicy()
            policy.lowSpeed = TransferRequest.LowSpeed(bytesPerSecond: 64, over: .seconds(300))
            let fetcher = setting.fetcher(policy)
            let url = try setting.url("/a")
            let task = Task { try await fetcher.fetch(url) }
            try await setting.server.requests(atLeast: 1)
            task.cancel()
            let result = await task.result
            #expect(throws: TransferError.cancelled(url: url)) { try result.get() }
        }
    }
}
