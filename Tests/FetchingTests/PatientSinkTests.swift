import Fetching
import Foundation
import Synchronization
import TestSupport
import Testing
import WHATWGURL

@Suite("Pages whose sinks pause them", .timeLimit(.minutes(20)))
struct PatientSinkTests {
    /// A sink that is ready only after a test allows it.
    private final class PatientSink: PageSink {
        let byteCount = Mutex(0)
        let isOpen = Mutex(false)
        // A stream instead of a gate, because a blocked thread would be missing elsewhere.
        private let (refusals, refusal) = AsyncStream.makeStream(of: Void.self)

        /// Waits until the sink has been found not ready.
        ///
        /// - Returns: False if its page has ended before.
        @discardableResult
        func wasNotReady() async -> Bool {
            var iterator = refusals.makeAsyncIterator()
            return await iterator.next() != nil
        }

        /// Records that the page has ended.
        func end() { refusal.finish() }

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
        let server = try ScriptedServer(["/a": .ok(ScriptedFile.bytes(3_000_000)), "/b": .stalled()])
        defer { server.stop() }
        let engine = TransferEngine()
        func fetcher(timeout: Int) -> PageFetcher {
            var policy = FetchPolicy()
            policy.totalTimeout = .seconds(timeout)
            policy.maximumRetries = 0
            policy.lowSpeed = nil
            return PageFetcher(engine: engine, policy: policy, clock: RecordingClock())
        }
        let url = try #require(WebURL(server.address("/a")))
        // With a short timeout, a busy machine may not have started the page, or not have filled its buffer.
        for timeout in [1, 4, 16, 64] {
            let sink = PatientSink()
            let (results, continuation) = AsyncStream.makeStream(of: Result<PageOutcome, any Error>.self)
            let page = fetcher(timeout: timeout).start(url, into: sink) {
                continuation.yield($0)
                sink.end()
            }
            guard await sink.wasNotReady() else { continue }
            // Another transfer takes longer than this one's timeout.
            let stalled = try await #require(throws: TransferError.self) {
                let other = try #require(WebURL(server.address("/b")))
                _ = try await fetcher(timeout: timeout + 1).fetch(other)
            }
            #expect(stalled.className == "timeout")
            page.cancel()
            var iterator = results.makeAsyncIterator()
            let result = await iterator.next()
            let error = try #require(throws: TransferError.self) { _ = try result?.get() }
            if error.className == "cancelled" { return await engine.shutdown() }
            #expect(error.className == "timeout")
        }
        Issue.record("every page timed out while it waited")
    }
}
