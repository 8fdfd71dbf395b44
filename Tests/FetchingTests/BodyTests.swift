import Foundation
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("Bodies", .timeLimit(.minutes(20)))
struct BodyTests {
    /// The text of the compressed samples.
    private static let text = String(repeating: "Leftoff picks up where you left off. ", count: 200)

    private static let gzip = """
        H4sIAAAAAAACA+3K0QmAIBQAwFXeBE3iFqEUBUol0vY5Rh/3fZdyeWop0fb1uKO3GFu+cry1xzkppi2RJEmSJEmSJEmSJEmSJEmSJEmSJEmS/pM\
        +Y0KPdegcAAA=
        """
    private static let zlib = """
        eNrtytEJgCAUAMBV3gRN4hahFAVKJdL2OUYf932XcnlqKdH29bijtxhbvnK8tcc5KaYtkSRJkiRJkiRJkiRJkiRJkiRJkiRJkv6TPlDkTt8=
        """
    private static let rawDeflate = """
        7crRCYAgFADAVd4ETeIWoRQFSiXS9jlGH/d9l3J5ainR9vW4o7cYW75yvLXHOSmmLZEkSZIkSZIkSZIkSZIkSZIkSZIkSZL+kz4=
        """
    private static let brotli = "G+ccaIyUq+1owQTWtlQXkrWIAzHcg34wRVnotvLYcvmi1J7n0lWJnwbWRwFAdGA="

    /// 16 million zeros.
    private static let brotliBomb = "y///P/glYOKxQCD3/i//R+jwSwDEYRGA7gYd"
    private static let brotliInGzip = """
        H4sIAAAAAAACAwEvAND/G+ccaIyUq+1owQTWtlQXkrWIAzHcg34wRVnotvLYcvmi1J7n0lWJnwbWRwFAdGAfNac6LwAAAA==
        """

    private static func bytes(_ base64: String) throws -> [UInt8] {
        Array(try #require(Data(base64Encoded: base64)))
    }

    private func compressedRequest(_ url: WebURL, limit: Int64? = nil) -> TransferRequest {
        var request = TransferRequest(url: url)
        request.acceptsCompression = true
        request.maximumBodyBytes = limit
        return request
    }

    @Test(
        "A compressed body is decompressed however it is cut",
        arguments: [
            ("gzip", gzip), ("x-gzip", gzip), ("GZIP", gzip), ("deflate", zlib), ("deflate", rawDeflate),
            ("br", brotli),
            ("br, gzip", brotliInGzip), ("identity, br", brotli),
        ], [1, 2, 7, 100_000])
    func coding(sample: (coding: String, base64: String), size: Int) async throws {
        let bytes = try Self.bytes(sample.base64)
        let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
        let routes = ["/a": ScriptedResponder.chunked(pieces, fields: [("Content-Encoding", sample.coding)])]
        try await withServerAndEngine(routes) { server, engine in
            let (summary, sink) = try await engine.get(compressedRequest(server.url("/a")))
            #expect(sink.text == Self.text)
            #expect(summary.bodyBytes == Int64(Self.text.utf8.count))
            #expect(summary.transferredBytes == Int64(bytes.count))
            #expect(server.requests.first?.value(of: "Accept-Encoding") == "gzip, deflate, br")
        }
    }

    @Test("All members of a gzip body are read, and padding after them is dropped")
    func gzipMembers() async throws {
        let member = try Self.bytes(Self.gzip)
        let routes: [String: ScriptedResponder] = [
            "/a": .ok(member + member + [0, 0, 0], fields: [("Content-Encoding", "gzip")])
        ]
        try await withServerAndEngine(routes) { server, engine in
            let result = try await engine.get(compressedRequest(server.url("/a")))
            #expect(result.sink.text == Self.text + Self.text)
        }
    }

    @Test("A body is not decoded unless compression was requested")
    func unrequestedCoding() async throws {
        let bytes = try Self.bytes(Self.gzip)
        try await withServerAndEngine(["/a": .ok(bytes, fields: [("Content-Encoding", "gzip")])]) { server, engine in
            let result = try await engine.get(server.url("/a"))
            #expect(result.sink.body == bytes)
        }
    }

    @Test("An empty body is neither a compressed stream nor an error")
    func emptyCompressed() async throws {
        try await withServerAndEngine(["/a": .ok([], fields: [("Content-Encoding", "gzip")])]) { server, engine in
            let result = try await engine.get(compressedRequest(server.url("/a")))
            #expect(result.summary.bodyBytes == 0)
        }
    }

    @Test(
        "A compressed body that ends early is truncated even if its length is right",
        arguments: [
            ("gzip", gzip), ("deflate", zlib), ("deflate", rawDeflate), ("br", brotli), ("br, gzip", brotliInGzip),
        ],
        [1, 5, 20])
    func truncatedCoding(sample: (coding: String, base64: String), missing: Int) async throws {
        let bytes = try Self.bytes(sample.base64).dropLast(missing)
        let routes = ["/a": ScriptedResponder.ok(Array(bytes), fields: [("Content-Encoding", sample.coding)])]
        try await withServerAndEngine(routes) { server, engine in
            let error = try await engine.failure(of: compressedRequest(server.url("/a")))
            #expect(error.className == "truncated")
            #expect(error.detail.contains("ends early"))
        }
    }

    @Test("A body whose coding is unsupported, invalid or nested too deep is an HTTP error")
    func badCoding() async throws {
        let gzip = try Self.bytes(Self.gzip)
        try await withServerAndEngine { server, engine in
            for (path, coding) in [("/zstd", "zstd"), ("/br", "br"), ("/four", "gzip,gzip,gzip,gzip")] {
                server.route(path, .ok(gzip, fields: [("Content-Encoding", coding)]))
                let error = try await engine.failure(of: compressedRequest(server.url(path)))
                #expect(error.className == "http", "\(coding): \(error)")
            }
        }
    }

    @Test(
        "A body with an unknown coding is delivered as it is",
        arguments: ["none", "utf-8", "identity", "binary", "aws-chunked", "x-unknown, gzip", "gzip, none", ""])
    func unknownCoding(coding: String) async throws {
        let bytes = Array("data".utf8)
        let routes = ["/a": ScriptedResponder.ok(bytes, fields: [("Content-Encoding", coding)])]
        try await withServerAndEngine(routes) { server, engine in
            let sink = CollectingSink()
            _ = try await engine.run(compressedRequest(server.url("/a")), into: sink)
            #expect(sink.body == bytes)
        }
    }

    @Test("A body that ends early is truncated, with every way of stating its length")
    func truncated() async throws {
        let bytes = ScriptedFile.bytes(5_000)
        let routes: [String: ScriptedResponder] = [
            "/length": .short(bytes, announced: 6_000), "/chunked": .chunked([bytes], isCut: true),
        ]
        try await withServerAndEngine(routes) { server, engine in
            for path in ["/length", "/chunked"] {
                let sink = CollectingSink()
                let error = try await #require(throws: TransferError.self) {
                    try await engine.run(TransferRequest(url: server.url(path)), into: sink)
                }
                #expect(error.className == "truncated")
                #expect(sink.body == bytes)
            }
        }
    }

    @Test("A body may be exactly as long as the limit", arguments: [false, true])
    func limit(isChunked: Bool) async throws {
        let bytes = ScriptedFile.bytes(40_000)
        try await withServerAndEngine { server, engine in
            server.route("/a", isChunked ? .chunked([bytes]) : .ok(bytes))
            var request = TransferRequest(url: try server.url("/a"))
            request.maximumBodyBytes = 40_000
            let result = try await engine.get(request)
            #expect(result.sink.body == bytes)
            request.maximumBodyBytes = 39_999
            let error = try await engine.failure(of: request)
            #expect(error == .tooLarge(url: try server.url("/a"), limit: 39_999))
            #expect(error.detail.contains("39999 bytes"))
        }
    }

    @Test("A body beyond the limit is delivered up to the limit on request", arguments: [false, true])
    func beginning(isChunked: Bool) async throws {
        let bytes = ScriptedFile.bytes(40_000)
        try await withServerAndEngine { server, engine in
            server.route("/a", isChunked ? .chunked([bytes]) : .ok(bytes))
            var request = TransferRequest(url: try server.url("/a"))
            request.maximumBodyBytes = 30_001
            request.deliversUpToLimit = true
            let sink = CollectingSink()
            let error = await #expect(throws: TransferError.self) { try await engine.run(request, into: sink) }
            #expect(error == .tooLarge(url: try server.url("/a"), limit: 30_001))
            #expect(sink.body == Array(bytes.prefix(30_001)))
            request.maximumBodyBytes = 40_000
            #expect(try await engine.get(request).sink.body == bytes)
        }
    }

    @Test("The limit applies to decompressed bytes, so a decompression bomb does no harm")
    func bomb() async throws {
        let routes = ["/a": ScriptedResponder.ok(try Self.bytes(Self.brotliBomb), fields: [("Content-Encoding", "br")])]
        try await withServerAndEngine(routes) { server, engine in
            let sink = CollectingSink()
            let request = compressedRequest(try server.url("/a"), limit: 1_000_000)
            await #expect(throws: TransferError.self) { try await engine.run(request, into: sink) }
            #expect(sink.body.count <= 1_000_000)
            let result = try await engine.get(compressedRequest(server.url("/a")))
            #expect(result.summary.bodyBytes == 16_000_000)
        }
    }

    @Test("A compressed body that grows too much ends the transfer", arguments: DecompressionBomb.codings)
    func expansion(coding: String) async throws {
        let bomb = DecompressionBomb(coding: coding)
        try await withServerAndEngine(["/a": bomb.response]) { server, engine in
            let sink = CollectingSink()
            var request = compressedRequest(try server.url("/a"))
            request.expansionAllowance = 1 << 20
            let error = await #expect(throws: TransferError.self) { try await engine.run(request, into: sink) }
            #expect(error == .decompressionBomb(url: try server.url("/a"), ratio: 250))
            #expect(error?.isTransient == false)
            #expect(sink.body.count <= max(1 << 20, bomb.body.count * 250))
            request.expansionAllowance = bomb.byteCount + (1 << 20)
            #expect(try await engine.get(request).summary.bodyBytes == Int64(bomb.byteCount))
        }
    }

    @Test("An error that a sink throws is rethrown unchanged")
    func sinkError() async throws {
        struct DiskFull: Error {}
        try await withServerAndEngine(["/a": .ok(ScriptedFile.bytes(50_000)), "/b": .ok([1])]) { server, engine in
            let sink = CollectingSink { _ in throw DiskFull() }
            await #expect(throws: DiskFull.self) {
                try await engine.run(TransferRequest(url: server.url("/a")), into: sink)
            }
            let result = try await engine.get(server.url("/b"))
            #expect(result.sink.body == [1])
        }
    }

    @Test("A body that the sink refuses ends the transfer without an error")
    func refused() async throws {
        try await withServerAndEngine(["/a": .stalled(after: [1, 2, 3])]) { server, engine in
            let sink = CollectingSink(.refuse)
            let summary = try await engine.run(TransferRequest(url: server.url("/a")), into: sink)
            #expect(summary.wasRefused)
            #expect(summary.head?.status == 200)
            #expect(sink.body.isEmpty)
            try await server.allConnectionsClosed()
        }
    }
}
