package import FoundationEssentials

/// What has to be done after a transition, beside storing the item.
package enum QueueAction: Sendable, Hashable {
    /// The worker that holds the item stops its transfer and then releases it.
    case interruptTransfer
    /// The part file is deleted.
    case discardPartialFile
    /// The file that was set apart as having the wrong digest is deleted; this is its name without the suffix.
    case discardQuarantinedFile(String)
    /// The item is deleted from the queue.
    case forget
    /// From this time on somebody may claim the item.
    case wake(at: Date)
    /// Before this time nobody asks the item's host anything.
    case holdHost(until: Date)
}
