package import DownloadQueue
package import FoundationEssentials

/// What came of one try to download an item.
package enum DownloadResult: Sendable {
    /// The item is done or quarantined, and that is recorded.
    case ended(QueueItem)
    /// The try failed; what is on disk is recorded, the failure is not.
    case failed(QueueFailure, retryAfter: Date?)
    /// It could not even begin, for a reason that has nothing to do with the download and passes.
    case postponed(QueueFailure)
    /// The task was cancelled; what is on disk is recorded.
    case stopped
    /// The item is not the worker's any more; nothing was recorded.
    case leaseLost
}
