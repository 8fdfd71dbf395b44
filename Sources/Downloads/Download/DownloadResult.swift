package import DownloadQueue
package import FoundationEssentials

/// The result of one attempt to download an item.
package enum DownloadResult: Sendable {
    /// The item is done or quarantined, which has been recorded.
    case ended(QueueItem)
    /// The attempt failed. The bytes on disk have been recorded; the failure has not.
    case failed(QueueFailure, retryAfter: Date?)
    /// The attempt could not start, for a temporary reason that is unrelated to the server.
    case postponed(QueueFailure)
    /// The task was cancelled, and the bytes on disk have been recorded.
    case stopped
    /// The worker no longer holds the item, or no longer trusts its lease, and nothing was recorded.
    case leaseLost
}
