import Synchronization

/// A try that is under way: who runs it says how it is stopped, and when it has ended.
final class AttemptHandle: Sendable {
    private struct State {
        var isCancelled = false
        var hasEnded = false
        var stop: (@Sendable () -> Void)?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Learns how the try is stopped.
    ///
    /// - Parameter stop: Stops it; called at once where that was asked for already.
    func onCancel(_ stop: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            // What has ended is not to hold on to what it was about.
            if !state.hasEnded { state.stop = stop }
            return state.isCancelled && !state.hasEnded
        }
        if isCancelled { stop() }
    }

    /// Stops the try; it has ended only when ``end()`` has been called.
    func cancel() {
        let stop = state.withLock { state in
            state.isCancelled = true
            return state.stop
        }
        stop?()
    }

    /// Learns that the try has ended, and that this was recorded.
    func end() {
        let waiting = state.withLock { state in
            defer { (state.hasEnded, state.stop, state.waiting) = (true, nil, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits for the end.
    func value() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiting.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }
}
