/// What a person does to items.
package enum QueueCommand: String, Sendable, Hashable, CaseIterable {
    /// Stop until it is resumed.
    case pause
    /// Let a paused item go on.
    case resume
    /// Try a failed, waiting or quarantined item again at once; a quarantined file is deleted.
    case retry
    /// Take it out of the queue. Complete files stay; part files and quarantined ones are deleted.
    case remove
}
