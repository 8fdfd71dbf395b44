import CLibCurl
import Glibc
import Synchronization

/// A mailbox through which other threads send messages to the engine's thread, and which starts and ends that thread.
final class EngineMailbox: Sendable {
    /// The messages that have arrived since the mailbox was last emptied.
    struct Mail {
        var jobs: [TransferJob] = []
        var cancelled: [TransferJob] = []
        var resumed: [TransferJob] = []
        var cookieReaders: [@Sendable ([String]) -> Void] = []
        var isShuttingDown = false
    }

    /// The multi handle of the running thread, which is needed to wake it.
    private struct WakeUp: Sendable {
        // Safe, because curl_multi_wakeup is the only function of libcurl that may be called on a multi handle from any
        // thread.
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

    /// The handle to wake the thread; nil while it does not run.
    ///
    /// It has its own lock, so that the woken thread can empty the mailbox at once.
    private let wakeUp = Mutex<WakeUp?>(nil)

    init(configuration: TransferEngine.Configuration) {
        self.configuration = configuration
    }

    // MARK: For any thread

    /// Accepts a job whose result resumes a continuation.
    func submit(_ job: TransferJob, _ continuation: CheckedContinuation<TransferSummary, any Error>) {
        job.setContinuation(continuation)
        submit(job)
    }

    /// Accepts a job, and starts the thread if necessary.
    ///
    /// The job fails if the engine was shut down.
    func submit(_ job: TransferJob) {
        let (isAccepted, startsThread, wakes) = state.withLock { state in
            guard !state.mail.isShuttingDown else { return (false, false, false) }
            switch state.phase {
            case .ended: return (false, false, false)
            case .idle:
                state.phase = .starting
                state.mail.jobs.append(job)
                return (true, true, false)
            case .starting, .running:
                // The thread empties the mailbox before it waits, so one wake-up is enough for all messages.
                let isFirst = state.mail.jobs.isEmpty
                state.mail.jobs.append(job)
                return (true, false, isFirst)
            }
        }
        if wakes { wake() }
        guard isAccepted else { return job.end(.failure(TransferError.shutDown(url: job.request.url))) }
        if startsThread, !EngineThread.start({ self.runThread() }) { end(reason: "the system cannot start a thread") }
    }

    /// Ends a job as cancelled, unless it has already ended.
    func cancel(_ job: TransferJob) {
        job.markCancelled()
        state.withLock { state in
            // If the job is submitted later, or while no thread runs, its mark shows that it was cancelled.
            switch state.phase {
            case .idle, .ended: break
            case .starting, .running: state.mail.cancelled.append(job)
            }
        }
        wake()
    }

    /// Resumes a job whose sink was not ready.
    func resume(_ job: TransferJob) {
        let isFirst = state.withLock { state in
            guard case .running = state.phase else { return false }
            defer { state.mail.resumed.append(job) }
            return state.mail.resumed.isEmpty
        }
        if isFirst { wake() }
    }

    /// Reads all cookies.
    ///
    /// - Parameter completion: A function that is called on any thread. If the thread does not run, it receives the
    ///   configuration's cookies.
    func readCookies(_ completion: @escaping @Sendable ([String]) -> Void) {
        let isRequested = state.withLock { state in
            switch state.phase {
            case .idle, .ended: return false
            case .starting, .running:
                state.mail.cookieReaders.append(completion)
                return true
            }
        }
        if isRequested { wake() } else { completion(configuration.cookies ?? []) }
    }

    /// Requests the end of the thread.
    ///
    /// - Parameter completion: A function that is called on any thread once it has ended.
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
        if hasEnded { completion?() } else { wake() }
    }

    // MARK: For the engine's thread

    /// Empties the mailbox, and returns its messages.
    func drain() -> Mail {
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
        // Set before the mailbox is first emptied, so that earlier messages need no wake-up.
        wakeUp.withLock { $0 = WakeUp(multi: multi) }
        state.withLock { $0.phase = .running }
        let loop = EngineLoop(multi: multi, configuration: configuration)
        loop.run(mailbox: self)
        loop.tearDown()
        let onEnd = close()
        // From now on, no thread can use the handle, so it can be destroyed.
        wakeUp.withLock { $0 = nil }
        withExtendedLifetime(loop) { clibcurl_multi_destroy(multi) }
        for completion in onEnd { completion() }
    }

    /// Ends an engine that could not be started.
    private func end(reason: String) {
        let mail = drain()
        for reader in mail.cookieReaders { reader(configuration.cookies ?? []) }
        for job in mail.jobs { job.end(.failure(TransferError.unavailable(url: job.request.url, detail: reason))) }
        for completion in close() { completion() }
    }

    /// Marks the thread as ended, and fails the jobs that arrived too late.
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

    /// Wakes the thread if it is running.
    private func wake() {
        // The lock keeps the handle alive.
        wakeUp.withLock { wakeUp in
            if let wakeUp { clibcurl_multi_wakeup(wakeUp.multi) }
        }
    }
}

/// A request that an engine has accepted, with the sink of its response.
final class TransferJob: FlowControl {
    typealias Completion = @Sendable (Result<TransferSummary, any Error>) -> Void

    /// The identifier of the newest job.
    private static let lastIdentifier = Atomic<UInt64>(0)

    let id: UInt64
    let request: TransferRequest
    let sink: any TransferSink
    private let mailbox: EngineMailbox
    private let cancelled = Atomic<Bool>(false)
    private let completion: Mutex<Completion?>

    init(
        request: TransferRequest, sink: any TransferSink, mailbox: EngineMailbox, completion: Completion? = nil
    ) {
        id = Self.lastIdentifier.wrappingAdd(1, ordering: .relaxed).newValue
        self.request = request
        self.sink = sink
        self.mailbox = mailbox
        self.completion = Mutex(completion)
    }

    /// True once the job has been cancelled, even if it was not submitted yet.
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Marks the job as cancelled.
    func markCancelled() {
        cancelled.store(true, ordering: .releasing)
    }

    /// Sets the continuation to resume when the job ends.
    func setContinuation(_ continuation: CheckedContinuation<TransferSummary, any Error>) {
        completion.withLock { $0 = { continuation.resume(with: $0) } }
    }

    func resume() {
        mailbox.resume(self)
    }

    func cancel() {
        mailbox.cancel(self)
    }

    /// Ends the job, unless it has already ended.
    func end(_ result: Result<TransferSummary, any Error>) {
        let ending = completion.withLock { slot in
            defer { slot = nil }
            return slot
        }
        ending?(result)
    }
}

/// A thread of an engine, or of another owner that blocks its threads.
///
/// The threads of Swift's tasks and of Dispatch are limited to the number of cores, so they must not block.
///
/// All signals are blocked on it. Other threads handle them, and writing to a TLS connection that the peer has closed
/// must not raise SIGPIPE.
package enum EngineThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs a closure on a new, detached thread.
    ///
    /// - Returns: False if the system cannot start a thread.
    package static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, { $0.flatMap { Self.enter($0) } }, body.toOpaque())
        if code == 0 { pthread_detach(thread) }
        if code != 0 { body.release() }
        return code == 0
    }

    private static func enter(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
}
