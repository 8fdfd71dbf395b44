/// An operation that a user performs on items.
package enum QueueCommand: String, Sendable, Hashable, CaseIterable {
    /// Stops the download until it is resumed.
    case pause
    /// Allows a paused item to be claimed again.
    case resume
    /// Attempts a failed, waiting or quarantined item again at once. A quarantined file is deleted.
    case retry
    /// Removes the item from the queue. Complete files stay; part files and quarantined files are deleted.
    case remove
}
