package import FoundationEssentials

/// What the holder of an item's lease reports.
package enum QueueEvent: Sendable, Hashable {
    /// The lease is to last until then.
    case renewed(until: Date)
    /// The file's name has been chosen; nothing is on disk.
    case named(String)
    /// This much is on disk for certain. Fewer bytes than before mean a new version of the resource.
    case progressed(PartialContent)
    /// All bytes are there.
    case verifying(PartialContent)
    /// The file is about to get this name, and has this digest.
    case committing(fileName: String, sha256: String)
    /// The file has its final name.
    case completed
    /// The file has the wrong digest and was set apart under this name (without the suffix).
    case quarantined(fileName: String, sha256: String, QueueFailure)
    /// The try failed. The server asked not to come back before `retryAfter`; `jitter` is random from 0 to 1.
    case failed(QueueFailure, retryAfter: Date?, jitter: Double)
    /// The worker stops and gives the item back.
    case released
    /// The worker gives the item back without having tried it.
    case returned
    /// There is no room for the item, or another process holds its file, so that it was not even tried.
    case postponed(QueueFailure)
}
