import Fetching
import Synchronization

/// A transfer that can be stopped and resumed by objects other than the task that awaits it.
final class RunningTransfer: Sendable {
    /// An event of the transfer.
    enum Event: Sendable {
        /// The transfer continues, and other connections may fetch pieces of its file.
        case split
        /// The transfer has ended.
        case ended(Result<TransferSummary, any Error>)
    }

    /// The stage of the transfer.
    private enum Phase {
        /// The engine has not returned the transfer yet, though it may already call its sink.
        case starting(isResumed: Bool)
        case running(any FlowControl)
        case ended(Result<TransferSummary, any Error>)
    }

    /// A request to stop the transfer.
    private enum StopRequest {
        case none
        /// The error becomes the transfer's result; nil to report that the transfer was cancelled.
        case requested(error: (any Error)?)

        var isRequested: Bool {
            if case .requested = self { return true }
            return false
        }

        var error: (any Error)? {
            if case .requested(let error) = self { return error }
            return nil
        }
    }

    /// The receiver of the next event, which is called once.
    private enum Receiver {
        case listener(@Sendable (Event) -> Void)
        case task(CheckedContinuation<Event, Never>)

        func receive(_ event: Event) {
            switch self {
            case .listener(let listener): listener(event)
            case .task(let continuation): continuation.resume(returning: event)
            }
        }
    }

    private struct State {
        var phase = Phase.starting(isResumed: false)
        var stopRequest = StopRequest.none
        var receiver: Receiver?
        /// True if ``Event/split`` has been reported but not received yet.
        var hasUnreceivedSplit = false

        mutating func removeReceiver() -> Receiver? {
            defer { receiver = nil }
            return receiver
        }
    }

    private let state = Mutex(State())

    /// Sets the receiver of the first event, as an alternative to calling ``next()``.
    ///
    /// - Parameter listener: Called once, on any thread, possibly while the transfer is being started.
    func onFirstEvent(_ listener: @escaping @Sendable (Event) -> Void) {
        state.withLock { $0.receiver = .listener(listener) }
    }

    /// Starts the transfer.
    func start(_ request: TransferRequest, on engine: TransferEngine, into sink: any TransferSink) {
        let transfer = engine.start(request, into: sink) { self.end($0) }
        let (isStopped, isResumed) = state.withLock { state in
            // A transfer that has ended has released its ticket, which would keep the sink alive.
            guard case .starting(let isResumed) = state.phase else { return (false, false) }
            state.phase = .running(transfer)
            return (state.stopRequest.isRequested, isResumed)
        }
        if isStopped { transfer.cancel() }
        if isResumed { transfer.resume() }
    }

    /// Resumes the transfer after its sink has become ready again.
    func resume() {
        let transfer = state.withLock { state -> (any FlowControl)? in
            switch state.phase {
            case .starting:
                state.phase = .starting(isResumed: true)
                return nil
            case .running(let transfer): return transfer
            case .ended: return nil
            }
        }
        transfer?.resume()
    }

    /// Stops the transfer.
    ///
    /// - Parameter error: The error that becomes the transfer's result; nil to report that the transfer was cancelled.
    func stop(_ error: (any Error)? = nil) {
        let transfer = state.withLock { state -> (any FlowControl)? in
            // The first error is the cause of the later ones.
            state.stopRequest = .requested(error: state.stopRequest.error ?? error)
            guard case .running(let transfer) = state.phase else { return nil }
            return transfer
        }
        transfer?.cancel()
    }

    /// Reports that other connections may fetch pieces of the file.
    func reportSplit() {
        let receiver = state.withLock { state -> Receiver? in
            if let receiver = state.removeReceiver() { return receiver }
            if case .ended = state.phase { return nil }
            state.hasUnreceivedSplit = true
            return nil
        }
        receiver?.receive(.split)
    }

    /// Waits for the next event.
    ///
    /// Cancelling the task stops the transfer, but its end is still awaited.
    func next() async -> Event {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let event = state.withLock { state -> Event? in
                    if state.hasUnreceivedSplit {
                        state.hasUnreceivedSplit = false
                        return .split
                    }
                    if case .ended(let result) = state.phase { return .ended(result) }
                    state.receiver = .task(continuation)
                    return nil
                }
                if let event { continuation.resume(returning: event) }
            }
        } onCancel: {
            stop()
        }
    }

    /// Waits for the end of the transfer.
    func end() async -> Result<TransferSummary, any Error> {
        while true {
            if case .ended(let result) = await next() { return result }
        }
    }

    private func end(_ result: Result<TransferSummary, any Error>) {
        let (receiver, result) = state.withLock { state in
            // The error that stopped the transfer is more specific than its cancellation.
            let result = state.stopRequest.error.map { Result<TransferSummary, any Error>.failure($0) } ?? result
            state.phase = .ended(result)
            return (state.removeReceiver(), result)
        }
        receiver?.receive(.ended(result))
    }
}
