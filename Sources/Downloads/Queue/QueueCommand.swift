/// What a person does to items.
package enum QueueCommand: String, Sendable, Hashable, CaseIterable {
    /// Stop until it is resumed.
    case pause
    /// Let a paused item go on.
    case resume
    /// Try a failed, waiting or quarantined item again at once.
    case retry
    /// Take it out of the queue. Complete and quarantined files stay, part files are deleted.
    case remove
}
