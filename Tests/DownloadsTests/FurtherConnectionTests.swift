import DownloadQueue
import Synchronization
import TestSupport
import Testing

@testable import Downloads

/// Tests of the ways in which a server treats further connections for one file.
///
/// The first transfer stops at 150,000 bytes until the server has answered as many further requests as a way says, so
/// that the order of events is always the same.
@Suite("Further connections")
struct FurtherConnectionTests {
    /// One way in which a server treats further connections.
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        /// The number of all requests for the file.
        let requests: ClosedRange<Int>
        /// The number of further requests after which the first transfer goes on.
        var opensAt = 1
        /// Answers a further request; the number is 1 for the first one.
        let answer: @Sendable (Int, ScriptedRequest, ScriptedConnection) throws -> Void

        var testDescription: String { name }
    }

    static let content = ScriptedFile.bytes(1_600_000)
    private static let page = Array("<!doctype html><title>Sign in</title>Only one connection".utf8)

    private func scene() throws -> DownloadScene {
        try DownloadScene { options in
            options.segments = 4
            options.segmentMinimum = 1_000_000
            options.pieceLimit = 100_000
        }
    }

    /// Serves the file: the first transfer waits for a gate at 150,000 bytes, and breaks off at `end`.
    private func serve(
        _ scene: DownloadScene, _ path: String, _ way: Way, gate: ScriptedGate = ScriptedGate(), end: Int? = nil
    ) {
        let count = Mutex(0)
        let first = Mutex(true)
        scene.server.route(path) { request, connection in
            let isFirst = first.withLock { first in
                defer { first = false }
                return first
            }
            if isFirst {
                var file = ScriptedFile(Self.content)
                file.gate = (after: 150_000, gate)
                file.cutAfter = end
                return try ScriptedResponder.file(file).respond(request, connection)
            }
            let number = count.withLock { count in
                count += 1
                return count
            }
            defer { if number >= way.opensAt { gate.open() } }
            try way.answer(number, request, connection)
        }
        scene.server.route("/login", .ok(Self.page, fields: [("Content-Type", "text/html")]))
        scene.server.route("/loop", .redirect(to: "/loop"))
        scene.server.route("/gone", .status(404))
    }

    // MARK: Ways

    private static func status(
        _ code: Int, _ fields: [(String, String)] = [], body: [UInt8] = [], requests: ClosedRange<Int> = 2...2
    ) -> Way {
        let fields = fields.map { ScriptedRequest.Field(name: $0.0, value: $0.1) }
        let text = fields.map { " \($0.name): \($0.value)" }.joined()
        return Way(name: "\(code)\(text)", requests: requests) { _, request, connection in
            try connection.respond(code, fields.map { ($0.name, $0.value) }, body: body, to: request)
        }
    }

    private static func redirect(_ target: String) -> Way {
        Way(name: "redirect to \(target)", requests: 2...2) { _, request, connection in
            try connection.respond(302, [("Location", target)], to: request)
        }
    }

    /// Answers with the file, as changed by `change`.
    private static func file(
        _ name: String, requests: ClosedRange<Int>, opensAt: Int = 1,
        _ change: @escaping @Sendable (Int, inout ScriptedFile) -> Void
    ) -> Way {
        Way(name: name, requests: requests, opensAt: opensAt) { number, request, connection in
            var file = ScriptedFile(content)
            change(number, &file)
            try ScriptedResponder.file(file).respond(request, connection)
        }
    }

    /// Answers with a head of its own for the requested range, and the right bytes.
    private static func head(
        _ name: String, requests: ClosedRange<Int> = 2...2,
        _ fields: @escaping @Sendable (_ range: ClosedRange<Int>) -> [(String, String)]
    ) -> Way {
        Way(name: name, requests: requests) { _, request, connection in
            let range = try #require(bounds(request))
            try connection.respond(206, fields(range), body: Array(content[range]), to: request)
        }
    }

    private static func bounds(_ request: ScriptedRequest) -> ClosedRange<Int>? {
        let ends = request.value(of: "Range")?.dropFirst(6).split(separator: "-").compactMap { Int($0) } ?? []
        return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
    }

    private static func contentRange(_ range: ClosedRange<Int>) -> (String, String) {
        ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound)/\(content.count)")
    }

    /// Answers a number of further requests, and all later ones with a status.
    private static func limited(_ answered: Int, then status: Int, requests: ClosedRange<Int>) -> Way {
        Way(
            name: "\(answered) answered, then \(status)", requests: requests, opensAt: min(answered, 3)
        ) { number, request, connection in
            guard number <= answered else { return try connection.respond(status, to: request) }
            try ScriptedResponder.file(ScriptedFile(content)).respond(request, connection)
        }
    }

    static let ways: [Way] = [
        status(401, [("WWW-Authenticate", "Basic realm=\"x\"")]), status(403), status(404), status(410),
        status(416, [("Content-Range", "bytes */\(content.count)")]), status(429, [("Retry-After", "120")]),
        status(503, [("Retry-After", "120")]), status(500), status(204), status(451), status(509),
        status(200, [("Content-Type", "text/html")], body: page),
        status(200, [("Content-Type", "text/html"), ("ETag", "\"v1\"")], body: page, requests: 2...3),
        status(200, [("Content-Type", "application/octet-stream")], body: Array("other".utf8)),
        status(206, [("Content-Type", "text/html"), ("Content-Range", "bytes 0-3/4")], body: Array("page".utf8)),
        status(206, body: Array("no Content-Range".utf8)),
        redirect("/login"), redirect("/loop"), redirect("/gone"), redirect("ftp://127.0.0.1/a"),
        file("the whole file with its validator", requests: 3...3, opensAt: 2) { $1.ignoresRange = true },
        file("the whole file of another version", requests: 2...2) { _, file in
            file = ScriptedFile(ScriptedFile.bytes(1_600_000, seed: 2), etag: "\"v2\"")
        },
        file("the whole file without a validator", requests: 2...2) { _, file in
            file.etag = nil
            file.ignoresRange = true
        },
        file("a part of another version", requests: 2...2) { _, file in
            file = ScriptedFile(ScriptedFile.bytes(1_600_000, seed: 2), etag: "\"v2\"")
            file.ignoresIfRange = true
        },
        file("a part without a validator", requests: 2...2) { _, file in
            file.etag = nil
            file.ignoresIfRange = true
        },
        file("a part with a weak validator", requests: 2...2) { _, file in
            file.etag = "W/\"v1\""
            file.ignoresIfRange = true
        },
        file("a part of a longer file", requests: 2...2) { $1.contentRangeTotal = 1_600_001 },
        file("a part of another place", requests: 2...2) { $1.contentRangeShift = 100 },
        file("parts that break off", requests: 4...40, opensAt: 3) { $1.cutAfter = 60_000 },
        file("parts that break off at once", requests: 3...4, opensAt: 2) { $1.cutAfter = 0 },
        file("parts that are shorter than requested", requests: 4...40, opensAt: 3) { $1.longestPart = 70_000 },
        file("parts in small steps", requests: 2...12) { $1.step = 20_000 },
        file("wrong bytes under a right head", requests: 2...5) { number, file in
            file.body = file.body.map { ~$0 }
        },
        file("one part with wrong bytes under a right head", requests: 2...40, opensAt: 2) { number, file in
            if number == 1 { file.body = file.body.map { ~$0 } }
        },
        file("parts that break off within the bytes to compare", requests: 4...40, opensAt: 3) { $1.cutAfter = 1_000 },
        Way(name: "parts that go on to the end of the file", requests: 3...40, opensAt: 2) { _, request, connection in
            let start = try #require(bounds(request)).lowerBound
            let fields = [("ETag", "\"v1\""), contentRange(start...(content.count - 1))]
            try connection.respond(206, fields, body: Array(content[start...]), to: request)
        },
        file("bytes with a wrong Content-Digest", requests: 2...5) { _, file in
            file.body = file.body.map { ~$0 }
            file.fields.append(
                ScriptedRequest.Field(
                    name: "Content-Digest", value: "sha-256=:\(String(repeating: "A", count: 43))=:"))
        },
        head("multipart/byteranges") { _ in [("Content-Type", "multipart/byteranges; boundary=x"), ("ETag", "\"v1\"")]
        },
        head("a part that is compressed") { range in
            [("Content-Encoding", "gzip"), ("ETag", "\"v1\""), contentRange(range)]
        },
        head("a part that is declared as a page") { range in
            [("Content-Type", "text/html"), ("ETag", "\"v1\""), contentRange(range)]
        },
        head("a part of unknown size", requests: 2...12) { range in
            [("ETag", "\"v1\""), ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound)/*")]
        },
        Way(name: "a reset", requests: 3...3, opensAt: 2) { _, _, connection in connection.reset() },
        Way(name: "an empty reply", requests: 3...3, opensAt: 2) { _, _, connection in connection.close() },
        Way(name: "something other than HTTP", requests: 2...3) { _, _, connection in
            try connection.write("220 ready\r\n")
            connection.close()
        },
        Way(name: "a head that breaks off", requests: 3...3, opensAt: 2) { _, _, connection in
            try connection.write("HTTP/1.1 206 Scripted\r\nContent-Le")
            connection.close()
        },
        limited(1, then: 404, requests: 2...12), limited(2, then: 403, requests: 3...12),
        limited(3, then: 404, requests: 4...12), limited(4, then: 404, requests: 4...12),
        limited(3, then: 429, requests: 4...12), limited(3, then: 503, requests: 4...12),
    ]

    @Test("The first transfer delivers the file, however the server treats further connections", arguments: ways)
    func delivers(way: Way) async throws {
        let scene = try scene()
        serve(scene, "/a.bin", way)
        try scene.add("/a.bin")
        let result = try await scene.attemptOnce()
        let item = try #require(result.item, "\(result)")
        #expect(item.state == .done)
        #expect(item.sha256 == (try sha256(Self.content)))
        #expect(scene.bytes("a.bin") == Self.content)
        #expect(scene.names == ["a.bin"])
        try await scene.server.allRequestsRecorded()
        let requests = scene.server.requests.filter { $0.path == "/a.bin" }.count
        #expect(way.requests.contains(requests), "\(requests) requests")
        #expect(Self.ways.count >= 40)
    }

    @Test("A further connection that hangs does not delay the file", arguments: [false, true])
    func hangs(afterHead: Bool) async throws {
        let scene = try scene()
        let gate = ScriptedGate()
        let way = Way(name: "hang", requests: 2...2) { _, request, connection in
            if afterHead, let range = Self.bounds(request) {
                try connection.writeHead(
                    206, [("Content-Length", "\(range.count)"), ("ETag", "\"v1\""), Self.contentRange(range)])
            }
            gate.open()
            connection.waitUntilClientLeaves()
        }
        serve(scene, "/a.bin", way, gate: gate)
        try scene.add("/a.bin")
        let item = try #require(try await scene.attemptOnce().item)
        #expect(item.sha256 == (try sha256(Self.content)))
        #expect(scene.server.requests.count == 2)
    }

    @Test("If the server ends the first transfer for the second one, the others deliver the file")
    func replaced() async throws {
        let scene = try scene()
        serve(scene, "/a.bin", Self.file("right parts", requests: 2...12) { _, _ in }, end: 200_000)
        try scene.add("/a.bin")
        #expect(try await scene.attemptOnce().item?.sha256 == (try sha256(Self.content)))
    }

    @Test("A host that refuses a further connection is asked for later files over one connection")
    func remembers() async throws {
        let scene = try scene()
        let refusal = Way(name: "refusal", requests: 2...2) { _, request, connection in
            try connection.respond(403, [("Connection", "close")], to: request)
            // The first transfer goes on once the refusal has been received.
            connection.waitUntilClientLeaves()
        }
        serve(scene, "/a.bin", refusal)
        let downloader = Downloader(engine: scene.engine, options: scene.options)
        scene.server.route("/b.bin", .file(ScriptedFile(Self.content)))
        for (path, count) in [("/a.bin", 2), ("/b.bin", 3)] {
            try scene.add(path)
            let item = try #require(try scene.claim())
            let result = await downloader.download(
                item, at: downloader.destinationFinder()(item), journal: try scene.journal(item))
            #expect(result.item?.sha256 == (try sha256(Self.content)))
            try await scene.server.allRequestsRecorded()
            #expect(scene.server.requests.count == count)
        }
    }
}
