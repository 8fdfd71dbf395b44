import Foundation
import PageFetch
import Synchronization
import TestSupport
import Testing
import Transfer
import WHATWGURL

@Suite("Pages whose sinks pause them", .timeLimit(.minutes(20)))
struct PatientSinkTests {
    /// A sink that is ready only after a test allows it.
    private final class PatientSink: PageSink {
        let byteCount = Mutex(0)
        let isOpen = Mutex(false)
        // A stream instead of a gate, because a blocked thread would be missing elsewhere.
        private let (refusals, refusal) = AsyncStream.makeStream(of: Void.self)

        /// Returns after the sink has been found not ready.
        func wasNotReady() async {
            var iterator = refusals.makeAsyncIterator()
            await iterator.next()
        }

        func receive(head: PageHead) -> BodyDecision { .accept }

        func receive(body: UnsafeRawBufferPointer) -> BodyDecision {
            byteCount.withLock { $0 += body.count }
            return .accept
        }

        var isReady: Bool {
            let isReady = isOpen.withLock { $0 }
            if !isReady { refusal.yield() }
            return isReady
        }
    }

    @Test("A page waits for a sink that is not ready, even from the cache", arguments: [false, true])
    func patientSink(isCached: Bool) async throws {
        let bytes = ScriptedFile.bytes(3_000_000)
        let server = try ScriptedServer(["/a": .ok(bytes, fields: [("Cache-Control", "max-age=900")])])
        defer { server.stop() }
        let directory = NSTemporaryDirectory() + "leftoff-stream-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let engine = TransferEngine()
        let cache = isCached ? try HTTPCache(directory: directory) : nil
        let fetcher = PageFetcher(engine: engine, cache: cache, clock: RecordingClock())
        let url = try #require(WebURL(server.address("/a")))
        if isCached { _ = try await fetcher.fetch(url) }
        let sink = PatientSink()
        let page = Mutex<(any FlowControl)?>(nil)
        async let outcome = withCheckedThrowingContinuation { continuation in
            page.withLock { $0 = fetcher.start(url, into: sink) { continuation.resume(with: $0) } }
        }
        await sink.wasNotReady()
        #expect(sink.byteCount.withLock { $0 } == 0)
        sink.isOpen.withLock { $0 = true }
        while page.withLock({ $0 == nil }) { await Task.yield() }
        page.withLock { $0 }?.resume()
        #expect(try await outcome.bodyBytes == 3_000_000)
        #expect(sink.byteCount.withLock { $0 } == 3_000_000)
        #expect(server.requests.count == 1)
        await engine.shutdown()
    }

    @Test("A page that waits for its sink can be cancelled, and the wait does not count towards its timeout")
    func stoppedWhileWaiting() async throws {
        let server = try ScriptedServer(["/a": .ok(ScriptedFile.bytes(3_000_000))])
        defer { server.stop() }
        let engine = TransferEngine()
        // Long enough for a page to start on a busy machine.
        var policy = FetchPolicy()
        policy.totalTimeout = .seconds(5)
        let fetcher = PageFetcher(engine: engine, policy: policy, clock: RecordingClock())
        let url = try #require(WebURL(server.address("/a")))
        let sink = PatientSink()
        let (results, continuation) = AsyncStream.makeStream(of: Result<PageOutcome, any Error>.self)
        let page = fetcher.start(url, into: sink) { continuation.yield($0) }
        await sink.wasNotReady()
        // Another transfer takes longer than this one's timeout.
        policy.totalTimeout = .seconds(6)
        policy.maximumRetries = 0
        let longer = PageFetcher(engine: engine, policy: policy, clock: RecordingClock())
        let stalled = try await #require(throws: TransferError.self) {
            server.route("/b", .stalled())
            let other = try #require(WebURL(server.address("/b")))
            _ = try await longer.fetch(other)
        }
        #expect(stalled.className == "timeout")
        page.cancel()
        var iterator = results.makeAsyncIterator()
        let result = await iterator.next()
        let error = try #require(throws: TransferError.self) { _ = try result?.get() }
        #expect(error.className == "cancelled")
        await engine.shutdown()
    }
}
