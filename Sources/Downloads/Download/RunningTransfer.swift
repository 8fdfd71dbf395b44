import Synchronization
import Transfer

/// A transfer that can be stopped and resumed by objects other than the task that awaits it.
final class RunningTransfer: Sendable {
    /// An event of the transfer.
    enum Event: Sendable {
        /// The transfer continues, and other connections may fetch pieces of its file.
        case split
        /// The transfer has ended.
        case ended(Result<TransferSummary, any Error>)
    }

    private struct State {
        var transfer: (any FlowControl)?
        var error: (any Error)?
        var isStopped = false
        var isResumed = false
        var isSplit = false
        var result: Result<TransferSummary, any Error>?
        var waiter: CheckedContinuation<Event, Never>?
        var listener: (@Sendable (Event) -> Void)?
    }

    private let state = Mutex(State())

    /// Sets the receiver of the first event, instead of calling ``next()``.
    ///
    /// - Parameter listener: Called once, on any thread, possibly while the transfer is being started.
    func onFirstEvent(_ listener: @escaping @Sendable (Event) -> Void) {
        state.withLock { $0.listener = listener }
    }

    /// Starts the transfer.
    func start(_ request: TransferRequest, on engine: TransferEngine, into sink: any TransferSink) {
        let transfer = engine.start(request, into: sink) { self.end($0) }
        let (isStopped, isResumed) = state.withLock { state in
            // A transfer that has ended has released its ticket, which would keep the sink alive.
            if state.result == nil { state.transfer = transfer }
            return (state.isStopped, state.isResumed)
        }
        if isStopped { transfer.cancel() }
        if isResumed { transfer.resume() }
    }

    /// Resumes the transfer after its sink has become ready again.
    func resume() {
        let transfer = state.withLock { state in
            // The engine may call this before `start` has returned.
            state.isResumed = true
            return state.transfer
        }
        transfer?.resume()
    }

    /// Stops the transfer.
    ///
    /// - Parameter error: The result of the transfer; nil for the error of a cancelled transfer.
    func stop(_ error: (any Error)? = nil) {
        let transfer = state.withLock { state in
            if state.error == nil { state.error = error }
            state.isStopped = true
            return state.transfer
        }
        transfer?.cancel()
    }

    /// Reports that other connections may fetch pieces of the file.
    func reportSplit() {
        let listener = state.withLock { state -> (@Sendable (Event) -> Void)? in
            guard let listener = Self.dequeueListener(&state) else {
                state.isSplit = state.result == nil
                return nil
            }
            return listener
        }
        listener?(.split)
    }

    /// Waits for the next event.
    ///
    /// Cancelling the task stops the transfer, but its end is still awaited.
    func next() async -> Event {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let event = state.withLock { state -> Event? in
                    if state.isSplit {
                        state.isSplit = false
                        return .split
                    }
                    if let result = state.result { return .ended(result) }
                    state.waiter = continuation
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
        let (listener, result) = state.withLock { state in
            // The error that stopped the transfer is more specific than its cancellation.
            let result = state.error.map { Result<TransferSummary, any Error>.failure($0) } ?? result
            state.result = result
            state.transfer = nil
            return (Self.dequeueListener(&state), result)
        }
        listener?(.ended(result))
    }

    /// Removes and returns the receiver of the next event; nil if there is none.
    private static func dequeueListener(_ state: inout State) -> (@Sendable (Event) -> Void)? {
        if let listener = state.listener {
            state.listener = nil
            return listener
        }
        guard let waiter = state.waiter else { return nil }
        state.waiter = nil
        return { waiter.resume(returning: $0) }
    }
}
