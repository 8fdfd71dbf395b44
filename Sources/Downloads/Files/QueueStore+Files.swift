package import DownloadQueue
package import FoundationEssentials

extension QueueStore {
    /// Retries items at once, either all or none, and deletes their quarantined files.
    ///
    /// - Parameters:
    ///   - ids: Ids or prefixes of ids.
    ///   - now: The current time by the store's clock.
    /// - Returns: The items.
    /// - Throws: ``QueueError``, and errors of the store.
    @discardableResult
    package func retry(ids: [String], at now: Date) throws -> [QueueItem] {
        try apply(.retry, to: ids, at: now).map { transition in
            transition.discardFiles()
            return transition.item
        }
    }

    /// Removes items from the queue, either all or none.
    ///
    /// Deletes the part files of items that no worker holds, and quarantined files.
    ///
    /// - Parameters:
    ///   - ids: Ids or prefixes of ids.
    ///   - now: The current time by the store's clock.
    /// - Returns: The items.
    /// - Throws: ``QueueError``, and errors of the store.
    @discardableResult
    package func remove(ids: [String], at now: Date) throws -> [QueueItem] {
        try apply(.remove, to: ids, at: now).map { transition in
            transition.discardFiles()
            return transition.item
        }
    }
}
