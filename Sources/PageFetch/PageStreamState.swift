import Numbers
import Transfer

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
