import DownloadQueue

/// Working with a store that can be unavailable for some time.
extension WorkerRun {
    /// Returns the summary of the queue, and ends an outage.
    mutating func queueSummary() async throws -> QueueSummary {
        let queue = try await DiskThread.run { [worker, ids = configuration.ids] in
            try worker.store.summary(ids: ids)
        }
        if outage.recordSuccess() {
            observer?.observe(.warning("the queue is available again"))
            reopenClaims()
            needsRefill = true
        }
        observer?.observe(.summary(queue))
        return queue
    }

    /// Returns the summary of the queue; nil if the store is unavailable.
    mutating func availableSummary() async throws -> QueueSummary? {
        do {
            return try await queueSummary()
        } catch {
            try endure(error)
            return nil
        }
    }

    /// Records that the store is unavailable, after which its next call is delayed.
    ///
    /// Running downloads continue.
    ///
    /// - Parameter error: An error of a call of the store.
    /// - Throws: The error if it is another one, or if the store has been unavailable for too long.
    mutating func endure(_ error: any Error) throws {
        guard case QueueError.storeUnavailable = error else { throw error }
        if !outage.isActive { observer?.observe(.warning("\(error); running downloads continue")) }
        guard outage.recordFailure(at: worker.clock.uptime, random: worker.random()) else { throw error }
    }

    /// Deletes files that earlier runs left in the work directory.
    func discardStaleFiles() async {
        guard worker.downloader.workDirectory != nil else { return }
        _ = try? await DiskThread.run { [worker] in
            worker.downloader.discardStaleFiles(of: worker.store, at: worker.clock.now)
        }
    }
}
