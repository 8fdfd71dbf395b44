import Synchronization
import Syntax
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

/// The state of one ``PageStream``: the buffer, the stage of the transfer, and the stage of the delivery.
///
/// Its functions are pure. They return effects as ``Actions``, which the stream performs after it has released its
/// lock.
struct PageStreamState {
    /// The effects of a transition.
    struct Actions {
        /// The transfer to resume, because there is space in the buffer again.
        var resumed: (any FlowControl)?

        /// The transfer to cancel.
        var cancelled: (any FlowControl)?

        /// True if a delivery must be scheduled.
        var schedulesDelivery = false
    }

    /// The stage of the transfer that fills the buffer.
    enum Transfer {
        /// The engine has received the request, but its handle has not been stored yet.
        case starting(isPaused: Bool)

        /// The transfer runs and can be resumed or cancelled; it is paused while the buffer is full.
        case running(any FlowControl, isPaused: Bool)

        /// The transfer has ended. Its handle, which retains the stream, is released.
        case ended(Result<TransferSummary, any Error>)
    }

    /// The stage of passing the buffer to the receiver.
    enum Delivery {
        /// Nothing is scheduled.
        case idle

        /// A delivery is scheduled or runs.
        case active

        /// A delivery is running, and the receiver became ready after its readiness was last checked.
        case activeAndResumed

        /// The receiver was not ready, and the delivery has not been resumed since.
        case held
    }

    /// The part of a response that is passed on in one delivery.
    struct Batch {
        /// The head; nil if it has been passed on already.
        var head: ResponseHead?

        /// The next bytes of the body.
        var chunks: [[UInt8]]

        /// The result of the transfer, which follows the bytes; nil if more may come.
        var result: Result<TransferSummary, any Error>?

        /// True if the stream was cancelled, so that the batch is not passed on.
        var isCancelled: Bool
    }

    /// The number of buffered bytes at which a delivery is scheduled although the response has not ended.
    ///
    /// Most pages are shorter and need only one change of threads.
    static let batchBytes = 262_144

    /// The number of buffered bytes at which the transfer is paused.
    ///
    /// One batch can be filled while the receiver processes another.
    static let maximumBufferedBytes = 524_288

    private var head: ResponseHead?
    private var chunks: [[UInt8]] = []
    private var chunkSize = DeliveryQueue.chunkSize
    /// The number of bytes in ``chunks`` and in the batch that is being delivered.
    private(set) var bufferedBytes = 0
    private(set) var transfer = Transfer.starting(isPaused: false)
    private(set) var delivery = Delivery.idle
    private(set) var isCancelled = false

    // MARK: Control

    /// Stores the transfer's handle.
    mutating func start(_ handle: any FlowControl) -> Actions {
        var actions = Actions()
        if isCancelled { actions.cancelled = handle }
        // The transfer may have paused or even ended before its handle was stored.
        if case .starting(let isPaused) = transfer {
            if isPaused { actions.resumed = handle }
            transfer = .running(handle, isPaused: false)
        }
        return actions
    }

    /// Cancels the transfer, and a delivery that is waiting for the receiver.
    mutating func cancel() -> Actions {
        isCancelled = true
        switch (transfer, delivery) {
        case (.running(let handle, _), _): return Actions(cancelled: handle)
        // The stream was waiting only for the receiver.
        case (.ended, .held):
            delivery = .idle
            return schedule()
        case (.starting, _), (.ended, _): return Actions()
        }
    }

    /// Resumes a delivery that is waiting for the receiver.
    mutating func resume() -> Actions {
        switch delivery {
        case .idle, .activeAndResumed: break
        case .active: delivery = .activeAndResumed
        case .held:
            delivery = .idle
            return schedule()
        }
        return Actions()
    }

    // MARK: The transfer's side

    /// Stores the head, and chooses the size of the chunks.
    mutating func receive(_ head: ResponseHead) {
        self.head = head
        chunkSize = Self.isShort(head) ? DeliveryQueue.shortChunkSize : DeliveryQueue.chunkSize
    }

    /// Returns true if the announced length of the body is short; false if it is compressed, because it may grow.
    private static func isShort(_ head: ResponseHead) -> Bool {
        guard head["Content-Encoding"] == nil, let length = head["Content-Length"].flatMap({ ByteCount(digits: $0) })
        else { return false }
        return length.bytes <= DeliveryQueue.shortChunkSize
    }

    /// Stores bytes of the body.
    ///
    /// - Parameters:
    ///   - body: The bytes, which are copied.
    ///   - makeChunk: A function that returns an empty chunk of the given capacity in bytes.
    /// - Returns: The effects; none unless a batch is full.
    mutating func receive(_ body: UnsafeRawBufferPointer, makeChunk: (Int) -> [UInt8]) -> Actions {
        guard !isCancelled else { return Actions() }
        var rest = body
        while !rest.isEmpty {
            let available = chunks.last.map { chunkSize - $0.count } ?? 0
            if available <= 0 {
                chunks.append(makeChunk(chunkSize))
                continue
            }
            let part = min(available, rest.count)
            chunks[chunks.count - 1].append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<part]))
            rest = UnsafeRawBufferPointer(rebasing: rest[part...])
        }
        bufferedBytes += body.count
        return bufferedBytes >= Self.batchBytes ? schedule() : Actions()
    }

    /// Returns true if the buffer has space; otherwise marks the transfer as paused.
    mutating func hasRoom() -> Bool {
        guard bufferedBytes >= Self.maximumBufferedBytes else { return true }
        switch transfer {
        case .starting: transfer = .starting(isPaused: true)
        case .running(let handle, _): transfer = .running(handle, isPaused: true)
        case .ended: break
        }
        return false
    }

    /// Stores the end of the transfer.
    mutating func end(_ result: Result<TransferSummary, any Error>) -> Actions {
        transfer = .ended(result)
        // A cancelled stream does not wait for its receiver.
        if isCancelled, case .held = delivery { delivery = .idle }
        return schedule()
    }

    /// Schedules a delivery, unless one is scheduled or the receiver is not ready.
    private mutating func schedule() -> Actions {
        guard case .idle = delivery else { return Actions() }
        delivery = .active
        return Actions(schedulesDelivery: true)
    }

    // MARK: The delivery's side

    /// Clears the mark that the receiver was resumed; called before the receiver's readiness is checked.
    ///
    /// - Returns: False if the check is unnecessary because the stream was cancelled.
    mutating func beginReadinessCheck() -> Bool {
        if case .activeAndResumed = delivery { delivery = .active }
        return !isCancelled
    }

    /// Pauses the delivery to a receiver that is not ready, until the receiver is resumed.
    ///
    /// - Returns: False if the receiver was resumed, or the stream cancelled, during the check.
    mutating func hold() -> Bool {
        guard case .active = delivery, !isCancelled else { return false }
        delivery = .held
        return true
    }

    /// Removes from the buffer everything that can be passed on; returns nil and ends the delivery if there is nothing.
    mutating func nextBatch() -> Batch? {
        var batch = Batch(chunks: [], isCancelled: isCancelled)
        if case .ended(let result) = transfer { batch.result = result }
        guard !chunks.isEmpty || batch.result != nil else {
            delivery = .idle
            return nil
        }
        swap(&batch.chunks, &chunks)
        swap(&batch.head, &head)
        return batch
    }

    /// Releases the buffer space of delivered bytes.
    mutating func release(_ byteCount: Int) -> Actions {
        bufferedBytes -= byteCount
        guard case .running(let handle, isPaused: true) = transfer else { return Actions() }
        transfer = .running(handle, isPaused: false)
        return Actions(resumed: handle)
    }
}
