package import FoundationEssentials

/// A side effect that a transition requires, in addition to storing the item.
package enum QueueAction: Sendable, Hashable {
    /// The worker that holds the item stops its transfer and then releases the item.
    case interruptTransfer
    /// The part file is deleted.
    case discardPartialFile
    /// The quarantined file is deleted; the value is its name without the suffix.
    case discardQuarantinedFile(String)
    /// The item is deleted from the queue.
    case forget
    /// From this time on the item can be claimed.
    case wake(at: Date)
    /// Before this time no request is made to the item's host.
    case backOffHost(until: Date)
}
