package import DownloadQueue
package import FoundationEssentials

extension QueueStore {
    /// Tries items again at once, all or none; quarantined files are deleted.
    ///
    /// - Parameters:
    ///   - ids: Ids or beginnings of them.
    ///   - now: The current time by the store's clock.
    /// - Returns: The items.
    /// - Throws: ``QueueError``, and what the store throws.
    @discardableResult
    package func retry(ids: [String], at now: Date) throws -> [QueueItem] {
        try apply(.retry, to: ids, at: now).map { transition in
            transition.discardFiles()
            return transition.item
        }
    }

    /// Removes items from the queue, all or none, and deletes the part files of those that no worker holds, and
    /// quarantined ones.
    ///
    /// - Parameters:
    ///   - ids: Ids or beginnings of them.
    ///   - now: The current time by the store's clock.
    /// - Returns: The items.
    /// - Throws: ``QueueError``, and what the store throws.
    @discardableResult
    package func remove(ids: [String], at now: Date) throws -> [QueueItem] {
        try apply(.remove, to: ids, at: now).map { transition in
            transition.discardFiles()
            return transition.item
        }
    }
}
