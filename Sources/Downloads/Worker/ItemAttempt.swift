import DownloadQueue
import WHATWGURL

/// One try of an item: the download, and the record of how it ended.
struct ItemAttempt {
    /// How a try ended.
    struct Outcome: Sendable {
        /// The item; nil when it is not ours any more.
        var item: QueueItem?
        /// True when the item's host is not to be asked for a while.
        var holdsHost = false
    }

    let item: QueueItem
    let lease: QueueLease
    let worker: QueueWorker
    let observer: (any QueueObserver)?
    /// Why the item cannot have room; nil when it may.
    let missingRoom: QueueFailure?
    /// What was found of its place before its turn.
    let place: PreparedDestination?

    /// Starts the try.
    ///
    /// - Parameters:
    ///   - received: Hears that all bytes are there, on any thread.
    ///   - ended: Hears how it ended, once, on any thread, perhaps before this returns.
    /// - Returns: The try under way.
    func start(
        received: @escaping @Sendable () -> Void, ended: @escaping @Sendable (Outcome) -> Void
    ) -> AttemptHandle {
        let journal = DownloadJournal(item: item, lease: lease, store: worker.store, clock: worker.clock)
        let running = AttemptHandle()
        let end: @Sendable (Outcome) -> Void = { outcome in
            ended(outcome)
            running.end()
        }
        if let stop = begin(journal, received, end) {
            running.onCancel(stop)
            return running
        }
        let task = Task {
            let result =
                if let missingRoom {
                    DownloadResult.postponed(missingRoom)
                } else {
                    await download(journal, received)
                }
            end(await outcome(of: result, journal))
        }
        running.onCancel { task.cancel() }
        return running
    }

    /// Begins where nothing takes a task.
    ///
    /// - Returns: What stops the try; nil when nothing was begun.
    private func begin(
        _ journal: DownloadJournal, _ received: @escaping @Sendable () -> Void,
        _ end: @escaping @Sendable (Outcome) -> Void
    ) -> (@Sendable () -> Void)? {
        guard missingRoom == nil, let place else { return nil }
        let (progress, endProgress) = progressRelay()
        return worker.downloader.begin(
            item, at: place, journal: journal, progress: progress, received: received
        ) { result in
            endProgress()
            if case .ended(let item) = result { return end(Outcome(item: item)) }
            Task { end(await outcome(of: result, journal)) }
        }
    }

    /// Records how the try ended, where that is not done yet.
    private func outcome(of result: DownloadResult, _ journal: DownloadJournal) async -> Outcome {
        let event: QueueEvent
        switch result {
        case .ended(let item): return Outcome(item: item)
        case .leaseLost: return Outcome()
        case .postponed(let failure): event = .postponed(failure)
        case .stopped: event = .released
        case .failed(let failure, let retryAfter):
            event = .failed(failure, retryAfter: retryAfter, jitter: worker.random())
        }
        do {
            return try await DiskThread.run {
                let transition = try journal.record(event)
                transition.discardFiles()
                return Outcome(item: transition.item, holdsHost: transition.holdsHost)
            }
        } catch QueueError.leaseLost {
            return Outcome()
        } catch {
            // Not recorded: the lease runs out, and the item is taken up again.
            observer?.observe(.trouble("\(error)"))
            return Outcome()
        }
    }

    private func download(
        _ journal: DownloadJournal, _ received: @escaping @Sendable () -> Void
    ) async -> DownloadResult {
        let (progress, endProgress) = progressRelay()
        defer { endProgress() }
        return await worker.downloader.download(
            item, at: place, journal: journal, progress: progress, received: received)
    }

    /// What hands progress on to the observer, and what ends that.
    private func progressRelay() -> (take: @Sendable (Int64, Int64?) -> Void, end: @Sendable () -> Void) {
        guard let observer else { return ({ _, _ in }, {}) }
        let relay = ProgressRelay(id: item.id, observer: observer, clock: worker.clock)
        return ({ relay.take(bytes: $0, total: $1) }, { relay.end() })
    }
}

extension QueueWorker {
    /// Looks whether items that were claimed can have room, and for their places; it blocks on the disk.
    func claimed(_ items: [QueueItem]) -> [WorkerRun.Claimed] {
        var free: [String: Int64?] = [:]
        let place = downloader.placeFinder()
        return items.map { item in
            let bytes = free[item.directory] ?? freeBytes(item.directory)
            free[item.directory] = .some(bytes)
            let missingRoom = item.missingRoom(free: bytes)
            return WorkerRun.Claimed(
                item: item, host: item.url.host, missingRoom: missingRoom,
                place: missingRoom == nil ? place(item) : nil)
        }
    }
}

extension QueueItem {
    /// The failure of an item that cannot have room; nil when it may.
    fileprivate func missingRoom(free: Int64?) -> QueueFailure? {
        let needed = max(0, (total ?? 0) - bytes)
        guard let free, free < max(1, needed) else { return nil }
        let room = needed > 0 ? "\(needed) bytes are needed, \(free) are free" : "the disk is full"
        return QueueFailure(.disk, "\(directory): no room: \(room)", needsSpace: true)
    }
}

extension QueueTransition {
    fileprivate var holdsHost: Bool {
        actions.contains {
            if case .holdHost = $0 { return true }
            return false
        }
    }
}
