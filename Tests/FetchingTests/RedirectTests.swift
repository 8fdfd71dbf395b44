import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("Redirects", .timeLimit(.minutes(20)))
struct RedirectTests {
    @Test(
        "A redirect is followed, and its location is resolved as the URL Standard says",
        arguments: [
            ("/start/x", "next", "/start/next"), ("/start/x", "../up?q", "/up?q"),
            ("/start/x", "?only", "/start/x?only"),
            ("/start/x", "/a b", "/a%20b"), ("/start/x", "\\back\\slash", "/back/slash"),
            ("/start/x", "//127.0.0.1:PORT/same", "/same"), ("/start/x", "/ä", "/%C3%A4"),
        ])
    func followed(start: String, location: String, target: String) async throws {
        try await withServerAndEngine { server, engine in
            server.routeEverythingElse(.ok(Array("there".utf8)))
            let location = location.replacing("PORT", with: "\(server.port)")
            server.route(start, .sequence([.redirect(to: location), .ok(Array("there".utf8))]))
            let (summary, sink) = try await engine.get(server.url(start))
            #expect(sink.text == "there")
            #expect(sink.heads.count == 1)
            #expect(summary.redirects == 1)
            #expect(server.requests.map(\.target) == [start, target])
            #expect(summary.head?.url.href == server.address(target))
            #expect(server.connectionCount == 1)
        }
    }

    @Test("The fragment is kept unless the location has one")
    func fragment() async throws {
        let routes: [String: ScriptedResponder] = [
            "/a": .redirect(to: "/c"), "/b": .redirect(to: "/c#new"), "/c": .ok([]),
        ]
        try await withServerAndEngine(routes) { server, engine in
            let result = try await engine.get(server.url("/a#old"))
            #expect(result.summary.head?.url.fragment == "old")
            let next = try await engine.get(server.url("/b#old"))
            #expect(next.summary.head?.url.fragment == "new")
        }
    }

    @Test("HEAD stays HEAD through every kind of redirect", arguments: [301, 302, 303, 307, 308])
    func headStays(code: Int) async throws {
        try await withServerAndEngine(["/a": .redirect(to: "/b", code: code), "/b": .ok([1])]) { server, engine in
            _ = try await engine.get(TransferRequest(url: server.url("/a"), method: .head))
            #expect(server.requests.map(\.method) == ["HEAD", "HEAD"])
        }
    }

    @Test("A loop ends after the permitted number of redirects")
    func loop() async throws {
        try await withServerAndEngine(["/a": .redirect(to: "/b"), "/b": .redirect(to: "/a")]) { server, engine in
            var request = TransferRequest(url: try server.url("/a"))
            request.maximumRedirects = 4
            let error = try await engine.failure(of: request)
            #expect(error.className == "redirect")
            #expect(error.detail.contains("more than 4 redirects"))
            #expect(server.requests.count == 5)
        }
    }

    @Test("The permitted number of redirects is followed")
    func atLimit() async throws {
        try await withServerAndEngine { server, engine in
            for step in 0..<3 { server.route("/\(step)", .redirect(to: "/\(step + 1)")) }
            server.route("/3", .ok([]))
            var request = TransferRequest(url: try server.url("/0"))
            request.maximumRedirects = 3
            let result = try await engine.get(request)
            #expect(result.summary.redirects == 3)
        }
    }

    @Test(
        "A redirect away from http is not followed",
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)", "gopher://127.0.0.1:70/x", "http://",
        ])
    func otherScheme(location: String) async throws {
        try await withServerAndEngine(["/a": .redirect(to: location)]) { server, engine in
            let error = try await engine.failure(of: TransferRequest(url: server.url("/a")))
            #expect(error.className == "redirect")
            #expect(!error.isTransient)
        }
    }

    @Test("Secrets are not sent to another origin, even after a redirect back")
    func secrecy() async throws {
        try await withServerAndEngine { server, engine in
            let other = try ScriptedServer()
            defer { other.stop() }
            server.route("/a", .redirect(to: "/b"))
            server.route("/b", .redirect(to: other.address("/c")))
            other.route("/c", .redirect(to: server.address("/d")))
            server.route("/d", .ok([]))
            var request = TransferRequest(url: try server.url("/a"))
            let secrets = ["Authorization", "Cookie", "X-Api-Key", "Proxy-Authorization"]
            let portable = ["Range", "If-Range", "Accept-Language"]
            request.headers = (secrets + portable).map { HeaderField(name: $0, value: "value") }
            request.referer = server.address("/page?secret")
            _ = try await engine.get(request)
            let requests = server.requests
            #expect(requests.map(\.path) == ["/a", "/b", "/d"])
            for name in secrets {
                #expect(requests[0].value(of: name) == "value")
                #expect(requests[1].value(of: name) == "value")
                #expect(other.requests[0].value(of: name) == nil)
                #expect(requests[2].value(of: name) == nil)
            }
            for name in portable { #expect(other.requests[0].value(of: name) == "value") }
            #expect(requests[1].value(of: "Referer") == server.address("/page?secret"))
            #expect(other.requests[0].value(of: "Referer") == server.address("/"))
        }
    }

    @Test("Credentials in the URL are not sent to another origin")
    func addressCredentials() async throws {
        try await withServerAndEngine { server, engine in
            let other = try ScriptedServer(["/c": .ok([])])
            defer { other.stop() }
            server.route("/a", .redirect(to: other.address("/c")))
            _ = try await engine.get(#require(WebURL("http://user:pass@127.0.0.1:\(server.port)/a")))
            #expect(server.requests.first?.value(of: "Authorization") != nil)
            #expect(other.requests.first?.value(of: "Authorization") == nil)
        }
    }

    @Test("A redirect with a long body is followed without waiting for the body")
    func longBody() async throws {
        try await withServerAndEngine(["/b": .ok(Array("there".utf8))]) { server, engine in
            server.route("/a") { _, connection in
                try connection.writeHead(302, [("Location", "/b"), ("Content-Length", "10000000")])
                connection.waitUntilClientLeaves()
                connection.close()
            }
            let (_, sink) = try await engine.get(server.url("/a"))
            #expect(sink.text == "there")
        }
    }

    @Test("A redirect status without a location is a response")
    func noLocation() async throws {
        try await withServerAndEngine(["/a": .status(302), "/b": .status(304), "/c": .status(300)]) { server, engine in
            for (path, status) in [("/a", 302), ("/b", 304), ("/c", 300)] {
                let result = try await engine.get(server.url(path))
                #expect(result.summary.head?.status == status)
            }
        }
    }
}
