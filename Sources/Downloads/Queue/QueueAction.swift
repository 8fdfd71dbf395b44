package import FoundationEssentials

/// What has to be done after a transition, beside storing the item.
package enum QueueAction: Sendable, Hashable {
    /// The worker that holds the item stops its transfer and then releases it.
    case interruptTransfer
    /// The part file is deleted.
    case discardPartialFile
    /// The item is deleted from the queue.
    case forget
    /// From this time on somebody may claim the item.
    case wake(at: Date)
}
