package import FoundationEssentials

/// A side effect that a transition requires, in addition to storing the item.
package enum QueueAction: Sendable, Hashable {
    /// The worker that holds the item is to stop its transfer and then release the item.
    case interruptTransfer
    /// The part file is to be deleted.
    case discardPartialFile
    /// The quarantined file is to be deleted; the value is its name without the suffix.
    case discardQuarantinedFile(String)
    /// The item is to be deleted from the queue.
    case forget
    /// The item can be claimed from this time on.
    case wake(at: Date)
    /// No request is to be made to the item's host before this time.
    case backOffHost(until: Date)
}
