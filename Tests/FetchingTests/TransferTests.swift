import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("Transfers", .timeLimit(.minutes(20)))
struct TransferTests {
    @Test("The body and the head are received completely")
    func body() async throws {
        let content = ScriptedFile.bytes(300_000)
        let routes = ["/a": ScriptedResponder.ok(content, fields: [("X-Two", "one"), ("x-two", "two")])]
        try await withServerAndEngine(routes) { server, engine in
            let (summary, sink) = try await engine.get(server.url("/a?q=1#part"))
            #expect(sink.body == content)
            #expect(sink.heads.count == 1)
            let head = try #require(summary.head)
            #expect(head == sink.heads.first)
            #expect(head.status == 200)
            #expect(head.httpVersion == "1.1")
            #expect(head["X-TWO"] == "one")
            #expect(head.values(of: "X-Two") == ["one", "two"])
            #expect(head.url == (try server.url("/a?q=1#part")))
            #expect(summary.bodyBytes == 300_000)
            #expect(summary.transferredBytes == 300_000)
            #expect(!summary.hasExcessBody)
            let request = try #require(server.requests.first)
            #expect(request.target == "/a?q=1")
            #expect(request.value(of: "User-Agent") == "Leftoff")
            #expect(request.value(of: "Accept-Encoding") == "identity")
        }
    }

    @Test("An error status is a response", arguments: [404, 410, 500, 503])
    func errorStatus(status: Int) async throws {
        let routes = ["/a": ScriptedResponder.status(status, fields: [("Retry-After", "7")], body: Array("gone".utf8))]
        try await withServerAndEngine(routes) { server, engine in
            let (summary, sink) = try await engine.get(server.url("/a"))
            #expect(summary.head?.status == status)
            #expect(summary.head?["Retry-After"] == "7")
            #expect(sink.text == "gone")
        }
    }

    @Test("A HEAD request receives only the head")
    func head() async throws {
        try await withServerAndEngine(["/a": .ok(Array("hello".utf8))]) { server, engine in
            let (summary, sink) = try await engine.get(TransferRequest(url: server.url("/a"), method: .head))
            #expect(summary.head?["Content-Length"] == "5")
            #expect(sink.body.isEmpty)
            #expect(server.requests.map(\.method) == ["HEAD"])
        }
    }

    @Test("An interim response is skipped")
    func interimResponse() async throws {
        try await withServerAndEngine { server, engine in
            server.route("/a") { request, connection in
                try connection.write("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n")
                try connection.respond(200, [("X-Final", "yes")], body: Array("final".utf8), to: request)
            }
            let (summary, sink) = try await engine.get(server.url("/a"))
            #expect(sink.heads.count == 1)
            #expect(summary.head?["Link"] == nil)
            #expect(sink.text == "final")
        }
    }

    @Test("The URL is sent as the URL Standard serialises it")
    func target() async throws {
        try await withServerAndEngine { server, engine in
            server.routeEverythingElse(.ok([]))
            _ = try await engine.get(server.url("/a/./b/../c/%2e%2e/f%7Eg?x=[y]|z&ü=1"))
            _ = try await engine.get(server.url("/c|d {e}"))
            // The URL Standard encodes the space and the braces of the path, leaves "|" and "[", and removes dot
            // segments.
            #expect(server.requests.map(\.target) == ["/a/f%7Eg?x=[y]|z&%C3%BC=1", "/c|d%20%7Be%7D"])
        }
    }

    @Test("A user name and password in the address are sent as Basic credentials")
    func credentials() async throws {
        try await withServerAndEngine(["/a": .ok([])]) { server, engine in
            let url = try #require(WebURL("http://user:p%40ss@127.0.0.1:\(server.port)/a"))
            _ = try await engine.get(url)
            #expect(server.requests.first?.value(of: "Authorization") == "Basic dXNlcjpwQHNz")
        }
    }

    @Test("Header fields are sent as given, including empty ones")
    func headerFields() async throws {
        try await withServerAndEngine(["/a": .ok([])]) { server, engine in
            let fields = [HeaderField(name: "X-Empty", value: ""), HeaderField(name: "Range", value: "bytes=5-")]
            var request = TransferRequest(url: try server.url("/a"), headers: fields)
            request.referer = "https://user:secret@example.org/page?q#part"
            _ = try await engine.get(request)
            let sent = try #require(server.requests.first)
            #expect(sent.value(of: "X-Empty") == "")
            #expect(sent.value(of: "Range") == "bytes=5-")
            #expect(sent.value(of: "Referer") == "https://example.org/page?q")
        }
    }

    @Test(
        "A header field that contains a line break is rejected",
        arguments: [
            HeaderField(name: "X", value: "a\r\nHost: evil"), HeaderField(name: "X", value: "a\nb"),
            HeaderField(name: "X", value: "a\0b"), HeaderField(name: "X\r\nY", value: "a"),
            HeaderField(name: "X Y", value: "a"),
            HeaderField(name: "", value: "a"), HeaderField(name: "Host", value: "evil"),
            HeaderField(name: "content-length", value: "5"), HeaderField(name: "Transfer-Encoding", value: "chunked"),
        ])
    func malformedField(field: HeaderField) async throws {
        try await withServerAndEngine(["/a": .ok([])]) { server, engine in
            let error = try await engine.failure(of: TransferRequest(url: server.url("/a"), headers: [field]))
            #expect(error.className == "request")
            #expect(!error.description.contains { $0.isNewline })
            var request = TransferRequest(url: try server.url("/a"))
            request.userAgent = "a\r\nX: y"
            let result = try await engine.failure(of: request)
            #expect(result.className == "request")
            #expect(server.requests.isEmpty)
        }
    }

    @Test("Only http and https URLs are requested", arguments: ["file:///etc/passwd", "ftp://example.org/", "data:,x"])
    func scheme(address: String) async throws {
        try await withServerAndEngine { _, engine in
            let error = try await engine.failure(of: TransferRequest(url: #require(WebURL(address))))
            #expect(error.className == "request")
        }
    }

    @Test("A refused connection is a connect error that names the URL")
    func deadPort() async throws {
        try await withServerAndEngine { _, engine in
            let port = try ScriptedServer.reservedPort()
            let url = try #require(WebURL("http://name:secret@127.0.0.1:\(port)/x"))
            let error = try await engine.failure(of: TransferRequest(url: url))
            #expect(error.className == "connect")
            #expect(error.isTransient)
            #expect(error.description.hasPrefix("http://127.0.0.1:\(port)/x: "))
            #expect(error.description.contains("connect"))
        }
    }

    @Test("A name that does not resolve is a DNS error")
    func unknownName() async throws {
        try await withServerAndEngine { _, engine in
            var request = TransferRequest(url: try #require(WebURL("http://no-such-name.invalid/")))
            request.connectTimeout = .seconds(10)
            request.addressPolicy = .publicOnly  // So that no proxy of the environment is used.
            let error = try await engine.failure(of: request)
            // Without a name server the DNS query itself times out.
            #expect(["dns", "timeout"].contains(error.className))
        }
    }

    @Test("A connection that is reset before the response gives an error")
    func reset() async throws {
        try await withServerAndEngine(["/a": .reset]) { server, engine in
            let error = try await engine.failure(of: TransferRequest(url: server.url("/a")))
            #expect(error.className == "connectionLost")
        }
    }

    @Test(
        "A response that is not HTTP is an error",
        arguments: ["hello\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"])
    func notHTTP(response: String) async throws {
        try await withServerAndEngine { server, engine in
            server.route("/a") { _, connection in
                try connection.write(response)
                connection.close()
            }
            let error = try await engine.failure(of: TransferRequest(url: server.url("/a")))
            #expect(["http", "connectionLost"].contains(error.className))
        }
    }

    @Test("An endless head ends the transfer")
    func endlessHead() async throws {
        try await withServerAndEngine { server, engine in
            server.route("/a") { _, connection in
                try connection.write("HTTP/1.1 200 OK\r\n")
                let line = "X-Padding: \(String(repeating: "x", count: 1_000))\r\n"
                for _ in 0..<2_000 { try connection.write(line) }
            }
            let error = try await engine.failure(of: TransferRequest(url: server.url("/a")))
            #expect(error.className == "http")
        }
    }
}
