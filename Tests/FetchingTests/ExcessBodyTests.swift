import Fetching
import TestSupport
import Testing
import WHATWGURL

/// libcurl 7.88.1 may take bytes after a body for the response to the next request on the connection.
@Suite("Excess bytes after a response", .timeLimit(.minutes(20)))
struct ExcessBodyTests {
    private static let smuggled = Array("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nSMUGGLED".utf8)
    private static let body = Array("expected".utf8)

    /// The way in which excess bytes arrive.
    enum Manner: CaseIterable {
        case withHeadAndBody, withBody, withLastChunk, afterNoBody, afterHead

        var hasBody: Bool { self != .afterNoBody && self != .afterHead }
    }

    private static func responder(_ manner: Manner) -> ScriptedResponder {
        ScriptedResponder { _, connection in
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n"
            switch manner {
            case .withHeadAndBody: try connection.write(Array(head.utf8) + body + smuggled)
            case .withBody:
                try connection.write(head)
                try connection.waitUntilRead()
                try connection.write(body + smuggled)
            case .withLastChunk:
                try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                try connection.waitUntilRead()
                try connection.writeChunk(body)
                try connection.write(Array("0\r\n\r\n".utf8) + smuggled)
            case .afterNoBody: try connection.write(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8) + smuggled)
            case .afterHead: try connection.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8) + smuggled)
            }
        }
    }

    @Test("Excess bytes are not taken for the next response, and the summary reports them", arguments: Manner.allCases)
    func smuggling(manner: Manner) async throws {
        let routes = ["/a": Self.responder(manner), "/b": ScriptedResponder.ok(Array("honest".utf8))]
        try await withServerAndEngine(routes) { server, engine in
            for _ in 0..<3 {
                let first = try await engine.get(server.url("/a"))
                #expect(first.summary.hasExcessBody)
                #expect(first.sink.body == (manner.hasBody ? Self.body : []))
                let second = try await engine.get(server.url("/b"))
                #expect(second.sink.text == "honest")
                #expect(!second.summary.hasExcessBody)
            }
        }
    }

    @Test("Excess bytes on an idle connection are not taken for the next response")
    func late() async throws {
        let (mayFollow, hasFollowed) = (ScriptedGate(), ScriptedGate())
        hasFollowed.open()
        try await withServerAndEngine(["/b": .ok(Array("honest".utf8))]) { server, engine in
            server.route("/a") { request, connection in
                try connection.respond(200, body: Self.body, to: request)
                try mayFollow.wait()
                try connection.write(Self.smuggled)
                try connection.waitUntilDelivered()
                try hasFollowed.wait()
            }
            let first = try await engine.get(server.url("/a"))
            #expect(first.sink.body == Self.body)
            mayFollow.open()
            try await hasFollowed.arrivals(1)
            let second = try await engine.get(server.url("/b"))
            #expect(second.sink.text == "honest")
            #expect(server.connectionCount == 2)
        }
    }

    @Test("A connection without excess bytes is reused")
    func reuse() async throws {
        let routes: [String: ScriptedResponder] = [
            "/length": .ok(ScriptedFile.bytes(100_000)), "/chunked": .chunked([[1], [2]]), "/empty": .ok([]),
            "/missing": .status(404), "/moved": .redirect(to: "/empty"),
        ]
        try await withServerAndEngine(routes) { server, engine in
            for _ in 0..<3 {
                for path in ["/length", "/chunked", "/empty", "/missing", "/moved"] {
                    let result = try await engine.get(server.url(path))
                    #expect(!result.summary.hasExcessBody)
                }
            }
            #expect(server.connectionCount == 1)
        }
    }

    @Test("A connection that the server has closed is replaced without an error")
    func closedMeanwhile() async throws {
        try await withServerAndEngine { server, engine in
            server.route("/a") { request, connection in
                try connection.respond(200, body: Self.body, to: request)
                connection.close()
            }
            for _ in 0..<5 {
                let result = try await engine.get(server.url("/a"))
                #expect(result.sink.body == Self.body)
            }
        }
    }
}
