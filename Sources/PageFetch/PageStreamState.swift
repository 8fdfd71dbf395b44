import Transfer

/// The state of one ``PageStream``: what is buffered, how far the transfer is, and whether a delivery is due.
///
/// Its functions are pure. Those that demand something of the outside return ``Actions``, which the stream performs
/// once its lock is released.
struct PageStreamState {
    /// Effects of a transition.
    struct Actions {
        /// The transfer to resume, since there is room in the buffer again.
        var resumed: (any FlowControl)?

        /// The transfer to cancel.
        var cancelled: (any FlowControl)?

        /// True if a delivery must be scheduled.
        var schedulesDelivery = false
    }

    /// The stages of the transfer that fills the buffer.
    enum Transfer {
        /// The engine has the request, and its handle has not been stored yet.
        case starting(isPaused: Bool)

        /// The engine can be told to resume or cancel the transfer; it is paused while the buffer is full.
        case running(any FlowControl, isPaused: Bool)

        /// The transfer has ended. Its handle, which retains the stream, is released.
        case ended(Result<TransferSummary, any Error>)
    }

    /// The stages of passing the buffer on to the receiver.
    enum Delivery {
        /// Nothing is scheduled.
        case idle

        /// A delivery is scheduled or runs.
        case active

        /// A delivery runs, and the receiver has become ready since the delivery last asked it.
        case activeAndResumed

        /// The receiver was not ready, and has not been resumed since.
        case held
    }

    /// The part of a response that one delivery passes on.
    struct Batch {
        /// The head, if it has not been passed on yet.
        var head: ResponseHead?

        /// The next bytes of the body.
        var chunks: [[UInt8]]

        /// The end of the transfer, which follows the bytes; nil while more may come.
        var result: Result<TransferSummary, any Error>?

        /// True if the stream was cancelled, so that the receiver wants none of this.
        var isCancelled: Bool
    }

    /// The number of buffered bytes at which a delivery is scheduled before the response has ended.
    ///
    /// Most pages are shorter, and cost one change of threads.
    static let batchBytes = 262_144

    /// The number of buffered bytes at which the transfer is paused.
    ///
    /// One batch is filled while the receiver consumes another.
    static let maximumBufferedBytes = 524_288

    private var head: ResponseHead?
    private var chunks: [[UInt8]] = []
    private var chunkSize = DeliveryQueue.chunkSize
    /// The bytes in ``chunks`` and in the batch that is being delivered.
    private(set) var bufferedBytes = 0
    private(set) var transfer = Transfer.starting(isPaused: false)
    private(set) var delivery = Delivery.idle
    private(set) var isCancelled = false

    // MARK: Control

    /// Stores the transfer's handle.
    mutating func start(_ handle: any FlowControl) -> Actions {
        var actions = Actions()
        if isCancelled { actions.cancelled = handle }
        // The transfer may have paused, or even ended, before its handle arrived here.
        if case .starting(let isPaused) = transfer {
            if isPaused { actions.resumed = handle }
            transfer = .running(handle, isPaused: false)
        }
        return actions
    }

    /// Cancels the transfer, and a delivery that waits for the receiver.
    mutating func cancel() -> Actions {
        isCancelled = true
        switch (transfer, delivery) {
        case (.running(let handle, _), _): return Actions(cancelled: handle)
        // Nothing but the receiver was waited for.
        case (.ended, .held):
            delivery = .idle
            return schedule()
        case (.starting, _), (.ended, _): return Actions()
        }
    }

    /// Resumes a delivery that waits for the receiver.
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

    /// Returns true if the body is announced to be short; a compressed one may grow.
    private static func isShort(_ head: ResponseHead) -> Bool {
        guard head["Content-Encoding"] == nil, let length = head["Content-Length"].flatMap({ Int($0) }) else {
            return false
        }
        return length <= DeliveryQueue.shortChunkSize
    }

    /// Stores bytes of the body.
    ///
    /// - Parameters:
    ///   - body: The bytes, which are copied.
    ///   - makeChunk: A function that returns an empty chunk of a capacity in bytes.
    /// - Returns: The effects, none unless a batch is full.
    mutating func receive(_ body: UnsafeRawBufferPointer, makeChunk: (Int) -> [UInt8]) -> Actions {
        guard !isCancelled else { return Actions() }
        var rest = body
        while !rest.isEmpty {
            let room = chunks.last.map { chunkSize - $0.count } ?? 0
            if room <= 0 {
                chunks.append(makeChunk(chunkSize))
                continue
            }
            let part = min(room, rest.count)
            chunks[chunks.count - 1].append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<part]))
            rest = UnsafeRawBufferPointer(rebasing: rest[part...])
        }
        bufferedBytes += body.count
        return bufferedBytes >= Self.batchBytes ? schedule() : Actions()
    }

    /// Returns true if the buffer has room; otherwise the transfer counts as paused.
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

    /// Makes a delivery due, unless there is one or the receiver is not ready.
    private mutating func schedule() -> Actions {
        guard case .idle = delivery else { return Actions() }
        delivery = .active
        return Actions(schedulesDelivery: true)
    }

    // MARK: The delivery's side

    /// Forgets that the receiver was resumed, before it is asked whether it is ready.
    ///
    /// - Returns: False if the receiver need not be asked, since the stream was cancelled.
    mutating func beginReadinessCheck() -> Bool {
        if case .activeAndResumed = delivery { delivery = .active }
        return !isCancelled
    }

    /// Ends the delivery until the receiver, which was found not to be ready, is resumed.
    ///
    /// - Returns: False if it was resumed, or the stream cancelled, while it was asked.
    mutating func hold() -> Bool {
        guard case .active = delivery, !isCancelled else { return false }
        delivery = .held
        return true
    }

    /// Removes all that can be passed on from the buffer; nil ends the delivery, since there is nothing.
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

    /// Makes room for as many bytes as were delivered.
    mutating func release(_ byteCount: Int) -> Actions {
        bufferedBytes -= byteCount
        guard case .running(let handle, isPaused: true) = transfer else { return Actions() }
        transfer = .running(handle, isPaused: false)
        return Actions(resumed: handle)
    }
}
