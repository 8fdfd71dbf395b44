import Synchronization

/// A request on its way through an engine.
final class TransferJob: Sendable {
    /// Gives each job a number of its own.
    private static let lastIdentifier = Atomic<UInt64>(0)

    let id: UInt64
    let request: TransferRequest
    let sink: any TransferSink
    private let cancelled = Atomic<Bool>(false)
    private let continuation = Mutex<CheckedContinuation<TransferSummary, any Error>?>(nil)

    init(request: TransferRequest, sink: any TransferSink) {
        id = Self.lastIdentifier.wrappingAdd(1, ordering: .relaxed).newValue
        self.request = request
        self.sink = sink
    }

    /// True once its task was cancelled, perhaps before the job was submitted.
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func markCancelled() {
        cancelled.store(true, ordering: .releasing)
    }

    func await(_ continuation: CheckedContinuation<TransferSummary, any Error>) {
        self.continuation.withLock { $0 = continuation }
    }

    /// Ends the job; only the first end counts.
    func end(_ result: Result<TransferSummary, any Error>) {
        let waiting = continuation.withLock { slot in
            defer { slot = nil }
            return slot
        }
        waiting?.resume(with: result)
    }
}
