import CLibCurl
import Synchronization

/// What other threads tell the engine's thread, and the thread's life.
final class EngineMailbox: Sendable {
    /// What has come in since the last look.
    struct Mail {
        var jobs: [TransferJob] = []
        var cancelled: [TransferJob] = []
        var isShuttingDown = false
    }

    /// A multi handle that may be woken from any thread, the one thing libcurl allows other threads to do with it.
    private struct Doorbell: @unchecked Sendable {
        let multi: OpaquePointer
    }

    private enum Phase {
        case idle, starting
        case running(Doorbell)
        case ended
    }

    private struct State {
        var phase = Phase.idle
        var mail = Mail()
        var onEnd: [@Sendable () -> Void] = []
    }

    private let configuration: TransferEngine.Configuration
    private let state = Mutex(State())

    init(configuration: TransferEngine.Configuration) {
        self.configuration = configuration
    }

    // MARK: For any thread

    func submit(_ job: TransferJob, _ continuation: CheckedContinuation<TransferSummary, any Error>) {
        job.await(continuation)
        let (isAccepted, startsThread) = state.withLock { state in
            guard !state.mail.isShuttingDown else { return (false, false) }
            switch state.phase {
            case .ended: return (false, false)
            case .idle:
                state.phase = .starting
                state.mail.jobs.append(job)
                return (true, true)
            case .starting, .running:
                state.mail.jobs.append(job)
                Self.ring(state)
                return (true, false)
            }
        }
        guard isAccepted else { return job.end(.failure(TransferError.shutDown(url: job.request.url))) }
        if startsThread, !EngineThread.start({ self.runThread() }) { end(reason: "no thread can be started") }
    }

    func cancel(_ job: TransferJob) {
        job.markCancelled()
        state.withLock { state in
            // A job that comes later, or to an engine that does not run, is known by its mark.
            switch state.phase {
            case .idle, .ended: break
            case .starting, .running:
                state.mail.cancelled.append(job)
                Self.ring(state)
            }
        }
    }

    /// Asks the thread to end.
    ///
    /// - Parameter completion: Called once it has ended, on any thread.
    func shutDown(then completion: (@Sendable () -> Void)?) {
        let hasEnded = state.withLock { state in
            state.mail.isShuttingDown = true
            switch state.phase {
            case .idle, .ended:
                state.phase = .ended
                return true
            case .starting, .running:
                if let completion { state.onEnd.append(completion) }
                Self.ring(state)
                return false
            }
        }
        if hasEnded { completion?() }
    }

    // MARK: For the engine's thread

    /// Takes what has come in.
    func take() -> Mail {
        state.withLock { state in
            defer { state.mail = Mail(isShuttingDown: state.mail.isShuttingDown) }
            return state.mail
        }
    }

    private func runThread() {
        guard CurlLibrary.isReady, let multi = clibcurl_multi_create(Int64(configuration.maximumConcurrent)) else {
            return end(reason: "libcurl cannot be initialised")
        }
        state.withLock { $0.phase = .running(Doorbell(multi: multi)) }
        let loop = EngineLoop(multi: multi, configuration: configuration)
        loop.run(mailbox: self)
        // Nobody rings any more once the phase has changed, so the handle can go.
        let onEnd = close()
        withExtendedLifetime(loop) { clibcurl_multi_destroy(multi) }
        for completion in onEnd { completion() }
    }

    /// Ends an engine that could not start.
    private func end(reason: String) {
        for job in take().jobs { job.end(.failure(TransferError.connect(url: job.request.url, detail: reason))) }
        for completion in close() { completion() }
    }

    /// Marks the thread as ended and fails what came in at the last moment.
    private func close() -> [@Sendable () -> Void] {
        let (jobs, onEnd) = state.withLock { state in
            defer { (state.mail.jobs, state.mail.cancelled, state.onEnd) = ([], [], []) }
            state.phase = .ended
            return (state.mail.jobs, state.onEnd)
        }
        for job in jobs { job.end(.failure(TransferError.shutDown(url: job.request.url))) }
        return onEnd
    }

    /// Wakes the thread.
    ///
    /// Under the lock, so that the handle is alive.
    private static func ring(_ state: State) {
        if case .running(let doorbell) = state.phase { clibcurl_multi_wakeup(doorbell.multi) }
    }
}
