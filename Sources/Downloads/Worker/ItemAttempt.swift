import DownloadQueue
import Synchronization
import Syntax
import WHATWGURL

/// One attempt to download an item, including the record of its outcome.
struct ItemAttempt {
    /// The result of checking the destination before the attempt.
    enum Preparation: Sendable {
        /// The item may not be attempted on this machine.
        case refused(QueueFailure)
        /// There is not enough free space, so the attempt is postponed.
        case noSpace(QueueFailure)
        /// The destination has been checked, and the download can start without a task.
        case prepared(PreparedDestination)
        /// The attempt itself has to check the destination.
        case unprepared
    }

    /// The outcome of an attempt.
    struct Outcome: Sendable {
        /// The item after the attempt; nil if the worker no longer holds it.
        var item: QueueItem?
        /// True if requests to the item's host are now delayed.
        var backsOffHost = false
        /// True if the attempt failed because of the item's host.
        var isHostFailure = false
    }

    let item: QueueItem
    let worker: QueueWorker
    let observer: (any QueueObserver)?
    let preparation: Preparation
    let journal: DownloadJournal

    /// Starts the attempt, and returns at once.
    ///
    /// - Parameters:
    ///   - onReceived: Called on any thread when all bytes have been received.
    ///   - onEnd: Called once with the outcome, on any thread, possibly before this function returns.
    /// - Returns: The handle of the running attempt.
    func start(
        onReceived: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable (Outcome) -> Void
    ) -> AttemptHandle {
        let handle = AttemptHandle()
        let end: @Sendable (Outcome) -> Void = { outcome in
            onEnd(outcome)
            handle.end()
        }
        let complete: @Sendable (DownloadResult) -> Void = { result in
            // The end of an item has been recorded already, so it needs no task.
            if case .ended(let item) = result { return end(Outcome(item: item)) }
            Task { end(await outcome(of: result)) }
        }
        let destination: PreparedDestination?
        switch preparation {
        case .refused(let failure):
            complete(.failed(failure, retryAfter: nil))
            return handle
        case .noSpace(let failure):
            complete(.postponed(failure))
            return handle
        case .prepared(let known): destination = known
        case .unprepared: destination = nil
        }
        let (progress, endProgress) = makeProgress()
        worker.downloader.start(
            item, at: destination, journal: journal, handle: handle, progress: progress, received: onReceived
        ) { result in
            endProgress()
            complete(result)
        }
        return handle
    }

    /// Records the outcome of the attempt, unless it has been recorded already.
    private func outcome(of result: DownloadResult) async -> Outcome {
        let event: QueueEvent
        var isHostFailure = false
        switch result {
        case .ended(let item): return Outcome(item: item)
        case .leaseLost: return Outcome()
        case .postponed(let failure): event = .postponed(failure)
        case .stopped: event = .released
        case .failed(let failure, let retryAfter):
            event = .failed(failure, retryAfter: retryAfter, jitter: worker.random())
            isHostFailure = failure.isHostFailure
        }
        do {
            return try await DiskThread.run { [isHostFailure, downloader = worker.downloader] in
                let transition = try journal.record(event)
                transition.discardFiles(workDirectory: downloader.workDirectory, rules: downloader.rules)
                return Outcome(
                    item: transition.item, backsOffHost: transition.backsOffHost, isHostFailure: isHostFailure)
            }
        } catch QueueError.leaseLost {
            return Outcome()
        } catch {
            // Nothing was recorded, so the lease expires and the item is claimed again.
            observer?.observe(.warning("\(error)"))
            return Outcome()
        }
    }

    /// Returns two closures: one forwards progress to the observer, and the other stops the forwarding.
    private func makeProgress() -> (report: @Sendable (Int64, Int64?) -> Void, end: @Sendable () -> Void) {
        guard let observer else { return ({ _, _ in }, {}) }
        let relay = ProgressRelay(id: item.id, observer: observer, clock: worker.clock)
        return ({ relay.receive(bytes: $0, total: $1) }, { relay.end() })
    }
}

extension QueueWorker {
    /// Checks the free space and the destinations of claimed items together; blocks on the disk.
    ///
    /// - Parameters:
    ///   - items: The items of one claim.
    ///   - requestedAt: The ``QueueClock/uptime`` before the claim was sent to the store.
    /// - Returns: The items with the results of the checks.
    func prepare(_ items: [QueueItem], requestedAt: Duration) -> [WorkerRun.Claimed] {
        var free: [String: Int64?] = [:]
        func freeBytes(in directory: String) -> Int64? {
            if let known = free[directory] { return known }
            let bytes = self.freeBytes(directory)
            free[directory] = .some(bytes)
            return bytes
        }
        let destination = downloader.destinationFinder()
        return items.map { item in
            let preparation: ItemAttempt.Preparation =
                if item.lease == nil {
                    .unprepared
                } else if let failure = refusal(of: item) {
                    .refused(failure)
                } else if let failure = missingSpace(for: item, freeBytes(in:)) {
                    .noSpace(failure)
                } else if let known = destination(item) {
                    .prepared(known)
                } else {
                    .unprepared
                }
            let fence = LeaseFence(length: limits.leaseFence, requestedAt: requestedAt, clock: clock)
            return WorkerRun.Claimed(item: item, host: item.url.host, preparation: preparation, fence: fence)
        }
    }

    /// Returns the failure of an item that may not be attempted; nil if it may.
    private func refusal(of item: QueueItem) -> QueueFailure? {
        do {
            try downloader.check(item)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the failure of an item if there is not enough free space; nil if there is enough or it is unknown.
    ///
    /// With a work directory, the missing bytes are written there, and then the whole file into its destination.
    private func missingSpace(for item: QueueItem, _ free: (String) -> Int64?) -> QueueFailure? {
        let missing = max(0, ByteCount(clamping: item.total ?? 0).bytes - ByteCount(clamping: item.bytes).bytes)
        guard let work = downloader.workDirectory else {
            return Self.missingSpace(in: item.directory, needed: missing, free(item.directory))
        }
        let whole = WorkDirectory.isOnFileSystem(work, of: item.directory) ? missing : item.total ?? 0
        return Self.missingSpace(in: work, needed: missing, free(work))
            ?? Self.missingSpace(in: item.directory, needed: whole, free(item.directory))
    }

    private static func missingSpace(in directory: String, needed: Int64, _ free: Int64?) -> QueueFailure? {
        guard let free, free < max(1, needed) else { return nil }
        let space = needed > 0 ? "\(needed) bytes are needed, \(free) may be used" : "the disk is full"
        return QueueFailure(.disk, "\(directory): not enough space: \(space)", needsSpace: true)
    }
}

extension QueueTransition {
    fileprivate var backsOffHost: Bool {
        actions.contains {
            if case .backOffHost = $0 { return true }
            return false
        }
    }
}

/// A handle of a running attempt: it cancels the attempt and waits for its end.
package final class AttemptHandle: Sendable {
    /// The cancellation functions and the waiting tasks of an attempt that has not ended.
    private struct Pending {
        var cancellations: [@Sendable () -> Void] = []
        var isCancelled = false
        /// The tasks that wait for the end.
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The state of the attempt; nil once it has ended and its outcome has been recorded.
    private let pending = Mutex<Pending?>(Pending())

    /// Creates the handle of an attempt that is being started.
    package init() {}

    /// Adds a function that cancels a part of the attempt.
    ///
    /// - Parameter action: The function. It is called at once if the attempt was already cancelled, and dropped if it
    ///   has ended.
    package func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = pending.withLock { pending in
            pending?.cancellations.append(action)
            return pending?.isCancelled ?? false
        }
        if isCancelled { action() }
    }

    /// Cancels the attempt, which ends later, when ``end()`` is called.
    ///
    /// Each call runs the cancellation functions again.
    package func cancel() {
        let cancellations = pending.withLock { pending in
            pending?.isCancelled = true
            return pending?.cancellations ?? []
        }
        for cancel in cancellations { cancel() }
    }

    /// Marks the attempt as ended and resumes the tasks that wait for its end.
    func end() {
        let waiters = pending.withLock { pending in
            defer { pending = nil }
            return pending?.waiters ?? []
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the attempt has ended.
    func waitUntilEnded() async {
        await withCheckedContinuation { continuation in
            let hasEnded = pending.withLock { pending in
                pending?.waiters.append(continuation)
                return pending == nil
            }
            if hasEnded { continuation.resume() }
        }
    }
}

/// The running attempts of a worker, which are cancelled as soon as the worker stops trusting their leases.
///
/// It does not use the store, so that it also works while a call of the store blocks the worker.
final class FencedAttempts: Sendable {
    private struct Entry {
        let fence: LeaseFence
        let attempt: AttemptHandle
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Adds an attempt that has started.
    func insert(_ id: String, fence: LeaseFence, attempt: AttemptHandle) {
        entries.withLock { $0[id] = Entry(fence: fence, attempt: attempt) }
    }

    /// Removes an attempt that has ended.
    func remove(_ id: String) {
        entries.withLock { _ = $0.removeValue(forKey: id) }
    }

    /// Cancels the attempts whose leases are no longer trusted.
    func cancelFenced() {
        for entry in entries.withLock({ Array($0.values) }) where entry.fence.isExpired { entry.attempt.cancel() }
    }
}
