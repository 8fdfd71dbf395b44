package import FoundationEssentials

/// An event that the worker holding an item's lease reports.
package enum QueueEvent: Sendable, Hashable {
    /// The lease is extended to this time.
    case renewed(until: Date)
    /// The file's name has been chosen; no bytes are on disk.
    case named(String)
    /// These bytes are durable. Fewer bytes than before mean a new version of the resource.
    case progressed(PartialContent)
    /// All bytes have been received.
    case verifying(PartialContent)
    /// The file is about to be renamed to this name, and has this digest.
    case committing(fileName: String, sha256: String)
    /// The file has its final name.
    case completed
    /// The file has the wrong digest and was quarantined; `fileName` is its new name without the suffix.
    case quarantined(fileName: String, sha256: String, QueueFailure)
    /// The attempt failed. `retryAfter` is the server's Retry-After; `jitter` is a random number from 0 to 1.
    case failed(QueueFailure, retryAfter: Date?, jitter: Double)
    /// The worker stops and returns the item to the queue.
    case released
    /// The worker returns the item to the queue without having attempted it.
    case returned
    /// The attempt could not start: there is no free space, or another process has the part file open.
    case postponed(QueueFailure)
}
