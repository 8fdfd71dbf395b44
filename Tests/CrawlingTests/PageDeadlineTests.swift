import LinkHarvest
import Synchronization
import Syntax
import Testing
import WHATWGURL

@testable import Crawling
@testable import Fetching

@Suite("Time of a page")
struct PageDeadlineTests {
    /// A clock that the test moves.
    private final class Clock: Sendable {
        private let time = Mutex(Duration.zero)

        var now: Duration { time.withLock { $0 } }

        func advance(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    /// A receiver that counts links, and is ready or not.
    private final class Receiver: LinkBatchReceiver {
        private let state = Mutex((count: 0, isReady: true))

        var count: Int { state.withLock { $0.count } }
        var isReady: Bool {
            get { state.withLock { $0.isReady } }
            set { state.withLock { $0.isReady = newValue } }
        }

        func receive(_ batch: LinkBatch, at url: WebURL?) { state.withLock { $0.count += batch.count } }
        func reportRead(byteCount: Int, at url: WebURL?) {}
        func restart() -> Bool { true }
    }

    private let clock = Clock()
    private let receiver = Receiver()

    private func begin(_ type: String) throws -> (PageHarvestSink, PageHead) {
        let url = try #require(WebURL("http://h.test/a"))
        let head = PageHead(
            url: url, requestedURL: url, status: 200, fields: [.init(name: "Content-Type", value: type)])
        let sink = PageHarvestSink(
            harvester: LinkHarvester(), name: "a", receiver: receiver,
            makeDeadline: { [clock] url in PageDeadline(url: url, limit: .seconds(10)) { clock.now } })
        #expect(try sink.receive(head: head) == .accept)
        return (sink, head)
    }

    private func receive(_ text: String, _ sink: PageHarvestSink) throws {
        _ = try Array(text.utf8).withUnsafeBytes { try sink.receive(body: $0) }
    }

    @Test(
        "A page whose processing takes too long fails, however it is read", arguments: ["text/html", "text/markdown"])
    func expires(type: String) throws {
        let (sink, head) = try begin(type)
        try receive("<a href=x>x</a>", sink)
        clock.advance(.seconds(11))
        #expect(throws: TransferError.self) { try receive("<a href=y>y</a>", sink) }
        let error = sink.finish(after: .success(PageOutcome(head: head)))
        #expect((error as? TransferError)?.detail == "receiving and reading the page took longer than 10.0 seconds")
    }

    @Test("The time in which other pages are awaited does not count")
    func pauses() throws {
        let (sink, head) = try begin("text/html")
        try receive("<a href=x>x</a>", sink)
        clock.advance(.seconds(9))
        receiver.isReady = false
        #expect(!sink.isReady)
        clock.advance(.seconds(100))
        #expect(!sink.isReady)
        receiver.isReady = true
        try receive("<a href=y>y</a>", sink)
        #expect(sink.finish(after: .success(PageOutcome(head: head))) == nil)
        #expect(receiver.count == 2)
    }
}
