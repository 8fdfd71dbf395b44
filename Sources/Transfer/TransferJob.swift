import Synchronization

/// A request that an engine has accepted, with the sink of its response.
final class TransferJob: FlowControl {
    typealias Completion = @Sendable (Result<TransferSummary, any Error>) -> Void

    /// The identifier of the newest job.
    private static let lastIdentifier = Atomic<UInt64>(0)

    let id: UInt64
    let request: TransferRequest
    let sink: any TransferSink
    private let mailbox: EngineMailbox
    private let cancelled = Atomic<Bool>(false)
    private let completion: Mutex<Completion?>

    init(
        request: TransferRequest, sink: any TransferSink, mailbox: EngineMailbox, completion: Completion? = nil
    ) {
        id = Self.lastIdentifier.wrappingAdd(1, ordering: .relaxed).newValue
        self.request = request
        self.sink = sink
        self.mailbox = mailbox
        self.completion = Mutex(completion)
    }

    /// True once the job has been cancelled, even if it was not submitted yet.
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Marks the job as cancelled.
    func markCancelled() {
        cancelled.store(true, ordering: .releasing)
    }

    /// Sets the continuation to resume when the job ends.
    func setContinuation(_ continuation: CheckedContinuation<TransferSummary, any Error>) {
        completion.withLock { $0 = { continuation.resume(with: $0) } }
    }

    func resume() {
        mailbox.resume(self)
    }

    func cancel() {
        mailbox.cancel(self)
    }

    /// Ends the job, unless it has already ended.
    func end(_ result: Result<TransferSummary, any Error>) {
        let ending = completion.withLock { slot in
            defer { slot = nil }
            return slot
        }
        ending?(result)
    }
}
