import CLibCurl
import WHATWGURL

/// What the engine's thread does: it owns the multi handle and all transfers, and no other thread touches it.
final class EngineLoop {
    /// The sockets of all connections.
    var connections = ConnectionTable()

    /// How long one wait lasts at most; a wake-up ends it early, so the number only bounds the cost of an idle engine.
    private static let pollMilliseconds: Int32 = 60_000

    /// How long a failure of libcurl itself is let be, in milliseconds; a wake-up ends that early.
    private static let failurePause: Int32 = 1_000

    private let multi: OpaquePointer
    private let cookies: CookieStore?
    private let sharedOptions: SharedOptions
    private let maximumIdleHandles: Int
    private var idleHandles: [EasyHandle] = []
    private var queue: AdmissionQueue
    private var transfers: [UInt64: ActiveTransfer] = [:]
    private var running: [OpaquePointer: ActiveTransfer] = [:]

    /// The transfers that a speed limit holds back, and until when.
    private var paused: [UInt64: ContinuousClock.Instant] = [:]

    init(multi: OpaquePointer, configuration: TransferEngine.Configuration) {
        self.multi = multi
        cookies = configuration.cookies.flatMap { CookieStore(lines: $0) }
        sharedOptions = SharedOptions(
            cookieShare: cookies?.share, netrcPath: configuration.netrcPath,
            certificatePath: configuration.certificatePath, proxy: configuration.proxy)
        maximumIdleHandles = configuration.maximumConcurrent
        queue = AdmissionQueue(
            maximumConcurrent: configuration.maximumConcurrent, maximumPerHost: configuration.maximumPerHost,
            maximumPerLoopbackHost: configuration.maximumPerLoopbackHost)
    }

    /// Runs until the mailbox asks for the end.
    func run(mailbox: EngineMailbox) {
        while true {
            let mail = mailbox.take()
            for job in mail.jobs { accept(job) }
            for job in mail.cancelled { cancel(job) }
            for job in mail.resumed { resume(job) }
            for reader in mail.cookieReaders { reader(cookies?.lines ?? []) }
            if mail.isShuttingDown { return endAll { TransferError.shutDown(url: $0) } }
            startWaiting()
            resumePaused()
            guard clibcurl_multi_perform(multi) else {
                endAll { TransferError.connect(url: $0, detail: "libcurl cannot go on") }
                // Whatever it was may last.
                _ = clibcurl_multi_poll(multi, Self.failurePause)
                continue
            }
            var hasEnded = false
            while let easy = takeMessage() { hasEnded = finish(easy.0, result: easy.1) || hasEnded }
            // What has ended makes room, so it is worth another look before the thread waits.
            if !hasEnded { _ = clibcurl_multi_poll(multi, pollMilliseconds()) }
        }
    }

    /// Gives back to libcurl what it must have before its multi handle ends.
    func tearDown() {
        idleHandles = []
    }

    private func resume(_ job: TransferJob) {
        guard let transfer = transfers[job.id], let handle = transfer.handle, running[handle.easy] != nil else {
            return
        }
        let result = clibcurl_resume(handle.easy)
        // A body that is refused while it is handed over: nothing happens on its socket any more that would tell of it.
        if result != 0 { _ = finish(handle.easy, result: result) }
    }

    /// Resumes a transfer later, after its body function has asked for a pause.
    func resume(_ transfer: ActiveTransfer, at instant: ContinuousClock.Instant) {
        paused[transfer.job.id] = instant
    }

    private func resumePaused() {
        guard !paused.isEmpty else { return }
        let now = ContinuousClock.now
        for (id, instant) in paused where instant <= now {
            paused[id] = nil
            if let transfer = transfers[id] { resume(transfer.job) }
        }
    }

    private func pollMilliseconds() -> Int32 {
        guard let next = [paused.values.min(), queue.nextDue].compactMap({ $0 }).min() else {
            return Self.pollMilliseconds
        }
        // Rounded up, or the loop would spin for the last part of a millisecond.
        let left = (next - ContinuousClock.now + .microseconds(999)).wholeMilliseconds
        return Int32(min(max(left, 0), Int64(Self.pollMilliseconds)))
    }

    private func accept(_ job: TransferJob) {
        guard !job.isCancelled else { return job.end(.failure(TransferError.cancelled(url: job.request.url))) }
        let transfer = ActiveTransfer(job: job, loop: self)
        transfers[job.id] = transfer
        queue.enqueue(job.id, host: transfer.hostName, interval: job.request.hostInterval ?? .zero)
    }

    private func startWaiting() {
        while let next = queue.next(now: .now) {
            guard let transfer = transfers[next.id] else {
                queue.release(host: next.host)
                continue
            }
            start(transfer)
        }
    }

    private func start(_ transfer: ActiveTransfer) {
        do {
            guard let handle = transfer.handle ?? takeHandle() else {
                throw TransferError.connect(url: transfer.url, detail: "memory is short")
            }
            transfer.attach(handle)
            try transfer.prepare(handle)
            handle.isSecure = transfer.url.scheme == "https"
            guard clibcurl_multi_add(multi, handle.easy, handle.isSecure) else {
                throw TransferError.connect(url: transfer.url, detail: "libcurl refuses the transfer")
            }
            running[handle.easy] = transfer
        } catch {
            queue.release(host: transfer.hostName)
            end(transfer, .failure(error))
        }
    }

    private func takeHandle() -> EasyHandle? {
        idleHandles.popLast() ?? EasyHandle(loop: self, shared: sharedOptions)
    }

    private func giveBackHandle(of transfer: ActiveTransfer) {
        guard let handle = transfer.detach(), idleHandles.count < maximumIdleHandles else { return }
        idleHandles.append(handle)
    }

    private func takeMessage() -> (OpaquePointer, Int32)? {
        let message = clibcurl_multi_next_message(multi)
        return message.easy.map { ($0, message.result) }
    }

    /// Handles the end of a hop.
    ///
    /// - Returns: True when there may be something to start.
    private func finish(_ easy: OpaquePointer, result: Int32) -> Bool {
        guard let transfer = running.removeValue(forKey: easy) else { return false }
        if let handle = transfer.handle { clibcurl_multi_remove(multi, easy, handle.isSecure) }
        paused[transfer.job.id] = nil
        let host = transfer.hostName
        if let cookies { cookies.noteNew(transfer.parser.fields.count { $0.isNamed("Set-Cookie") }) }
        switch transfer.finishHop(result: result) {
        case .end(let outcome):
            queue.release(host: host)
            end(transfer, outcome)
        case .repeatHop:
            start(transfer)
        case .nextHop:
            let interval = transfer.job.request.hostInterval ?? .zero
            if transfer.hostName == host, interval == .zero {
                start(transfer)
            } else {
                queue.release(host: host)
                giveBackHandle(of: transfer)
                queue.enqueue(
                    transfer.job.id, host: transfer.hostName, interval: interval, isContinued: true)
            }
        }
        return true
    }

    private func cancel(_ job: TransferJob) {
        guard let transfer = transfers[job.id] else { return }
        stop(transfer)
        end(transfer, .failure(TransferError.cancelled(url: transfer.url)))
    }

    /// Takes a transfer away from libcurl, or from the queue.
    private func stop(_ transfer: ActiveTransfer) {
        if let handle = transfer.handle, running.removeValue(forKey: handle.easy) != nil {
            clibcurl_multi_remove(multi, handle.easy, handle.isSecure)
            queue.release(host: transfer.hostName)
        } else {
            queue.withdraw(transfer.job.id)
        }
    }

    private func end(_ transfer: ActiveTransfer, _ outcome: Result<TransferSummary, any Error>) {
        transfers[transfer.job.id] = nil
        paused[transfer.job.id] = nil
        giveBackHandle(of: transfer)
        transfer.job.end(outcome)
    }

    private func endAll(_ error: (WebURL) -> TransferError) {
        for transfer in Array(transfers.values) {
            stop(transfer)
            end(transfer, .failure(error(transfer.url)))
        }
    }
}
