import Fetching
import LinkHarvest
import TestSupport
import Testing
import WHATWGURL

@testable import Crawling

@Suite("Check of links", .timeLimit(.minutes(20)))
struct LinkCheckerTests {
    private func check(_ server: ScriptedServer, _ paths: [String]) async throws -> [LinkCheckResult?] {
        let engine = TransferEngine()
        let checker = LinkChecker(fetcher: PageFetcher(engine: engine, clock: InstantClock()))
        let urls = paths.map { WebURL($0, base: WebURL(server.address())) }
        let checked = await checker.check(urls)
        // The second time, the results come from memory.
        let again = await checker.check(urls)
        #expect(again == checked)
        await engine.shutdown()
        return checked
    }

    private func page(_ html: String) -> ScriptedResponder { .page(html) }

    @Test("Each URL is requested once, with HEAD")
    func once() async throws {
        let server = try ScriptedServer(["/a": page("x")])
        defer { server.stop() }
        let checked = try await check(server, ["/a", "/a", "/missing", "/a#", "mailto:a@b", "/a#:~:text=x"])
        #expect(checked.map { $0?.status } == [200, 200, 404, 200, nil, 200])
        #expect(checked.map { $0?.isBroken } == [false, false, true, false, nil, false])
        #expect(
            server.requests.map { "\($0.method) \($0.path)" }.sorted() == ["GET /missing", "HEAD /a", "HEAD /missing"])
    }

    @Test(
        "If HEAD fails in any way, GET is sent and its result counts",
        arguments: [400, 401, 403, 404, 405, 410, 429, 500, 501, 503, 999, 0])
    func fallsBack(status: Int) async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.route("/a") { request, connection in
            guard request.method == "HEAD" else {
                return try connection.respond(200, body: ScriptedFile.bytes(1_000_000), to: request)
            }
            if status == 0 { connection.reset() } else { try connection.respond(status, to: request) }
        }
        let checked = try await check(server, ["/a"])
        #expect(checked.first??.status == 200)
        #expect(server.requests.last?.method == "GET")
    }

    @Test("A result contains the redirects and the final URL")
    func redirects() async throws {
        let server = try ScriptedServer(["/c": page("")])
        defer { server.stop() }
        server.route("/a", .redirect(to: "/b", code: 301))
        server.route("/b", .redirect(to: "/c", code: 302))
        let checked = try #require(try await check(server, ["/a"])[0])
        #expect(checked.status == 200)
        #expect(checked.finalURL?.path == "/c")
        #expect(checked.redirects.map(\.status) == [301, 302])
        #expect(checked.redirects.map(\.url.path) == ["/a", "/b"])
        #expect(!checked.isBroken)
    }

    @Test("The target of a fragment has to exist")
    func fragments() async throws {
        let html = "<p id=here><a name='there%20'>"
        let server = try ScriptedServer(["/a": page(html), "/moved": .redirect(to: "/a")])
        defer { server.stop() }
        server.route("/lost") { request, connection in
            try connection.respond(404, [("Content-Type", "text/html")], body: Array(html.utf8), to: request)
        }
        server.route("/pdf", .ok(Array("%PDF".utf8), fields: [("Content-Type", "application/pdf")]))
        let checked = try await check(
            server,
            [
                "/a#here", "/a#gone", "/a#top", "/moved#here", "/moved#gone", "/pdf#page=2", "/none#x", "/a",
                "/lost#here",
            ])
        #expect(checked.map { $0?.hasFragment } == [true, false, true, true, false, nil, nil, nil, nil])
        #expect(checked.map { $0?.isBroken } == [false, true, false, false, true, false, true, false, true])
        #expect(server.requests(to: "/a").filter { $0.method == "GET" }.count <= 2)
    }

    @Test("A HEAD that redirects to an error, or in a circle, is followed by a GET")
    func headRedirects() async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        for (path, target) in [("/a", "/error"), ("/b", "/b")] {
            server.route(path) { request, connection in
                let isHead = request.method == "HEAD"
                try connection.respond(isHead ? 302 : 200, isHead ? [("Location", target)] : [], to: request)
            }
        }
        #expect(try await check(server, ["/a", "/b"]).map { $0?.status } == [200, 200])
    }

    @Test(
        "A site that refuses the request does not make the link broken",
        arguments: [
            (401, [], "unauthorized"), (403, [], "forbidden"), (429, [], "rate-limited"), (999, [], "refused"),
            (403, [("cf-mitigated", "challenge")], "challenge"), (503, [("CF-Mitigated", "Challenge")], "challenge"),
            (404, [], nil), (410, [], nil), (500, [], nil), (402, [], nil),
        ] as [(Int, [(String, String)], String?)])
    func blocked(status: Int, fields: [(String, String)], refusal: String?) async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.routeEverythingElse(.status(status, fields: fields))
        let checked = try #require(try await check(server, ["/a"]).first ?? nil)
        #expect(checked.status == status)
        #expect(checked.refusal?.rawValue == refusal)
        #expect(checked.isBroken == (refusal == nil))
    }

    @Test("The fragment of a Location replaces that of the link")
    func redirectedFragments() async throws {
        let server = try ScriptedServer([
            "/new": page("<p id=b>"), "/own": .redirect(to: "/new#b"), "/lost": .redirect(to: "/new#zz"),
            "/none": .redirect(to: "/new"), "/empty": .redirect(to: "/new#"), "/two": .redirect(to: "/own#x"),
            "/kept": .redirect(to: "/none#b"),
        ])
        defer { server.stop() }
        let paths = ["/own#a", "/lost#b", "/none#b", "/none#a", "/empty#a", "/two#a", "/kept#a"]
        let checked = try await check(server, paths)
        #expect(checked.map { $0?.hasFragment } == [true, false, true, false, nil, true, true])
    }

    @Test("A redirect that sets a cookie receives it, and no other request does")
    func cookies() async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.route("/c") { request, connection in
            let has = request.value(of: "Cookie") == "s=1"
            try connection.respond(
                has ? 200 : 302, has ? [] : [("Set-Cookie", "s=1"), ("Location", "/c")], to: request)
        }
        server.route("/d", .ok([]))
        #expect(try await check(server, ["/c", "/d", "/c#x"]).map { $0?.status } == [200, 200, 200])
        #expect(server.requests(to: "/d").allSatisfy { $0.value(of: "Cookie") == nil })
    }

    @Test(
        "The media type of a page with fragments is that of its fields or its bytes",
        arguments: [
            ("text/html,text/html", "<p id=b>", true), ("html", "<!doctype html><p id=b>", true),
            ("*/*, text/html", "<p id=b>", true), ("text/html charset=utf-8", "<!doctype html><p id=c>", false),
            ("text/plain", "<p id=b>", nil), ("html", "plain", nil), ("application/rss+xml", "<rss id='b'/>", nil),
            ("application/xhtml+xml", "<html xmlns='http://www.w3.org/1999/xhtml'><title/><p id='b'/></html>", true),
            ("text/html", "<html xmlns='http://www.w3.org/1999/xhtml'><title/><p id='b'/></html>", false),
            ("application/xhtml+xml", "<html xmlns='http://www.w3.org/1999/xhtml'><p id='b'></html>", true),
            ("application/xml", "<html xmlns='http://www.w3.org/1999/xhtml'><a name='b'/></html>", true),
            ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>", nil),
        ] as [(String, String, Bool?)])
    func mediaTypes(contentType: String, body: String, hasFragment: Bool?) async throws {
        let server = try ScriptedServer(["/a": .ok(Array(body.utf8), fields: [("Content-Type", contentType)])])
        defer { server.stop() }
        #expect(try await check(server, ["/a#b"]).first??.hasFragment == hasFragment)
    }

    @Test("The oldest results are removed when they exceed the limit, and requested again")
    func bounded() async throws {
        let many = (0..<100).map { "<p id=p\($0)>" }.joined()
        let server = try ScriptedServer(["/a": page(many), "/b": page(many), "/c": page(many)])
        defer { server.stop() }
        let engine = TransferEngine()
        // The memory holds two pages.
        let checker = LinkChecker(fetcher: PageFetcher(engine: engine, clock: InstantClock()), maximumCost: 8_000)
        var found: [Bool?] = []
        for path in ["/a#p1", "/b#p1", "/b#p2", "/c#p1", "/c#p2", "/a#p3", "/a#x"] {
            found.append(await checker.check([WebURL(server.address(path))]).first??.hasFragment)
        }
        await engine.shutdown()
        #expect(found == [true, true, true, true, true, true, false])
        #expect(server.requests.map(\.path) == ["/a", "/b", "/c", "/a"])
    }

    @Test("An error is described in one line")
    func errors() async throws {
        let server = try ScriptedServer(["/loop": .redirect(to: "/loop"), "/file": .redirect(to: "file:///etc/passwd")])
        defer { server.stop() }
        let dead = "http://127.0.0.1:\(try ScriptedServer.reservedPort())/"
        let checked = try await check(server, ["/loop", "/file", dead])
        #expect(checked.allSatisfy { $0?.isBroken == true && $0?.status == nil })
        let errors = checked.compactMap { $0?.error }
        #expect(errors.count == 3)
        #expect(errors[0] == "more than 10 redirects")
        #expect(errors[1] == "redirects to file: URLs are not followed")
        #expect(errors.allSatisfy { !$0.contains("\n") })
    }
}
