package import DownloadQueue
package import FoundationEssentials
package import Snapshots

/// What gives everything for a backup, and takes one in.
///
/// Calls block for a short time and may come from any thread.
package protocol BackupStore: Sendable {
    /// Lists places, oldest first.
    ///
    /// - Parameters:
    ///   - position: The position after which the list begins; 0 begins with the oldest.
    ///   - limit: The most to return.
    /// - Returns: The places.
    /// - Throws: The store's own error.
    func places(after position: Int64, limit: Int) throws -> [StoredSnapshot]

    /// Lists all downloads in the order of work.
    ///
    /// - Returns: The downloads.
    /// - Throws: The store's own error.
    func downloads() throws -> [QueueItem]

    /// Takes everything in, or nothing.
    ///
    /// Places whose id is there stay as they are, as do new ones of which the same quote of the same page is there, and
    /// downloads of which a live one of the same address and place is there.
    ///
    /// - Parameters:
    ///   - contents: What was read from a file.
    ///   - now: The time.
    /// - Returns: What became of it.
    /// - Throws: The store's own error; then nothing was taken in.
    func takeIn(_ contents: BackupContents, at now: Date) throws -> BackupReceipt
}
