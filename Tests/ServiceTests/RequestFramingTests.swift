import DownloadQueue
import Foundation
import HTTPTypes
import NIOHTTP1
import Syntax
import Testing

@testable import Service

/// Requests that violate HTTP, sent over a socket.
@Suite("Malformed requests", .timeLimit(.minutes(20)))
struct RequestFramingTests {
    /// A request, and the status of its response.
    struct Case: CustomTestStringConvertible {
        let line: String
        let fields: String
        let body: String
        let status: Int

        var testDescription: String { "\(line) \(fields)\(body)".debugDescription }

        /// Creates a case; the request has Host, a token and the media type of JSON.
        init(_ fields: String, _ body: String = "", _ status: Int = 400, line: String = "POST /api/queue") {
            self.line = line
            self.fields = fields
            self.body = body
            self.status = status
        }
    }

    private static let chunked = "Transfer-Encoding: chunked\r\n"
    private static let large = String(repeating: "a", count: 100_000)

    /// Requests that each violate one rule.
    private static let cases: [Case] = [
        // Sizes of chunks: overflow, 2^64, negative, not hexadecimal, empty.
        Case(chunked, "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"), Case(chunked, "10000000000000000\r\n{}\r\n0\r\n\r\n"),
        Case(chunked, "-1\r\n{}\r\n0\r\n\r\n"), Case(chunked, "+2\r\n{}\r\n0\r\n\r\n"),
        Case(chunked, "0x2\r\n{}\r\n0\r\n\r\n"), Case(chunked, "g\r\n{}\r\n0\r\n\r\n"),
        Case(chunked, "\r\n{}\r\n0\r\n\r\n"), Case(chunked, " 2\r\n{}\r\n0\r\n\r\n"),
        Case(chunked, "2;\u{1}\r\n{}\r\n0\r\n\r\n"), Case(chunked, "2\r\n{}xx0\r\n\r\n"),
        Case(chunked, "2\n{}\r\n0\r\n\r\n"), Case(chunked, "2\r{}\r\n0\r\n\r\n"),
        // Trailers: not a field, a space before the colon, too large.
        Case(chunked, "2\r\n{}\r\n0\r\n: a\r\n\r\n"), Case(chunked, "2\r\n{}\r\n0\r\nA : b\r\n\r\n"),
        Case(chunked, "2\r\n{}\r\n0\r\nA: \(large)\r\n\r\n", 431),
        // Bodies that end too early.
        Case(chunked, "5\r\n{}"), Case(chunked, "2\r\n{}\r\n"), Case(chunked), Case("Content-Length: 9\r\n", "{}"),
        // Lengths: two, different, not a number.
        Case("Content-Length: 2\r\n\(chunked)", "2\r\n{}\r\n0\r\n\r\n"),
        Case("\(chunked)Content-Length: 2\r\n", "2\r\n{}\r\n0\r\n\r\n"),
        Case("Content-Length: 2\r\nContent-Length: 3\r\n", "{}"),
        Case("Content-Length: 2\r\nContent-Length: 2\r\n", "{}"), Case("Content-Length: 2, 2\r\n", "{}"),
        Case("Content-Length: +2\r\n", "{}"), Case("Content-Length: 0x2\r\n", "{}"),
        Case("Content-Length: -2\r\n", "{}"), Case("Content-Length: 2a\r\n", "{}"),
        Case("Content-Length: 2 2\r\n", "{}"),
        Case("Content-Length:\r\n", "{}"), Case("Content-Length: 18446744073709551616\r\n", "{}"),
        // Transfer codings.
        Case("Transfer-Encoding: gzip\r\n", "{}", 501), Case("Transfer-Encoding: identity\r\n", "{}", 501),
        Case("Transfer-Encoding: xchunked\r\n", "2\r\n{}\r\n0\r\n\r\n", 501),
        Case("Transfer-Encoding: gzip, chunked\r\n", "2\r\n{}\r\n0\r\n\r\n", 501),
        Case("Transfer-Encoding: chunked, identity\r\n", "2\r\n{}\r\n0\r\n\r\n"),
        Case("Transfer-Encoding: chunked, chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"),
        Case("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"),
        // Fields: a space before the colon, a folded line, a bare CR or LF, a control character, no name, too large.
        Case("Content-Length : 2\r\n", "{}"), Case("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"),
        Case(" X: a\r\nContent-Length: 2\r\n", "{}"), Case("X: a\r\n\tb\r\nContent-Length: 2\r\n", "{}"),
        Case("X: a\rContent-Length: 2\r\n", "{}"), Case("X: a\nContent-Length: 2\r\n", "{}"),
        Case("X: a\u{0}b\r\nContent-Length: 2\r\n", "{}"), Case(": a\r\nContent-Length: 2\r\n", "{}"),
        Case("X\r\nContent-Length: 2\r\n", "{}"), Case("X(y): a\r\nContent-Length: 2\r\n", "{}"),
        Case("X: \(large)\r\nContent-Length: 2\r\n", "{}", 431),
        Case("\(large): a\r\nContent-Length: 2\r\n", "{}", 431),
        Case(String(repeating: "X: a\r\n", count: 1_001), "", 431),
        // Request lines.
        Case("", "", 431, line: "GET /\(large)"), Case("", "", line: "GET"), Case("", "", line: "G@T /"),
        Case("", "", line: "GET /a b"), Case("", "", line: "GET healthz"), Case("", "", line: "GET /\u{0}"),
        Case("", "", line: "\u{16}\u{3}\u{1}"),
        // A path that takes long to compare.
        Case("", "", line: "GET /e\(marks)"),
        Case(
            "", "",
            line: "GET /" + String(repeating: "%CC%81", count: 6_000) + String(repeating: "%CC%96", count: 6_000)),
    ]
    /// A run of combining characters, which Swift compares in the square of the time.
    private static let marks =
        String(repeating: "\u{301}", count: 15_000) + String(repeating: "\u{316}", count: 15_000)

    @Test("Fields with long runs of combining characters are compared in a short time, and the others are unchanged")
    func combiningRuns() {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
        for name in ["Host", "Origin", "Sec-Fetch-Site", "Cookie", "Content-Type", "X"] {
            head.headers.add(name: name, value: "é\(Self.marks)")
        }
        head.headers.add(name: "Accept", value: "é ü")
        let bounded = RequestFraming.bounded(head)
        #expect(bounded.headers.map(\.name) == head.headers.map(\.name))
        #expect(bounded.headers.allSatisfy { !$0.value.hasLongCombiningRun })
        #expect(bounded.headers["Accept"] == ["é ü"])
    }

    private static func request(_ sample: Case, _ service: TestService, _ port: UInt16, version: String = "1.1")
        -> String
    {
        "\(sample.line) HTTP/\(version)\r\nHost: 127.0.0.1:\(port)\r\n"
            + "Authorization: Bearer \(service.tokens.full.text)\r\nContent-Type: application/json\r\n"
            + "\(sample.fields)\r\n\(sample.body)"
    }

    /// Sends each text on its own connection, and returns what the service responds until it closes the connection.
    private static func responses(to texts: @escaping @Sendable (UInt16) -> [String], _ service: TestService)
        async throws -> [String]
    {
        try await service.running { address in
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(
                        with: Result {
                            try texts(address.port).map { text in
                                let connection = try RawConnection(port: address.port)
                                connection.send(text)
                                connection.endOutput()
                                return connection.receive()
                            }
                        })
                }
            }
        }
    }

    @Test("Each malformed request gets one problem and never a 500, and its connection closes")
    func malformed() async throws {
        let service = try TestService(port: 0)
        let responses = try await Self.responses(
            to: { port in Self.cases.map { Self.request($0, service, port) } }, service)
        for (sample, response) in zip(Self.cases, responses) {
            let statuses = response.matches(of: /HTTP\/1\.1 (\d+)/).map { Int($0.output.1) }
            #expect(statuses == [sample.status], "\(sample.testDescription.prefix(200)): \(response.prefix(200))")
            #expect(response.contains("Connection: close\r\n"), "\(sample.testDescription.prefix(200))")
            #expect(response.contains("application/problem+json"), "\(sample.testDescription.prefix(200))")
            #expect(response.contains("X-Content-Type-Options: nosniff"), "\(sample.testDescription.prefix(200))")
        }
        #expect(try service.queue.items(in: nil).isEmpty)
    }

    @Test(
        "Other versions of HTTP get 505, and chunks in HTTP/1.0 get 400",
        arguments: [
            ("2.0", 505), ("0.9", 505), ("1.9", 505), ("11", 505), ("1.0", 400),
        ])
    func versions(version: String, status: Int) async throws {
        let service = try TestService(port: 0)
        let sample = Case(Self.chunked, "0\r\n\r\n")
        let responses = try await Self.responses(to: { [Self.request(sample, service, $0, version: version)] }, service)
        let response = try #require(responses.first)
        #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(response)")
        #expect(response.contains("Connection: close\r\n") && !response.contains("HTTP/1.1 2"))
    }

    @Test("A valid chunked body with extensions and trailers is accepted, and the connection stays open")
    func validChunks() async throws {
        let service = try TestService(port: 0)
        let body = #"{"urls":["https://example.org/a"]}"#
        let sample = Case(
            Self.chunked, "\(String(body.count, radix: 16));a=b;c=\"d\"\r\n\(body)\r\n0\r\nX: y\r\n\r\n", 201)
        let next = Case("Connection: close\r\n", "", 200, line: "GET /healthz")
        let response = try await Self.responses(
            to: { [Self.request(sample, service, $0) + Self.request(next, service, $0)] }, service)[0]
        let statuses = response.matches(of: /HTTP\/1\.1 (\d+)/).map { Int($0.output.1) }
        #expect(statuses == [201, 200], "\(response)")
    }
}
