import Foundation
import Synchronization
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("Streaming of pages", .timeLimit(.minutes(20)))
struct PageStreamTests {
    /// A sink that counts bytes, with behaviour that a test chooses.
    private final class CountingSink: PageSink {
        struct State {
            var heads: [PageHead] = []
            var byteCount = 0
            var sum = 0
        }

        let state = Mutex(State())
        private let onBody: @Sendable (Int) throws -> BodyDecision
        private let restarts: Bool

        init(restarts: Bool = false, onBody: @escaping @Sendable (Int) throws -> BodyDecision = { _ in .accept }) {
            self.restarts = restarts
            self.onBody = onBody
        }

        var byteCount: Int { state.withLock { $0.byteCount } }

        func receive(head: PageHead) -> BodyDecision {
            state.withLock { $0.heads.append(head) }
            return .accept
        }

        func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision {
            let count = state.withLock { state in
                state.byteCount += body.count
                for byte in body { state.sum = (state.sum &* 31 &+ Int(byte)) & 0xFFFF_FFFF }
                return state.byteCount
            }
            return try onBody(count)
        }

        func restart() -> Bool {
            guard restarts else { return false }
            state.withLock { $0 = State() }
            return true
        }
    }

    private struct Stop: Error {}

    private func fetch(
        _ responder: ScriptedResponder, into sink: CountingSink, policy: FetchPolicy = FetchPolicy()
    ) async throws -> PageOutcome {
        let server = try ScriptedServer(["/a": responder, "/fine": .ok([1])])
        let engine = TransferEngine()
        defer { server.stop() }
        let fetcher = PageFetcher(engine: engine, policy: policy, clock: RecordingClock())
        let url = try #require(WebURL(server.address("/a")))
        let fine = try #require(WebURL(server.address("/fine")))
        let result: Result<PageOutcome, any Error>
        do { result = .success(try await fetcher.fetch(url, into: sink)) } catch { result = .failure(error) }
        // Whatever the result of the page, the next one must be received.
        #expect(try await fetcher.fetch(fine).body == [1])
        await engine.shutdown()
        return try result.get()
    }

    @Test(
        "Every byte is delivered once and in order, after the head",
        arguments: [0, 1, 65_536, 262_144, 600_001, 3_000_000])
    func whole(count: Int) async throws {
        let bytes = ScriptedFile.bytes(count)
        let sink = CountingSink()
        let outcome = try await fetch(.ok(bytes), into: sink)
        #expect(outcome.bodyBytes == Int64(count))
        let state = sink.state.withLock { $0 }
        #expect(state.heads.map(\.status) == [200])
        #expect(state.byteCount == count)
        #expect(state.sum == bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF })
    }

    /// A sink that accepts nothing.
    private final class IdleReceiver: PageStream.Receiver {
        func accepts(_ head: ResponseHead) -> Bool { true }
        func receive(head: ResponseHead) -> BodyDecision { .accept }
        func receive(body: UnsafeRawBufferPointer) -> BodyDecision { .accept }
        var isReady: Bool { true }
        func retries(after error: any Error) -> Bool { false }
        func end(_ end: PageStream.End) {}
    }

    @Test("Half a mebibyte is buffered, then the server is paused")
    func backPressure() throws {
        let queue = DeliveryQueue(width: 1)
        let gate = ScriptedGate()
        defer { gate.open() }
        // The queue that consumes the bytes is busy.
        queue.schedule { try? gate.wait() }
        let stream = PageStream(receiver: IdleReceiver(), queue: queue)
        let piece = ScriptedFile.bytes(16_384)
        var byteCount = 0
        while stream.isReady, byteCount < 10_000_000 {
            piece.withUnsafeBytes { stream.receive(body: $0) }
            byteCount += piece.count
        }
        #expect(byteCount == 524_288)
    }

    @Test("Nothing of a page is kept after its fetch has ended, with or without an error", arguments: [true, false])
    func release(isFine: Bool) async throws {
        weak var kept: CountingSink?
        do {
            let sink = CountingSink()
            kept = sink
            var policy = FetchPolicy()
            policy.maximumRetries = 0
            let responder = isFine ? ScriptedResponder.ok(ScriptedFile.bytes(400_000)) : .short([1], announced: 9)
            let result: Result<PageOutcome, any Error>
            do { result = .success(try await fetch(responder, into: sink, policy: policy)) } catch {
                result = .failure(error)
            }
            #expect((try? result.get()) != nil || !isFine)
        }
        // The thread that reports the result may hold the sink for a moment longer.
        let deadline = ContinuousClock.now + .seconds(60)
        while kept != nil, ContinuousClock.now < deadline { await Task.yield() }
        #expect(kept == nil)
    }

    @Test("A sink that starts late receives a long page completely")
    func lateSink() async throws {
        let gate = ScriptedGate()
        let block = ScriptedFile.bytes(65_536)
        let total = 512 * block.count
        let sink = CountingSink { count in
            if count <= 262_144 { try gate.wait() }
            return .accept
        }
        let responder = ScriptedResponder { _, connection in
            try connection.writeHead(200, [("Content-Length", "\(total)")])
            for _ in 0..<512 { try connection.write(block) }
        }
        async let outcome = fetch(responder, into: sink)
        try await gate.arrivals(1)
        gate.open()
        #expect(try await outcome.bodyBytes == Int64(total))
    }

    @Test("A sink that accepts no more ends the fetch without an error")
    func refusal() async throws {
        let responder = ScriptedResponder { _, connection in
            try connection.writeHead(200, [("Content-Type", "text/html")])
            while true { try connection.write(ScriptedFile.bytes(10_000)) }
        }
        let outcome = try await fetch(responder, into: CountingSink { $0 > 1_000_000 ? .refuse : .accept })
        #expect(outcome.wasRefused)
        #expect(outcome.head.status == 200)
    }

    @Test("An error that a sink throws is the fetch's error")
    func sinkThrows() async throws {
        await #expect(throws: Stop.self) {
            _ = try await self.fetch(.ok([1, 2]), into: CountingSink { _ in throw Stop() })
        }
    }

    @Test("A long page that breaks off is retried only if the sink can discard its bytes", arguments: [false, true])
    func restart(restarts: Bool) async throws {
        let bytes = ScriptedFile.bytes(900_000)
        let sink = CountingSink(restarts: restarts)
        let responder = ScriptedResponder.sequence([.short(bytes, announced: 900_001), .ok(bytes)])
        if restarts {
            #expect(try await fetch(responder, into: sink).bodyBytes == 900_000)
            #expect(sink.byteCount == 900_000)
        } else {
            let error = try await #require(throws: TransferError.self) { try await self.fetch(responder, into: sink) }
            #expect(error.className == "truncated")
        }
    }

    @Test("Bytes received before the last attempt failed reach the sink", arguments: [10, 900_000])
    func partialPage(count: Int) async throws {
        var policy = FetchPolicy()
        policy.maximumRetries = 1
        let sink = CountingSink(restarts: true)
        let responder = ScriptedResponder.short(ScriptedFile.bytes(count), announced: count + 1)
        let error = try await #require(throws: TransferError.self) {
            try await self.fetch(responder, into: sink, policy: policy)
        }
        #expect(error.className == "truncated")
        #expect(sink.byteCount == count)
        #expect(sink.state.withLock { $0.heads.count } == 1)
    }

    /// The responses of hostile servers, each with the class of its one error.
    private static let hostile: [(String, ScriptedResponder, String)] = [
        ("gzip bomb", .ok(bomb(), fields: [("Content-Encoding", "gzip")]), "decompressionBomb"),
        ("gzip bomb in a bomb", DecompressionBomb(coding: "gzip, gzip", members: 6).response, "decompressionBomb"),
        ("no gzip in gzip", .ok(bomb(), fields: [("Content-Encoding", "gzip, gzip")]), "http"),
        ("cut gzip", .ok(Array(bomb(1_000).dropLast(9)), fields: [("Content-Encoding", "gzip")]), "truncated"),
        (
            "endless body",
            ScriptedResponder { _, connection in
                try connection.writeHead(200)
                while true { try connection.write(ScriptedFile.bytes(65_536)) }
            }, "tooLarge"
        ),
        (
            "endless header",
            ScriptedResponder { _, connection in
                try connection.write("HTTP/1.1 200 OK\r\n")
                while true { try connection.write("X-Filler: \(String(repeating: "x", count: 5_000))\r\n") }
            }, "http"
        ),
        (
            "endless header line",
            ScriptedResponder { _, connection in
                try connection.write("HTTP/1.1 200 OK\r\nX: ")
                while true { try connection.write(String(repeating: "x", count: 5_000)) }
            }, "http"
        ),
        (
            "slow drip",
            ScriptedResponder { _, connection in
                try connection.writeHead(200, [("Content-Length", "100000")])
                try connection.write(ScriptedFile.bytes(2_000), step: 1, pause: .milliseconds(50))
            }, "lowSpeed"
        ),
        ("truncated chunks", .chunked([[1], [2]], isCut: true), "connectionLost truncated http"),
        ("too short a body", .short([1], announced: 9), "truncated"),
        ("redirect to a file", .redirect(to: "file:///etc/passwd"), "redirect"),
        ("redirect loop", .redirect(to: "/a"), "redirect"),
        ("redirects without an end", endlessRedirects(), "redirect"),
        (
            "two different lengths",
            ScriptedResponder { _, connection in
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 9\r\n\r\nx")
                connection.close()
            }, "http truncated connectionLost"
        ),
    ]

    /// Redirects to a new URL, again and again.
    private static func endlessRedirects() -> ScriptedResponder {
        let count = Mutex(0)
        return ScriptedResponder { request, connection in
            let number = count.withLock { value in
                value += 1
                return value
            }
            try connection.respond(302, [("Location", "/a?\(number)")], to: request)
        }
    }

    /// Returns up to 100 MB of zeros as gzip, in 100 kB of Deflate data that repeats one match.
    private static func bomb(_ count: Int = 100_000_000) -> [UInt8] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "head -c \(count) /dev/zero | gzip -9"]
        process.standardOutput = output
        guard (try? process.run()) != nil else { return [] }
        let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        return bytes
    }

    @Test("Every misbehaving server gives one clear error", arguments: 0..<14)
    func hostile(index: Int) async throws {
        let (name, responder, expected) = Self.hostile[index]
        var policy = FetchPolicy()
        policy.maximumBodyBytes = 20_000_000
        policy.maximumRetries = 0
        // Without a timeout, the other pages and the good one after them may be slow on a busy machine.
        if expected == "lowSpeed" {
            policy.lowSpeed = TransferRequest.LowSpeed(bytesPerSecond: 1_000, over: .seconds(10))
        }
        let sink = CountingSink()
        let error = try await #require(throws: TransferError.self, "\(name)") {
            try await self.fetch(responder, into: sink, policy: policy)
        }
        #expect(expected.split(separator: " ").contains { $0 == error.className }, "\(name): \(error)")
        #expect(!error.description.contains("\n"))
        #expect(sink.byteCount <= 20_000_000)
        #expect(Self.hostile.count == 14)
    }
}
