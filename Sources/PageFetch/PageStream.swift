import Synchronization
import Transfer
import WHATWGURL

/// A stream that passes one response from the engine's thread to its receiver on a thread of the delivery queue.
///
/// A short page is passed on as a whole, with a single change of threads. Of a long page, at most
/// ``PageStreamState/maximumBufferedBytes`` are buffered before the transfer is paused.
final class PageStream: TransferSink, FlowControl {
    /// A receiver of a response, called on a thread of the delivery queue, one call at a time.
    protocol Receiver: AnyObject, Sendable {
        /// Returns true if the response is to be passed on.
        ///
        /// It is called on the engine's thread, which must not be blocked.
        func accepts(_ head: ResponseHead) -> Bool

        /// Receives the head, once and before the body.
        func receive(head: ResponseHead) throws -> BodyDecision

        /// Receives the next bytes of the body, which are valid during the call.
        func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision

        /// True if the receiver can receive more; if not, ``PageStream/resume()`` must be called later.
        var isReady: Bool { get }

        /// Returns true if a response that ended with an error need not be passed on, for example because the request
        /// is repeated.
        func retries(after error: any Error) -> Bool

        /// Receives the end, as the last call.
        func end(_ end: End)
    }

    /// The end of a response.
    struct End: Sendable {
        /// The transfer's result, or the error that the receiver threw.
        var result: Result<TransferSummary, any Error>

        /// True if the receiver has received the head.
        var hasBegun: Bool

        /// True if the receiver refused the body or the rest of it.
        var wasRefused: Bool

        /// The number of bytes of the body that the receiver has received.
        var bodyBytes: Int64
    }

    /// The progress of the receiver: the part of the response that it expects next, or the reason why it receives no
    /// more.
    private enum Progress: Sendable {
        case awaitingHead
        case receiving
        case refused
        case failed(any Error)
    }

    private let receiver: any Receiver
    private let queue: DeliveryQueue
    private let state = Mutex(PageStreamState())

    // Only deliveries use it, one at a time, so the lock is never contended.
    private let progress = Mutex<(stage: Progress, bodyBytes: Int64)>((.awaitingHead, 0))

    init(receiver: any Receiver, queue: DeliveryQueue) {
        self.receiver = receiver
        self.queue = queue
    }

    /// Starts the transfer.
    func start(_ request: TransferRequest, engine: TransferEngine) {
        let transfer = engine.start(request, into: self) { result in
            self.perform(self.state.withLock { $0.end(result) })
        }
        perform(state.withLock { $0.start(transfer) })
    }

    func cancel() {
        perform(state.withLock { $0.cancel() })
    }

    func resume() {
        perform(state.withLock { $0.resume() })
    }

    private func perform(_ actions: PageStreamState.Actions) {
        actions.resumed?.resume()
        actions.cancelled?.cancel()
        if actions.schedulesDelivery { queue.schedule { self.deliver() } }
    }

    // MARK: On the engine's thread

    func receive(head: ResponseHead) -> BodyDecision {
        guard receiver.accepts(head) else { return .refuse }
        state.withLock { $0.receive(head) }
        return .accept
    }

    func receive(body: UnsafeRawBufferPointer) {
        perform(state.withLock { $0.receive(body, makeChunk: queue.makeChunk(capacity:)) })
    }

    var isReady: Bool { state.withLock { $0.hasRoom() } }

    // MARK: On a thread of the delivery queue

    private func deliver() {
        while isReceiverReady(), var batch = state.withLock({ $0.nextBatch() }) {
            pass(batch)
            recycle(&batch.chunks)
            if let result = batch.result { return finish(result) }
        }
    }

    /// Returns true if the delivery continues.
    ///
    /// If the receiver is not ready, the delivery is paused until the receiver is resumed.
    private func isReceiverReady() -> Bool {
        while true {
            guard state.withLock({ $0.beginReadinessCheck() }), !receiver.isReady else { return true }
            if state.withLock({ $0.hold() }) { return false }
        }
    }

    private func pass(_ batch: PageStreamState.Batch) {
        guard !batch.isCancelled else { return }
        let isDone = progress.withLock { progress in
            switch progress.stage {
            case .refused, .failed: return false
            case .awaitingHead:
                // The receiver has not received any of this response yet, so a retry needs no restart.
                if case .failure(let error) = batch.result, receiver.retries(after: error) { return false }
            case .receiving: break
            }
            if batch.head != nil { progress.stage = .receiving }
            do {
                guard try receive(batch, &progress.bodyBytes) == .refuse else { return false }
                progress.stage = .refused
            } catch {
                progress.stage = .failed(error)
            }
            return true
        }
        if isDone { cancel() }
    }

    private func receive(_ batch: PageStreamState.Batch, _ bodyBytes: inout Int64) throws -> BodyDecision {
        if let head = batch.head, try receiver.receive(head: head) == .refuse { return .refuse }
        for chunk in batch.chunks {
            let decision = try chunk.withUnsafeBytes { try receiver.receive(body: $0) }
            bodyBytes += Int64(chunk.count)
            if decision == .refuse { return .refuse }
        }
        return .accept
    }

    /// Returns the chunks of a delivered batch to the queue, and releases their space in the buffer.
    private func recycle(_ chunks: inout [[UInt8]]) {
        let byteCount = chunks.reduce(0) { $0 + $1.count }
        while let chunk = chunks.popLast() { queue.recycle(chunk) }
        perform(state.withLock { $0.release(byteCount) })
    }

    private func finish(_ result: Result<TransferSummary, any Error>) {
        let (stage, bodyBytes) = progress.withLock { $0 }
        var end = End(result: result, hasBegun: true, wasRefused: false, bodyBytes: bodyBytes)
        switch stage {
        case .awaitingHead: end.hasBegun = false
        case .receiving: break
        case .refused: end.wasRefused = true
        case .failed(let error): end.result = .failure(error)
        }
        receiver.end(end)
    }
}
