import Synchronization
import Transfer

/// A transfer that can be stopped and resumed by others than its task.
final class RunningTransfer: Sendable {
    /// What is heard of it.
    enum Event: Sendable {
        /// It runs on, and others may help it.
        case split
        /// It has ended.
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

    /// Learns who hears the first event, in place of somebody who waits for it.
    ///
    /// - Parameter listener: Called once, on any thread, also while the transfer is being started.
    func onFirstEvent(_ listener: @escaping @Sendable (Event) -> Void) {
        state.withLock { $0.listener = listener }
    }

    /// Starts.
    func start(_ request: TransferRequest, on engine: TransferEngine, into sink: any TransferSink) {
        let transfer = engine.start(request, into: sink) { self.end($0) }
        let (isStopped, isResumed) = state.withLock { state in
            // The handle retains the sink, so it is not kept once the transfer has ended.
            if state.result == nil { state.transfer = transfer }
            return (state.isStopped, state.isResumed)
        }
        if isStopped { transfer.cancel() }
        if isResumed { transfer.resume() }
    }

    /// Lets it go on where its sink was not ready.
    func resume() {
        let transfer = state.withLock { state in
            // The engine may be quicker than whoever started it.
            state.isResumed = true
            return state.transfer
        }
        transfer?.resume()
    }

    /// Stops it.
    ///
    /// - Parameter error: Why; nil when somebody does not want it any more.
    func stop(_ error: (any Error)? = nil) {
        let transfer = state.withLock { state in
            if state.error == nil { state.error = error }
            state.isStopped = true
            return state.transfer
        }
        transfer?.cancel()
    }

    /// Tells whoever waits that others may help.
    func announceSplit() {
        let hear = state.withLock { state -> (@Sendable (Event) -> Void)? in
            guard let hear = Self.takeHearer(&state) else {
                state.isSplit = state.result == nil
                return nil
            }
            return hear
        }
        hear?(.split)
    }

    /// Waits for the next event; cancelling the task stops the transfer, whose end is waited for all the same.
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

    /// Waits for the end.
    func end() async -> Result<TransferSummary, any Error> {
        while true {
            if case .ended(let result) = await next() { return result }
        }
    }

    private func end(_ result: Result<TransferSummary, any Error>) {
        let (hear, result) = state.withLock { state in
            // What stopped it says more than that it was cancelled.
            let result = state.error.map { Result<TransferSummary, any Error>.failure($0) } ?? result
            state.result = result
            state.transfer = nil
            return (Self.takeHearer(&state), result)
        }
        hear?(.ended(result))
    }

    /// Whoever is to hear the next event, if there is somebody.
    private static func takeHearer(_ state: inout State) -> (@Sendable (Event) -> Void)? {
        if let listener = state.listener {
            state.listener = nil
            return listener
        }
        guard let waiter = state.waiter else { return nil }
        state.waiter = nil
        return { waiter.resume(returning: $0) }
    }
}
