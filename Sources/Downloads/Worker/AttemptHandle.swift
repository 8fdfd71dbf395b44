import Synchronization

/// A handle of a running attempt: it cancels the attempt and waits for its end.
final class AttemptHandle: Sendable {
    /// The cancellation function and the waiting tasks of an attempt that has not ended.
    private struct Pending {
        /// The function that cancels the attempt; nil until it has been set.
        var onCancel: (@Sendable () -> Void)?
        /// The tasks that wait for the end.
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private enum State {
        case running(Pending)
        /// The attempt was cancelled and has not ended yet.
        case cancelled(Pending)
        /// The attempt has ended, and its outcome has been recorded.
        case ended
    }

    private let state = Mutex(State.running(Pending()))

    /// Sets the function that cancels the attempt.
    ///
    /// - Parameter action: The function. It is called at once if the attempt was already cancelled, and dropped if it
    ///   has ended.
    func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            switch state {
            case .running(var pending):
                pending.onCancel = action
                state = .running(pending)
                return false
            case .cancelled(var pending):
                pending.onCancel = action
                state = .cancelled(pending)
                return true
            case .ended: return false
            }
        }
        if isCancelled { action() }
    }

    /// Cancels the attempt, which ends later, when ``end()`` is called.
    ///
    /// Each call runs the cancellation function again.
    func cancel() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            switch state {
            case .running(let pending), .cancelled(let pending):
                state = .cancelled(pending)
                return pending.onCancel
            case .ended: return nil
            }
        }
        action?()
    }

    /// Marks the attempt as ended and resumes the tasks that wait for its end.
    func end() {
        let waiters = state.withLock { state in
            defer { state = .ended }
            return switch state {
            case .running(let pending), .cancelled(let pending): pending.waiters
            case .ended: [CheckedContinuation<Void, Never>]()
            }
        }
        for continuation in waiters { continuation.resume() }
    }

    /// Waits until the attempt has ended.
    func waitUntilEnded() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                switch state {
                case .running(var pending):
                    pending.waiters.append(continuation)
                    state = .running(pending)
                    return false
                case .cancelled(var pending):
                    pending.waiters.append(continuation)
                    state = .cancelled(pending)
                    return false
                case .ended: return true
                }
            }
            if hasEnded { continuation.resume() }
        }
    }
}
