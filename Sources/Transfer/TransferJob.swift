import Synchronization

/// A request on its way through an engine.
final class TransferJob: Sendable {
    typealias Completion = @Sendable (Result<TransferSummary, any Error>) -> Void

    /// Gives each job a number of its own.
    private static let lastIdentifier = Atomic<UInt64>(0)

    let id: UInt64
    let request: TransferRequest
    let sink: any TransferSink
    private let cancelled = Atomic<Bool>(false)
    private let completion: Mutex<Completion?>

    init(request: TransferRequest, sink: any TransferSink, completion: Completion? = nil) {
        id = Self.lastIdentifier.wrappingAdd(1, ordering: .relaxed).newValue
        self.request = request
        self.sink = sink
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

    /// Ends the job; only the first end counts.
    func end(_ result: Result<TransferSummary, any Error>) {
        let waiting = completion.withLock { slot in
            defer { slot = nil }
            return slot
        }
        waiting?(result)
    }
}
