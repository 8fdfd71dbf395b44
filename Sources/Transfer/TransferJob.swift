import Synchronization

/// A request that an engine has accepted, with the sink of its response.
final class TransferJob: FlowControl {
    typealias Completion = @Sendable (Result<TransferSummary, any Error>) -> Void

    /// Gives each job a number of its own.
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

    /// True once its task was cancelled, perhaps before the job was submitted.
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func markCancelled() {
        cancelled.store(true, ordering: .releasing)
    }

    func await(_ continuation: CheckedContinuation<TransferSummary, any Error>) {
        completion.withLock { $0 = { continuation.resume(with: $0) } }
    }

    func resume() {
        mailbox.resume(self)
    }

    func cancel() {
        mailbox.cancel(self)
    }

    /// Ends the job; only the first end counts.
    func end(_ result: Result<TransferSummary, any Error>) {
        let waiting = completion.withLock { slot in
            defer { slot = nil }
            return slot
        }
        waiting?(result)
    }
}
