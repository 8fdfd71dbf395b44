import Synchronization
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("State of a page's stream")
struct PageStreamStateTests {
    private final class Handle: FlowControl {
        func resume() {}
        func cancel() {}
    }

    private struct Broken: Error {}

    private let handle = Handle()
    private let summary = Result<TransferSummary, any Error>.success(TransferSummary(head: nil))

    /// Stores zero bytes in pieces of 16 KiB, and returns true if a delivery became due.
    @discardableResult
    private func fill(_ state: inout PageStreamState, _ count: Int) -> Bool {
        var isDue = false
        for start in stride(from: 0, to: count, by: 16_384) {
            let piece = [UInt8](repeating: 0, count: min(16_384, count - start))
            let actions = piece.withUnsafeBytes { bytes in
                state.receive(bytes) { capacity in
                    var chunk: [UInt8] = []
                    chunk.reserveCapacity(capacity)
                    return chunk
                }
            }
            isDue = isDue || actions.schedulesDelivery
        }
        return isDue
    }

    @Test("A delivery is due when a batch is full, and again only after it has found nothing to deliver")
    func batches() throws {
        var state = PageStreamState()
        _ = state.start(handle)
        #expect(!fill(&state, PageStreamState.batchBytes - 1))
        #expect(fill(&state, 1))
        #expect(!fill(&state, 1))
        let next = state.nextBatch()
        let batch = try #require(next)
        #expect(batch.chunks.reduce(0) { $0 + $1.count } == PageStreamState.batchBytes + 1)
        #expect(batch.result == nil)
        let batch2 = state.nextBatch()
        #expect(batch2 == nil)
        _ = state.release(PageStreamState.batchBytes + 1)
        #expect(fill(&state, PageStreamState.batchBytes))
    }

    @Test("The end makes a delivery due, with the head and whatever was buffered")
    func shortResponse() throws {
        var state = PageStreamState()
        _ = state.start(handle)
        let url = try #require(WebURL("http://a.example/"))
        state.receive(ResponseHead(status: 200, fields: [], url: url))
        #expect(!fill(&state, 9))
        let ended = state.end(summary)
        #expect(ended.schedulesDelivery)
        let next = state.nextBatch()
        let batch = try #require(next)
        #expect(batch.head?.status == 200)
        #expect(batch.chunks == [[UInt8](repeating: 0, count: 9)])
        #expect(batch.result != nil)
        #expect(!batch.isCancelled)
    }

    @Test("A full buffer pauses the transfer until a batch is released", arguments: [false, true])
    func backPressure(startsLate: Bool) {
        var state = PageStreamState()
        if !startsLate { _ = state.start(handle) }
        fill(&state, PageStreamState.maximumBufferedBytes)
        let hasRoom = state.hasRoom()
        #expect(!hasRoom)
        if startsLate {
            // The transfer delivers again, and is paused again.
            let started = state.start(handle)
            #expect(started.resumed === handle)
            let hasRoom2 = state.hasRoom()
            #expect(!hasRoom2)
        }
        _ = state.nextBatch()
        let released = state.release(PageStreamState.maximumBufferedBytes)
        #expect(released.resumed === handle)
        let hasRoom3 = state.hasRoom()
        #expect(hasRoom3)
        let released2 = state.release(0)
        #expect(released2.resumed == nil)
    }

    @Test("A receiver that is not ready holds the delivery until it is resumed")
    func hold() {
        var state = PageStreamState()
        _ = state.start(handle)
        #expect(fill(&state, PageStreamState.batchBytes))
        let mustAsk = state.beginReadinessCheck()
        #expect(mustAsk)
        let isHeld = state.hold()
        #expect(isHeld)
        #expect(!fill(&state, 1))
        let ended = state.end(summary)
        #expect(!ended.schedulesDelivery)
        let resumed = state.resume()
        #expect(resumed.schedulesDelivery)
        let resumed2 = state.resume()
        #expect(!resumed2.schedulesDelivery)
    }

    @Test("A receiver that is resumed while it is asked does not hold the delivery")
    func resumedWhileAsked() {
        var state = PageStreamState()
        _ = state.start(handle)
        fill(&state, PageStreamState.batchBytes)
        let mustAsk = state.beginReadinessCheck()
        #expect(mustAsk)
        let resumed = state.resume()
        #expect(!resumed.schedulesDelivery)
        let isHeld = state.hold()
        #expect(!isHeld)
        let mustAsk2 = state.beginReadinessCheck()
        #expect(mustAsk2)
        let isHeld2 = state.hold()
        #expect(isHeld2)
    }

    @Test("Cancelling before the transfer's handle arrives cancels the transfer then")
    func cancelledEarly() {
        var state = PageStreamState()
        let cancelled = state.cancel()
        #expect(cancelled.cancelled == nil)
        let started = state.start(handle)
        #expect(started.cancelled === handle)
        #expect(!fill(&state, PageStreamState.batchBytes))
        #expect(state.bufferedBytes == 0)
    }

    @Test(
        "A held delivery continues when its stream is cancelled and the transfer has ended", arguments: [false, true])
    func cancelledWhileHeld(endsFirst: Bool) throws {
        var state = PageStreamState()
        _ = state.start(handle)
        fill(&state, PageStreamState.batchBytes)
        _ = state.beginReadinessCheck()
        _ = state.hold()
        if endsFirst {
            let ended = state.end(summary)
            #expect(!ended.schedulesDelivery)
        }
        let actions = state.cancel()
        #expect(actions.schedulesDelivery == endsFirst)
        #expect((actions.cancelled == nil) == endsFirst)
        if !endsFirst {
            let ended = state.end(.failure(Broken()))
            #expect(ended.schedulesDelivery)
        }
        let mustAsk = state.beginReadinessCheck()
        #expect(!mustAsk)
        let isHeld = state.hold()
        #expect(!isHeld)
        let batch = state.nextBatch()
        #expect(try #require(batch).isCancelled)
    }

    @Test("The handle is released at the end of the transfer, even if that comes before the handle")
    func release() {
        for startsFirst in [false, true] {
            var state = PageStreamState()
            weak var released: Handle?
            do {
                let handle = Handle()
                released = handle
                if startsFirst { _ = state.start(handle) }
                _ = state.end(summary)
                if !startsFirst { _ = state.start(handle) }
            }
            #expect(released == nil)
            let cancelled = state.cancel()
            #expect(cancelled.cancelled == nil)
        }
    }
}
