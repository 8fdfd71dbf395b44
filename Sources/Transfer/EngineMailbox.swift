import CLibCurl
import Synchronization

/// What other threads tell the engine's thread, and the thread's life.
final class EngineMailbox: Sendable {
    /// What has come in since the last look.
    struct Mail {
        var jobs: [TransferJob] = []
        var cancelled: [TransferJob] = []
        var resumed: [TransferJob] = []
        var cookieReaders: [@Sendable ([String]) -> Void] = []
        var isShuttingDown = false
    }

    /// A multi handle that may be woken from any thread, the one thing libcurl allows other threads to do with it.
    private struct Doorbell: Sendable {
        nonisolated(unsafe) let multi: OpaquePointer
    }

    private enum Phase {
        case idle, starting, running, ended
    }

    private struct State {
        var phase = Phase.idle
        var mail = Mail()
        var onEnd: [@Sendable () -> Void] = []
    }

    private let configuration: TransferEngine.Configuration
    private let state = Mutex(State())

    /// The running thread's; a lock of its own keeps who rings from holding up the thread that is woken.
    private let doorbell = Mutex<Doorbell?>(nil)

    init(configuration: TransferEngine.Configuration) {
        self.configuration = configuration
    }

    // MARK: For any thread

    func submit(_ job: TransferJob, _ continuation: CheckedContinuation<TransferSummary, any Error>) {
        job.await(continuation)
        submit(job)
    }

    func submit(_ job: TransferJob) {
        let (isAccepted, startsThread, rings) = state.withLock { state in
            guard !state.mail.isShuttingDown else { return (false, false, false) }
            switch state.phase {
            case .ended: return (false, false, false)
            case .idle:
                state.phase = .starting
                state.mail.jobs.append(job)
                return (true, true, false)
            case .starting, .running:
                // The thread looks into the box before it waits, so one ring is enough for all that lies in it.
                let isFirst = state.mail.jobs.isEmpty
                state.mail.jobs.append(job)
                return (true, false, isFirst)
            }
        }
        if rings { ring() }
        guard isAccepted else { return job.end(.failure(TransferError.shutDown(url: job.request.url))) }
        if startsThread, !EngineThread.start({ self.runThread() }) { end(reason: "no thread can be started") }
    }

    func cancel(_ job: TransferJob) {
        job.markCancelled()
        state.withLock { state in
            // A job that comes later, or to an engine that does not run, is known by its mark.
            switch state.phase {
            case .idle, .ended: break
            case .starting, .running: state.mail.cancelled.append(job)
            }
        }
        ring()
    }

    func resume(_ job: TransferJob) {
        let isFirst = state.withLock { state in
            guard case .running = state.phase else { return false }
            defer { state.mail.resumed.append(job) }
            return state.mail.resumed.isEmpty
        }
        if isFirst { ring() }
    }

    /// Asks for all cookies.
    ///
    /// - Parameter completion: Called on any thread; with those of the configuration while the thread does not run.
    func readCookies(_ completion: @escaping @Sendable ([String]) -> Void) {
        let isAsked = state.withLock { state in
            switch state.phase {
            case .idle, .ended: return false
            case .starting, .running:
                state.mail.cookieReaders.append(completion)
                return true
            }
        }
        if isAsked { ring() } else { completion(configuration.cookies ?? []) }
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
                return false
            }
        }
        if hasEnded { completion?() } else { ring() }
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
        if let failure = CurlLibrary.failure { return end(reason: failure) }
        guard let multi = clibcurl_multi_create(Int64(configuration.maximumConcurrent)) else {
            return end(reason: "libcurl cannot be initialised")
        }
        // Before the first look into the box: who has put something into it sooner need not ring.
        doorbell.withLock { $0 = Doorbell(multi: multi) }
        state.withLock { $0.phase = .running }
        let loop = EngineLoop(multi: multi, configuration: configuration)
        loop.run(mailbox: self)
        loop.tearDown()
        let onEnd = close()
        // Nobody rings any more, so the handle can go.
        doorbell.withLock { $0 = nil }
        withExtendedLifetime(loop) { clibcurl_multi_destroy(multi) }
        for completion in onEnd { completion() }
    }

    /// Ends an engine that could not start.
    private func end(reason: String) {
        let mail = take()
        for reader in mail.cookieReaders { reader(configuration.cookies ?? []) }
        for job in mail.jobs { job.end(.failure(TransferError.connect(url: job.request.url, detail: reason))) }
        for completion in close() { completion() }
    }

    /// Marks the thread as ended and fails what came in at the last moment.
    private func close() -> [@Sendable () -> Void] {
        let (mail, onEnd) = state.withLock { state in
            defer { (state.mail, state.onEnd) = (Mail(isShuttingDown: true), []) }
            state.phase = .ended
            return (state.mail, state.onEnd)
        }
        for reader in mail.cookieReaders { reader(configuration.cookies ?? []) }
        for job in mail.jobs { job.end(.failure(TransferError.shutDown(url: job.request.url))) }
        return onEnd
    }

    /// Wakes the thread, if it runs.
    private func ring() {
        // Under the lock, so that the handle is alive.
        doorbell.withLock { doorbell in
            if let doorbell { clibcurl_multi_wakeup(doorbell.multi) }
        }
    }
}
