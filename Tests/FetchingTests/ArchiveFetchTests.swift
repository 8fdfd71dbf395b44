import Synchronization
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("Fetches of web archives", .timeLimit(.minutes(20)))
struct ArchiveFetchTests {
    /// A sink that keeps everything and cannot start over.
    private final class Sink: PageSink {
        let bytes = Mutex<[UInt8]>([])
        let heads = Mutex<[PageHead]>([])

        func receive(head: PageHead) -> BodyDecision {
            heads.withLock { $0.append(head) }
            return .accept
        }

        func receive(body: UnsafeRawBufferPointer) -> BodyDecision {
            bytes.withLock { $0 += body }
            return .accept
        }
    }

    private let body = ScriptedFile.bytes(3_000_000)
    private let clock = RecordingClock()

    /// Fetches a path, and returns what the sink received.
    private func fetch(
        _ server: ScriptedServer, _ path: String = "/a", range: Range<Int64>? = nil,
        limits: FetchPolicy.ArchiveLimits = FetchPolicy.ArchiveLimits()
    ) async throws -> (sink: Sink, outcome: Result<PageOutcome, any Error>) {
        let engine = TransferEngine()
        let policy = FetchPolicy().forArchive(range: range, limits: limits)
        let fetcher = PageFetcher(engine: engine, policy: policy, clock: clock, jitter: { 0.5 })
        let sink = Sink()
        let url = try #require(WebURL(server.address(path)))
        let outcome: Result<PageOutcome, any Error>
        do { outcome = .success(try await fetcher.fetch(url, into: sink)) } catch { outcome = .failure(error) }
        await engine.shutdown()
        return (sink, outcome)
    }

    @Test("A body that breaks off is continued where it ended, as often as there is progress")
    func resumed() async throws {
        var file = ScriptedFile(body)
        // Without progress being counted, nine requests would not be enough.
        file.cutAfter = 200_000
        let server = try ScriptedServer(["/a": .file(file)])
        defer { server.stop() }
        var limits = FetchPolicy.ArchiveLimits()
        limits.maximumRetries = 20
        let (sink, outcome) = try await fetch(server, limits: limits)
        #expect(try outcome.get().bodyBytes == 3_000_000)
        #expect(sink.bytes.withLock { $0 } == body)
        #expect(sink.heads.withLock { $0.map(\.status) } == [200])
        #expect(server.requests.count == 15)
        #expect(server.requests.dropFirst().allSatisfy { $0.value(of: "If-Range") == "\"v1\"" })
        #expect(server.requests.allSatisfy { $0.value(of: "Accept-Encoding") == "identity" })
        #expect(clock.recorded.first == .seconds(1.5))
    }

    @Test("Progress renews the attempts")
    func progress() async throws {
        var file = ScriptedFile(body)
        file.cutAfter = 1_100_000
        let server = try ScriptedServer(["/a": .file(file)])
        defer { server.stop() }
        var limits = FetchPolicy.ArchiveLimits()
        limits.maximumRetries = 1
        let (sink, outcome) = try await fetch(server, limits: limits)
        #expect(try outcome.get().bodyBytes == 3_000_000)
        #expect(sink.bytes.withLock { $0 } == body)
    }

    @Test("A part of another version is never appended, and the attempts without progress are limited")
    func changed() async throws {
        var cut = ScriptedFile(body)
        cut.cutAfter = 500_000
        let other = ScriptedFile(ScriptedFile.bytes(3_000_000, seed: 2), etag: "\"v2\"")
        var unversioned = ScriptedFile(body, etag: nil)
        unversioned.cutAfter = 500_000
        let server = try ScriptedServer([
            "/changed": .sequence([.file(cut), .file(other)]), "/unversioned": .file(unversioned),
            "/lost": .sequence([.file(cut), .status(404)]),
            "/stuck": .sequence([.file(cut), ScriptedResponder { _, connection in connection.close() }]),
        ])
        defer { server.stop() }
        for (path, count) in [("/changed", 2), ("/unversioned", 1), ("/lost", 2), ("/stuck", 9)] {
            let before = server.requests.count
            let (sink, outcome) = try await fetch(server, path)
            #expect(throws: TransferError.self) { try outcome.get() }
            #expect(sink.bytes.withLock { $0 } == Array(body.prefix(500_000)), "\(path)")
            #expect(server.requests.count - before == count, "\(path)")
        }
    }

    @Test("A range is requested, continued within its end, and refused from a server that sends the whole file")
    func range() async throws {
        var file = ScriptedFile(body)
        file.cutAfter = 600_000
        var whole = ScriptedFile(body)
        whole.ignoresRange = true
        let server = try ScriptedServer(["/a": .file(file), "/whole": .file(whole)])
        defer { server.stop() }
        let (sink, outcome) = try await fetch(server, range: 1_000..<1_001_000)
        #expect(try outcome.get().bodyBytes == 1_000_000)
        #expect(sink.bytes.withLock { $0 } == Array(body[1_000..<1_001_000]))
        #expect(server.requests.map { $0.value(of: "Range") } == ["bytes=1000-1000999", "bytes=601000-1000999"])
        let (refused, failure) = try await fetch(server, "/whole", range: 1_000..<2_000)
        #expect(throws: TransferError.self) { try failure.get() }
        #expect(refused.bytes.withLock { $0.isEmpty })
    }

    @Test("The rest of a range is requested if the server sends only a part of it, and its end is not invented")
    func shortParts() async throws {
        var file = ScriptedFile(body)
        file.longestPart = 400_000
        let server = try ScriptedServer(["/a": .file(file)])
        defer { server.stop() }
        let (sink, outcome) = try await fetch(server, range: 1_000..<1_001_000)
        #expect(try outcome.get().bodyBytes == 1_000_000)
        #expect(sink.bytes.withLock { $0 } == Array(body[1_000..<1_001_000]))
        #expect(
            server.requests.map { $0.value(of: "Range") }
                == ["bytes=1000-1000999", "bytes=401000-1000999", "bytes=801000-1000999"])
        let end = Int64(body.count)
        let (_, beyond) = try await fetch(server, range: end - 100..<end + 100)
        #expect(throws: TransferError.self) { try beyond.get() }
    }

    @Test("503 and 403 mean waiting, with growing delays or for as long as the server says")
    func busy() async throws {
        let server = try ScriptedServer([
            "/a": .sequence([
                .status(503), .status(403), .status(503, fields: [("Retry-After", "120")]), .file(ScriptedFile(body)),
            ])
        ])
        defer { server.stop() }
        let (sink, outcome) = try await fetch(server)
        #expect(try outcome.get().head.status == 200)
        #expect(sink.bytes.withLock { $0 } == body)
        #expect(clock.recorded == [.seconds(1.5), .seconds(3), .seconds(180)])
    }

    @Test("A host that refuses the first connection is not tried again")
    func refused() async throws {
        let port = try ScriptedServer.reservedPort()
        let engine = TransferEngine()
        let policy = FetchPolicy().forArchive(range: nil, limits: FetchPolicy.ArchiveLimits())
        let fetcher = PageFetcher(engine: engine, policy: policy, clock: clock)
        let url = try #require(WebURL("http://127.0.0.1:\(port)/a"))
        await #expect(throws: TransferError.self) { try await fetcher.fetch(url, into: Sink()) }
        #expect(clock.recorded.isEmpty)
        await engine.shutdown()
    }

    @Test("While one fetch waits for a host, no other request is sent to it")
    func gate() {
        let gate = HostGate()
        let passed = Mutex<[String]>([])
        func pass(_ host: String) {
            if gate.isOpen(host, orThen: { passed.withLock { $0.append("later \(host)") } }) {
                passed.withLock { $0.append(host) }
            }
        }
        gate.close("a")
        gate.close("a")
        pass("a")
        pass("b")
        gate.open("a")
        #expect(passed.withLock { $0 } == ["b"])
        gate.open("a")
        pass("a")
        #expect(passed.withLock { $0 } == ["b", "later a", "a"])
    }
}
