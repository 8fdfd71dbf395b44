package import DownloadQueue
package import FoundationEssentials
package import Snapshots

/// A store that can list everything for a backup and import a backup.
///
/// Calls block for a short time. They are allowed on any thread.
package protocol BackupStore: Sendable {
    /// Returns places in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - position: The position of the last place already read; 0 to begin with the oldest place.
    ///   - limit: The maximum number of places.
    /// - Returns: The places after the position; empty at the end.
    /// - Throws: The store's error if the places cannot be read.
    func places(after position: Int64, limit: Int) throws -> [StoredSnapshot]

    /// Returns all downloads in queue order.
    ///
    /// - Returns: The downloads, including finished and failed ones.
    /// - Throws: The store's error if the downloads cannot be read.
    func downloads() throws -> [QueueItem]

    /// Imports all places and downloads in one transaction.
    ///
    /// Existing records stay unchanged: a place is skipped if its id exists, or, if it has no id, if the same quote of
    /// the same page exists. A download is skipped if it would be a duplicate in the queue
    /// (`QueueState.blocksDuplicates`), or if an item with the same URL, directory and name is quarantined.
    ///
    /// - Parameters:
    ///   - contents: The places and downloads of the imported file.
    ///   - now: The time of addition that is recorded for downloads and for places without an id.
    /// - Returns: The numbers of records that were added and skipped.
    /// - Throws: The store's error; nothing was imported then.
    func importContents(_ contents: BackupContents, at now: Date) throws -> BackupReceipt
}
