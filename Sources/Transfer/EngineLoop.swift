import CLibCurl
import WHATWGURL

/// What the engine's thread does: it owns the multi handle and all transfers, and no other thread touches it.
final class EngineLoop {
    /// The sockets of all connections.
    var connections = ConnectionTable()

    /// How long one wait lasts at most; a wake-up ends it early, so the number only bounds the cost of an idle engine.
    private static let pollMilliseconds: Int32 = 60_000

    private let multi: OpaquePointer
    private var queue: AdmissionQueue
    private var transfers: [UInt64: ActiveTransfer] = [:]
    private var running: [OpaquePointer: ActiveTransfer] = [:]

    /// The transfers that a speed limit holds back, and until when.
    private var paused: [UInt64: ContinuousClock.Instant] = [:]

    init(multi: OpaquePointer, configuration: TransferEngine.Configuration) {
        self.multi = multi
        queue = AdmissionQueue(
            maximumConcurrent: configuration.maximumConcurrent, maximumPerHost: configuration.maximumPerHost)
    }

    /// Runs until the mailbox asks for the end.
    func run(mailbox: EngineMailbox) {
        while true {
            let mail = mailbox.take()
            for job in mail.jobs { accept(job) }
            for job in mail.cancelled { cancel(job) }
            if mail.isShuttingDown { return endAll { TransferError.shutDown(url: $0) } }
            startWaiting()
            resumePaused()
            guard clibcurl_multi_perform(multi) else {
                endAll { TransferError.connect(url: $0, detail: "libcurl cannot go on") }
                continue
            }
            var hasEnded = false
            while let easy = takeMessage() { hasEnded = finish(easy.0, result: easy.1) || hasEnded }
            // What has ended makes room, so it is worth another look before the thread waits.
            if !hasEnded { _ = clibcurl_multi_poll(multi, pollMilliseconds()) }
        }
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
            if let transfer = transfers[id], running[transfer.easy] != nil { clibcurl_resume(transfer.easy) }
        }
    }

    private func pollMilliseconds() -> Int32 {
        guard let next = paused.values.min() else { return Self.pollMilliseconds }
        let left = (next - ContinuousClock.now).wholeMilliseconds
        return Int32(min(max(left, 0), Int64(Self.pollMilliseconds)))
    }

    private func accept(_ job: TransferJob) {
        guard !job.isCancelled else { return job.end(.failure(TransferError.cancelled(url: job.request.url))) }
        guard let transfer = ActiveTransfer(job: job, loop: self) else {
            return job.end(.failure(TransferError.connect(url: job.request.url, detail: "memory is short")))
        }
        transfers[job.id] = transfer
        queue.enqueue(job.id, host: transfer.hostName)
    }

    private func startWaiting() {
        while let next = queue.next() {
            guard let transfer = transfers[next.id] else {
                queue.release(host: next.host)
                continue
            }
            start(transfer)
        }
    }

    private func start(_ transfer: ActiveTransfer) {
        do {
            try transfer.prepare()
            guard clibcurl_multi_add(multi, transfer.easy) else {
                throw TransferError.connect(url: transfer.url, detail: "libcurl refuses the transfer")
            }
            running[transfer.easy] = transfer
        } catch {
            queue.release(host: transfer.hostName)
            end(transfer, .failure(error))
        }
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
        clibcurl_multi_remove(multi, easy)
        paused[transfer.job.id] = nil
        let host = transfer.hostName
        switch transfer.finishHop(result: result) {
        case .end(let outcome):
            queue.release(host: host)
            end(transfer, outcome)
        case .repeatHop:
            start(transfer)
        case .nextHop:
            if transfer.hostName == host {
                start(transfer)
            } else {
                queue.release(host: host)
                queue.enqueue(transfer.job.id, host: transfer.hostName, isContinued: true)
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
        if running.removeValue(forKey: transfer.easy) != nil {
            clibcurl_multi_remove(multi, transfer.easy)
            queue.release(host: transfer.hostName)
        } else {
            queue.withdraw(transfer.job.id)
        }
    }

    private func end(_ transfer: ActiveTransfer, _ outcome: Result<TransferSummary, any Error>) {
        transfers[transfer.job.id] = nil
        paused[transfer.job.id] = nil
        transfer.job.end(outcome)
    }

    private func endAll(_ error: (WebURL) -> TransferError) {
        for transfer in Array(transfers.values) {
            stop(transfer)
            end(transfer, .failure(error(transfer.url)))
        }
    }
}
