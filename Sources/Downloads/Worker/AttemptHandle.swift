import Synchronization

/// The handle of a running attempt, through which it is cancelled and its end awaited.
final class AttemptHandle: Sendable {
    private enum State {
        /// It runs. The action that cancels it is nil until the attempt has set it.
        case running(onCancel: (@Sendable () -> Void)?, waiters: [CheckedContinuation<Void, Never>])
        /// It was cancelled and has not ended yet.
        case cancelled(waiters: [CheckedContinuation<Void, Never>])
        /// It has ended, and that was recorded.
        case ended
    }

    private let state = Mutex(State.running(onCancel: nil, waiters: []))

    /// Sets the action that cancels the attempt.
    ///
    /// - Parameter action: The action; it is called at once if the attempt was cancelled already, and dropped if it has
    ///   ended.
    func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            switch state {
            case .running(_, let waiters):
                state = .running(onCancel: action, waiters: waiters)
                return false
            case .cancelled: return true
            case .ended: return false
            }
        }
        if isCancelled { action() }
    }

    /// Cancels the attempt; it has ended only when ``end()`` has been called.
    func cancel() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .running(let action, let waiters) = state else { return nil }
            state = .cancelled(waiters: waiters)
            return action
        }
        action?()
    }

    /// Marks the attempt as ended and resumes the tasks that wait for its end.
    func end() {
        let waiters = state.withLock { state in
            defer { state = .ended }
            return switch state {
            case .running(_, let waiters), .cancelled(let waiters): waiters
            case .ended: [CheckedContinuation<Void, Never>]()
            }
        }
        for continuation in waiters { continuation.resume() }
    }

    /// Waits for the end of the attempt.
    func value() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                switch state {
                case .running(let action, let waiters):
                    state = .running(onCancel: action, waiters: waiters + [continuation])
                    return false
                case .cancelled(let waiters):
                    state = .cancelled(waiters: waiters + [continuation])
                    return false
                case .ended: return true
                }
            }
            if hasEnded { continuation.resume() }
        }
    }
}
