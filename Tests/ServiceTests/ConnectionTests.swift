import NIOCore
import NIOHTTP1
import Testing

@testable import Service

@Suite("The connection")
struct ConnectionTests {
    private static let get = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("A head that arrives byte by byte is cut off after ten seconds with 408")
    func slowHead() throws {
        let connection = try EmbeddedConnection()
        connection.send("GET / HTTP/1.1\r\n")
        for number in 0..<99 {
            connection.wait(.milliseconds(100))
            connection.send("X-\(number): a\r\n")
        }
        connection.wait(.milliseconds(99))
        #expect(try connection.receive().isEmpty)
        connection.wait(.milliseconds(1))
        let response = try connection.receive()
        #expect(response.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(response)")
        #expect(
            response.contains("Connection: close\r\n") && response.contains("the request head took longer than 10 s"))
        #expect(connection.isOutputClosed && connection.targets.isEmpty)
    }

    @Test("The second head of a connection has ten seconds too, from its first byte")
    func slowSecondHead() throws {
        let connection = try EmbeddedConnection()
        connection.wait(.seconds(20))
        connection.send(Self.get)
        #expect(try connection.receive().hasPrefix("HTTP/1.1 200"))
        connection.wait(.seconds(20))
        connection.send("GET /")
        connection.wait(.milliseconds(9_999))
        #expect(!connection.isOutputClosed)
        connection.wait(.milliseconds(1))
        #expect(try connection.receive().hasPrefix("HTTP/1.1 408"))
    }

    @Test("A connection without a request is closed after 30 seconds without a response")
    func idle() throws {
        let fresh = try EmbeddedConnection()
        fresh.wait(.milliseconds(29_999))
        #expect(!fresh.isClosed)
        fresh.wait(.milliseconds(1))
        #expect(try fresh.isClosed && fresh.receive().isEmpty)

        let used = try EmbeddedConnection()
        used.wait(.seconds(25))
        used.send(Self.get)
        _ = try used.receive()
        used.wait(.milliseconds(29_999))
        #expect(!used.isClosed)
        used.wait(.milliseconds(1))
        #expect(try used.isClosed && used.receive().isEmpty)
    }

    @Test("A body that arrives byte by byte is cut off after 20 seconds with 408, however long its parts are awaited")
    func slowBody() throws {
        let connection = try EmbeddedConnection()
        connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
        for _ in 0..<19 {
            connection.wait(.seconds(1))
            connection.send("a")
        }
        connection.wait(.milliseconds(999))
        #expect(try connection.receive().isEmpty)
        connection.wait(.milliseconds(1))
        #expect(try connection.receive().hasPrefix("HTTP/1.1 408"))
        #expect(connection.isOutputClosed && connection.bodyByteCount == 19)
    }

    @Test("Of many requests that are sent at once, two are answered, and the connection closes")
    func manyRequests() throws {
        let connection = try EmbeddedConnection()
        connection.holdResponses()
        for _ in 0..<10 { connection.send(String(repeating: Self.get, count: 500)) }
        #expect(connection.targets.count == 2)
        try connection.respond()
        let first = try connection.receive()
        #expect(first.ranges(of: "HTTP/1.1 200").count == 1 && !first.contains("Connection: close"))
        try connection.respond()
        #expect(try connection.receive().contains("Connection: close\r\n"))
        #expect(connection.isOutputClosed && connection.targets.count == 2)
    }

    @Test("A connection answers any number of requests, one after the other")
    func sequence() throws {
        let connection = try EmbeddedConnection()
        for _ in 0..<100 {
            connection.send(Self.get)
            #expect(try connection.receive().hasPrefix("HTTP/1.1 200"))
        }
        #expect(!connection.isOutputClosed)
    }

    @Test("A client that reads nothing of a response is cut off after a minute, and one that reads slowly is not")
    func unreadResponse() throws {
        let connection = try EmbeddedConnection()
        connection.holdResponses()
        connection.send(Self.get)
        for _ in 0..<3 {
            connection.setWritable(false)
            connection.wait(.seconds(59))
            connection.setWritable(true)
            connection.wait(.seconds(100))
        }
        #expect(!connection.isClosed)
        connection.setWritable(false)
        connection.wait(.milliseconds(59_999))
        #expect(!connection.isClosed)
        connection.wait(.milliseconds(1))
        #expect(connection.isClosed)
    }

    @Test("A client that takes some bytes of full buffers in each minute is not cut off")
    func slowReader() {
        var state = ConnectionState(limits: ConnectionLimits(), now: .uptimeNanoseconds(0))
        var now = NIODeadline.uptimeNanoseconds(0)
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Host": "a"])
        _ = state.receiveHead(head, at: now)
        _ = state.receiveEnd(at: now)
        state.changeWritability(to: false, bufferedByteCount: 9_000, at: now)
        for count in [8_999, 8_000, 1] {
            now = now + .seconds(60)
            #expect(state.deadline == now)
            guard case .pass = state.timeOut(at: now, bufferedByteCount: count) else {
                Issue.record("the connection closes with \(count) bytes")
                return
            }
        }
        guard case .close = state.timeOut(at: now + .seconds(60), bufferedByteCount: 1) else {
            Issue.record("the connection stays open")
            return
        }
    }

    @Test("A response may take longer than any timeout")
    func longResponse() throws {
        let connection = try EmbeddedConnection()
        connection.holdResponses()
        connection.send(Self.get)
        connection.wait(.seconds(1_000))
        #expect(!connection.isOutputClosed)
        try connection.respond()
        #expect(try connection.receive().hasPrefix("HTTP/1.1 200"))
        #expect(!connection.isOutputClosed)
    }

    @Test(
        "The connection closes after the response if the client wants that (RFC 9112, section 9.3)",
        arguments: [
            ("1.1", "", false), ("1.1", "Connection: keep-alive\r\n", false), ("1.1", "Connection: close\r\n", true),
            ("1.1", "Connection: CLOSE\r\n", true), ("1.1", "Connection: te, Close\r\n", true),
            ("1.1", "Connection: te\r\nConnection: close\r\n", true), ("1.1", "Connection: closed\r\n", false),
            ("1.1", "Connection: keep-alive, close\r\n", true), ("1.0", "", true),
            ("1.0", "Connection: keep-alive\r\n", false), ("1.0", "Connection: Keep-Alive\r\n", false),
            ("1.0", "Connection: close\r\n", true), ("1.0", "Connection: keep-alive, close\r\n", true),
            // The parser reads nothing after a request for another protocol.
            ("1.1", "Connection: Upgrade\r\nUpgrade: h2c\r\n", true),
        ])
    func persistence(version: String, fields: String, closes: Bool) throws {
        let connection = try EmbeddedConnection()
        let request = "GET / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n"
        connection.send(request)
        let response = try connection.receive()
        #expect(response.hasPrefix("HTTP/1.1 200"), "\(response)")
        #expect(response.contains("Connection: close\r\n") == closes, "\(response)")
        #expect(response.contains("Connection: keep-alive\r\n") == (!closes && version == "1.0"), "\(response)")
        #expect(connection.isOutputClosed == closes)
        connection.send(request)
        #expect(connection.targets.count == (closes ? 1 : 2))
    }

    @Test("Requests that a client sends at once after one with close are not served")
    func pipelinedAfterClose() throws {
        let connection = try EmbeddedConnection()
        connection.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(connection.targets == ["/a"])
    }

    @Test("A response without a length to an HTTP/1.0 request ends with the connection, without chunks")
    func streamToOldClient() throws {
        let connection = try EmbeddedConnection()
        connection.holdResponses()
        connection.send("GET /api/export HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n")
        try connection.respond(length: nil)
        let response = try connection.receive()
        #expect(response.hasPrefix("HTTP/1.0 200") && response.contains("Connection: close\r\n"), "\(response)")
        #expect(!response.lowercased().contains("transfer-encoding"))
        #expect(connection.isOutputClosed)
    }

    @Test("A response before the end of the body closes the connection, and the rest of the body is discarded")
    func earlyResponse() throws {
        let connection = try EmbeddedConnection()
        connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3145728\r\n\r\n")
        try connection.respond(.payloadTooLarge)
        #expect(try connection.receive().contains("Connection: close\r\n"))
        #expect(connection.isOutputClosed && !connection.isClosed)
        connection.send(String(repeating: "a", count: 100_000))
        #expect(connection.bodyByteCount == 0 && !connection.isClosed)
        connection.endInput()
        #expect(connection.isClosed)
    }

    @Test("A closed connection discards at most 8 MiB and for at most two seconds")
    func lingering() throws {
        var limits = ConnectionLimits()
        limits.lingerByteCount = 100
        let connection = try EmbeddedConnection(limits: limits)
        connection.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        connection.send(String(repeating: "a", count: 100))
        #expect(connection.isOutputClosed && !connection.isClosed)
        connection.send("a")
        #expect(connection.isClosed)

        let patient = try EmbeddedConnection()
        patient.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        patient.wait(.milliseconds(1_999))
        #expect(!patient.isClosed)
        patient.wait(.milliseconds(1))
        #expect(patient.isClosed)
    }

    @Test("The refusal of an invalid request is sent after the responses to the requests before it")
    func refusalAfterResponses() throws {
        let connection = try EmbeddedConnection()
        connection.holdResponses()
        connection.send(Self.get + Self.get + "BAD\r\n\r\n")
        #expect(try connection.receive().isEmpty)
        try connection.respond()
        try connection.respond()
        let response = try connection.receive()
        let statuses = response.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.output.1) }
        #expect(statuses == ["200", "200", "400"], "\(response)")
        #expect(connection.isOutputClosed)
    }

    @Test(
        "Nothing that follows the last request reaches the parser, which would store it",
        arguments: [
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n\r\nBAD\r\n\r\n",
        ])
    func bytesAfterLastRequest(requests: String) throws {
        let connection = try EmbeddedConnection()
        connection.holdResponses()
        connection.send(requests)
        #expect(connection.parsedByteCount == requests.utf8.count)
        for _ in 0..<10 { connection.send(String(repeating: "a", count: 1 << 20)) }
        #expect(connection.parsedByteCount == requests.utf8.count)
        #expect(!connection.isOutputClosed && connection.targets.count == 1)
        try connection.respond()
        #expect(try connection.receive().hasPrefix("HTTP/1.1 200"))
        #expect(connection.isOutputClosed)
    }

    @Test("Empty lines after a request begin no request, so an idle connection is closed without a response")
    func emptyLines() throws {
        let connection = try EmbeddedConnection()
        connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na")
        connection.send("\r\n")
        connection.wait(.seconds(15))
        connection.send("\r\n")
        connection.send(Self.get)
        let responses = try connection.receive()
        #expect(responses.matches(of: /HTTP\/1\.1 200/).count == 2, "\(responses)")
        connection.wait(.seconds(15))
        connection.send("\r\n")
        connection.wait(.milliseconds(14_999))
        #expect(!connection.isClosed)
        connection.wait(.milliseconds(1))
        #expect(try connection.isClosed && connection.receive().isEmpty)
    }

    @Test(
        "A request that is sent before the response to an HTTP/1.0 request is not served",
        arguments: [nil, "0"] as [String?])
    func pipelinedAfterOldRequest(length: String?) throws {
        let connection = try EmbeddedConnection()
        connection.holdResponses()
        let requests = ["/a", "/b"].map { "GET \($0) HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n" }
        connection.send(requests.joined())
        #expect(connection.targets == ["/a"])
        try connection.respond(length: length)
        let response = try connection.receive()
        #expect(response.contains("Connection: close\r\n") && connection.isOutputClosed, "\(response)")
    }

    @Test("Nothing is sent after the last response")
    func outputAfterEnd() throws {
        let connection = try EmbeddedConnection()
        connection.holdResponses()
        connection.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n")
        try connection.respond(length: nil)
        #expect(try connection.receive().hasPrefix("HTTP/1.0 200"))
        try connection.respond()
        #expect(try connection.receive().isEmpty)
    }

    @Test(
        "100 Continue is sent when a body is read for which the client waits (RFC 9110, section 10.1.1)",
        arguments: [
            ("1.1", "Expect: 100-continue\r\n", "", true), ("1.1", "Expect: 100-Continue\r\n", "", true),
            ("1.1", "", "", false), ("1.0", "Expect: 100-continue\r\n", "", false),
            ("1.1", "Expect: 100-continue\r\n", "a", false),
        ])
    func continuation(version: String, fields: String, begin: String, expected: Bool) throws {
        let connection = try EmbeddedConnection()
        connection.send("POST / HTTP/\(version)\r\nHost: a\r\nContent-Length: 2\r\n\(fields)\r\n\(begin)")
        #expect(try connection.receive().isEmpty)
        connection.readBody()
        connection.readBody()
        #expect(try connection.receive() == (expected ? "HTTP/1.1 100 Continue\r\n\r\n" : ""))
        connection.send(String(repeating: "a", count: 2 - begin.utf8.count))
        #expect(try connection.receive().hasPrefix("HTTP/1.1 200"))
    }

    @Test("100 Continue is sent neither before the response to an earlier request nor after a refusal")
    func continuationInOrder() throws {
        let connection = try EmbeddedConnection()
        connection.holdResponses()
        let request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        connection.send(Self.get + request)
        connection.readBody()
        #expect(try connection.receive().isEmpty)
        try connection.respond()
        #expect(try connection.receive().hasPrefix("HTTP/1.1 200"))
        connection.readBody()
        #expect(try connection.receive().hasPrefix("HTTP/1.1 100"))

        let refused = try EmbeddedConnection()
        refused.send(request)
        try refused.respond(.payloadTooLarge)
        refused.readBody()
        let response = try refused.receive()
        #expect(response.hasPrefix("HTTP/1.1 413") && !response.contains("100 Continue"), "\(response)")
    }
}
