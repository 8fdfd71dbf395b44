import Foundation
import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("State that transfers share", .timeLimit(.minutes(20)))
struct SessionTests {
    @Test("Cookies are sent to the host that set them, and are listed as lines")
    func cookies() async throws {
        var configuration = TransferEngine.Configuration()
        configuration.cookies = ["127.0.0.1\tFALSE\t/\tFALSE\t0\told\t1", "# a comment", "ALL", "Set-Cookie: evil=1"]
        try await withServerAndEngine(configuration: configuration) { server, engine in
            server.routeEverythingElse(.ok([]))
            server.route("/set", .status(302, fields: [("Set-Cookie", "new=2; Path=/"), ("Location", "/then")]))
            _ = try await engine.get(server.url("/set"))
            _ = try await engine.get(server.url("/there", host: "localhost"))
            let sent = server.requests.map { $0.value(of: "Cookie") }
            #expect(sent == ["old=1", "old=1; new=2", nil] || sent == ["old=1", "new=2; old=1", nil])
            let lines = await engine.cookies()
            #expect(
                lines.map { $0.split(separator: "\t").suffix(2).joined(separator: "=") }.sorted() == ["new=2", "old=1"])
        }
    }

    @Test("Without a jar no cookie is sent back")
    func noCookies() async throws {
        try await withServerAndEngine { server, engine in
            server.routeEverythingElse(.status(200, fields: [("Set-Cookie", "a=1")]))
            for _ in 0..<2 { _ = try await engine.get(server.url("/")) }
            #expect(server.requests.allSatisfy { $0.value(of: "Cookie") == nil })
            #expect(await engine.cookies().isEmpty)
        }
    }

    @Test(
        "A cookie that a redirect sets is sent within its chain, by the rules about domains and paths, and never again")
    func chains() async throws {
        try await withServerAndEngine { server, engine in
            server.routeEverythingElse(.ok([]))
            let cookies = [
                "own=1", "dir=1; Path=/dir", "foreign=1; Domain=example.org", "old=1; Max-Age=0",
            ]
            func redirect(to location: String, _ cookies: [String]) -> ScriptedResponder {
                .status(302, fields: cookies.map { ("Set-Cookie", $0) } + [("Location", location)])
            }
            server.route("/a", redirect(to: "/dir/b", cookies))
            server.route("/dir/b", redirect(to: "/c", ["more=2; Path=/"]))
            server.route("/c", try redirect(to: server.url("/there", host: "localhost").href, []))
            server.route("/gone", .status(404, fields: [("Set-Cookie", "late=1; Path=/")]))
            _ = try await engine.get(server.url("/a"))
            _ = try await engine.get(server.url("/gone"))
            _ = try await engine.get(server.url("/again"))
            func sent(_ path: String) -> [String]? {
                server.requests(to: path).first?.value(of: "Cookie")?.components(separatedBy: "; ").sorted()
            }
            #expect(sent("/a") == nil)
            #expect(sent("/dir/b") == ["dir=1", "own=1"])
            #expect(sent("/c") == ["more=2", "own=1"])
            #expect(sent("/there") == nil)
            #expect(sent("/gone") == nil)
            #expect(sent("/again") == nil)
            #expect(await engine.cookies().isEmpty)
        }
    }

    @Test("Transfers that run at the same time have chains of their own")
    func parallelChains() async throws {
        try await withServerAndEngine { server, engine in
            for name in ["a", "b", "c", "d"] {
                server.route("/\(name)") { request, connection in
                    let fields = [("Set-Cookie", "\(name)=1; Path=/"), ("Location", "/\(name)/end")]
                    try connection.respond(302, fields, to: request)
                }
            }
            server.routeEverythingElse(.ok([]))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for round in 0..<5 {
                    for name in ["a", "b", "c", "d"] {
                        group.addTask { _ = try await engine.get(server.url("/\(name)?\(round)")) }
                    }
                }
                try await group.waitForAll()
            }
            for name in ["a", "b", "c", "d"] {
                #expect(server.requests(to: "/\(name)/end").allSatisfy { $0.value(of: "Cookie") == "\(name)=1" })
            }
        }
    }

    @Test("A server that sets thousands of cookies receives at most a few kilobytes")
    func cookieBomb() async throws {
        var configuration = TransferEngine.Configuration()
        configuration.cookies = []
        try await withServerAndEngine(configuration: configuration) { server, engine in
            server.routeEverythingElse(
                ScriptedResponder { request, connection in
                    let fields = (0..<500).map {
                        ("Set-Cookie", "\(request.path.dropFirst())x\($0)=\(String(repeating: "y", count: 90))")
                    }
                    try connection.respond(200, fields, to: request)
                })
            for index in 0..<50 { _ = try await engine.get(server.url("/\(index)")) }
            let longest = server.requests.compactMap { $0.value(of: "Cookie")?.utf8.count }.max()
            #expect(try #require(longest) <= 8_192)
            #expect(await engine.cookies().count < 1_200)
        }
    }

    @Test("libcurl gets only the cookies of a file that a host may receive, because it compares each with all others")
    func cookieFile() throws {
        let own = [
            "#HttpOnly_.site.example\tTRUE\t/\tFALSE\t0\ta\t1", "WWW.site.example\tFALSE\t/\tFALSE\t4000000000\tb\t2",
            "::1\tFALSE\t/\tFALSE\t0\tc\t3", "site.example\tFALSE\t/\tFALSE\t1\texpired\t4",
        ]
        let others = (0..<20_000).map { "h\($0).example\tFALSE\t/\tFALSE\t0\tn\tv" }
        let many = (0..<20_000).map { "many.example\tFALSE\t/\tFALSE\t0\tn\($0)\tv" }
        let store = try #require(CookieStore(lines: others + many + own))
        #expect(store.unloaded.count == 20_004)
        for (host, domains) in [("a.www.site.example", 2), ("[::1]", 1), ("many.example", 1), ("site.example", 0)] {
            let count = store.unloaded.count
            store.load(for: host)
            #expect(store.unloaded.count == count - domains, "\(host)")
        }
        // As many of one domain as browsers keep, and the newest.
        let lines = store.lines
        #expect(lines.count == 20_000 + 180 + 3)
        #expect(lines.contains { $0.hasSuffix("\tn19999\tv") } && !lines.contains { $0.contains("expired") })
    }

    @Test("Passwords of the netrc file are sent to the origin of a request that uses it, and to no other")
    func netrc() async throws {
        let path = NSTemporaryDirectory() + "leftoff-netrc-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("machine 127.0.0.1 login user password secret\ndefault login any password secret\n".utf8)
            .write(to: URL(filePath: path))
        let other = try ScriptedServer()
        defer { other.stop() }
        // One handle runs all transfers.
        var configuration = TransferEngine.Configuration(maximumConcurrent: 1)
        configuration.netrcPath = path
        try await withServerAndEngine(configuration: configuration) { (server, engine) async throws in
            func basic(_ user: String) -> String { "Basic " + Data("\(user):secret".utf8).base64EncodedString() }
            func get(_ path: String, host: String = "127.0.0.1", usesNetrc: Bool = true) async throws -> [String?] {
                let count = server.requests.count
                var request = TransferRequest(url: try server.url(path, host: host))
                request.usesNetrc = usesNetrc
                _ = try await engine.get(request)
                return server.requests.dropFirst(count).map { $0.value(of: "Authorization") }
            }
            for server in [server, other] { server.routeEverythingElse(.ok([])) }
            server.route("/inside", .redirect(to: "/"))
            server.route("/host", .redirect(to: server.address("/", host: "localhost")))
            server.route("/port", .redirect(to: other.address("/")))
            server.route("/detour", .redirect(to: other.address("/back")))
            other.route("/back", .redirect(to: server.address("/")))
            #expect(try await get("/") == [basic("user")])
            #expect(try await get("/inside") == [basic("user"), basic("user")])
            #expect(try await get("/host") == [basic("user"), nil])
            #expect(try await get("/port") == [basic("user")])
            #expect(try await get("/detour") == [basic("user"), nil])
            #expect(try await get("/", usesNetrc: false) == [nil])
            #expect(try await get("/", host: "localhost") == [basic("any")])
            #expect(try await get("/", host: "localhost", usesNetrc: false) == [nil])
            #expect(other.requests.map { $0.value(of: "Authorization") } == [nil, nil])
        }
    }

    @Test("Settings of one transfer do not affect the next transfer on its handle")
    func handlesForget() async throws {
        try await withServerAndEngine(configuration: .init(maximumConcurrent: 1)) { server, engine in
            server.routeEverythingElse(.ok(Array("body".utf8)))
            var first = TransferRequest(url: try #require(WebURL("http://u:p@127.0.0.1:\(server.port)/")))
            first.method = .head
            first.headers = [HeaderField(name: "X-Key", value: "1"), HeaderField(name: "Accept", value: "a/b")]
            first.referer = "http://example.org/"
            first.userAgent = "one"
            first.maximumBodyBytes = 2
            _ = try await engine.get(first)
            let second = try await engine.get(server.url("/"))
            #expect(second.sink.text == "body")
            let request = try #require(server.requests.last)
            #expect(request.method == "GET")
            for name in ["Authorization", "X-Key", "Referer"] { #expect(request.value(of: name) == nil) }
            #expect(request.value(of: "User-Agent") == "Leftoff")
            #expect(request.value(of: "Accept") == "*/*")
            #expect(server.connectionCount == 1)
        }
    }

    @Test("The delay between requests to a host applies to redirects, and to no other host")
    func interval() async throws {
        try await withServerAndEngine { server, engine in
            server.routeEverythingElse(.ok([]))
            server.route("/r", .redirect(to: "/to"))
            server.route("/stalled", .stalled())
            let stalled = TransferRequest(url: try server.url("/stalled", host: "localhost"))
            let timer = EngineTimer(stalled, after: .milliseconds(200), on: engine)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for path in ["/r", "/a"] {
                    var request = TransferRequest(url: try server.url(path))
                    request.hostInterval = .milliseconds(150)
                    group.addTask { [request] in _ = try await engine.get(request) }
                }
                try await group.waitForAll()
            }
            // There are three requests, so two delays.
            #expect(timer.hasEnded)
            // If the delay applied to all hosts, the second one would start tomorrow.
            for host in ["127.0.0.1", "localhost"] {
                var request = TransferRequest(url: try server.url("/", host: host))
                request.hostInterval = .seconds(86_400)
                if host == "127.0.0.1" { request.hostInterval = .milliseconds(150) }
                let response = try await engine.get(request)
                #expect(response.summary.head?.status == 200)
            }
        }
    }

    @Test("A proxy receives requests with complete URLs")
    func proxy() async throws {
        let proxy = try ScriptedServer()
        defer { proxy.stop() }
        proxy.routeEverythingElse(.ok(Array("from the proxy".utf8)))
        var configuration = TransferEngine.Configuration()
        configuration.proxy = proxy.address("")
        try await withServerAndEngine(configuration: configuration) { server, engine in
            let url = try #require(WebURL("http://site.example/page?x"))
            #expect(try await engine.get(url).sink.text == "from the proxy")
            #expect(proxy.requests.map(\.target) == ["http://site.example/page?x"])
            // The proxy was requested, so the loopback interface is not exempt.
            server.routeEverythingElse(.ok([1]))
            #expect(try await engine.get(server.url("/")).sink.text == "from the proxy")
            #expect(server.requests.isEmpty)
        }
    }

    @Test("The address of a proxy is not that of the host", arguments: [("site.example", true), ("10.0.0.5", false)])
    func proxiedHost(host: String, isPublic: Bool) async throws {
        let proxy = try ScriptedServer()
        defer { proxy.stop() }
        proxy.routeEverythingElse(.ok([]))
        var configuration = TransferEngine.Configuration()
        configuration.proxy = proxy.address("")
        try await withServerAndEngine(configuration: configuration) { _, engine in
            var request = TransferRequest(url: try #require(WebURL("http://\(host)/")))
            request.addressPolicy = .publicRedirects(except: [])
            let head = try await engine.get(request).summary.head
            #expect(head?.hasReachedPublic == isPublic)
        }
    }

    @Test("A redirect that may not be followed is a response")
    func unfollowed() async throws {
        try await withServerAndEngine(["/a": .redirect(to: "/b")]) { server, engine in
            var request = TransferRequest(url: try server.url("/a"))
            request.followsRedirects = false
            let result = try await engine.get(request)
            #expect(result.summary.head?.status == 302)
            #expect(result.sink.text == "moved")
            #expect(server.requests.count == 1)
        }
    }

    @Test("Redirects that were followed are reported")
    func hops() async throws {
        try await withServerAndEngine(["/a": .redirect(to: "/b", code: 301), "/b": .redirect(to: "/c"), "/c": .ok([])])
        {
            server, engine in
            let hops = try await engine.get(server.url("/a")).summary.hops
            #expect(hops.map(\.status) == [301, 302])
            #expect(hops.map(\.url.path) == ["/a", "/b"])
        }
    }
}
