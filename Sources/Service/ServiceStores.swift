package import DownloadQueue
package import ImportExport
package import PageCopies
package import Snapshots
package import WindowSets

/// The stores that a service reads and changes.
package struct ServiceStores: Sendable {
    /// The places.
    package var snapshots: any SnapshotArchive
    /// The downloads.
    ///
    /// The service adds and changes items; a worker runs them.
    package var queue: any QueueStore
    /// The log of the changes to places and downloads.
    package var changes: any ChangeLog
    /// The store that can export and import all places and downloads.
    package var backup: any BackupStore
    /// The copies of pages.
    package var copies: any CopyArchive
    /// The window sets.
    package var windows: any WindowSetArchive

    /// Creates a set of stores, which are views of one database.
    package init(
        snapshots: any SnapshotArchive, queue: any QueueStore, changes: any ChangeLog, backup: any BackupStore,
        copies: any CopyArchive, windows: any WindowSetArchive
    ) {
        self.snapshots = snapshots
        self.queue = queue
        self.changes = changes
        self.backup = backup
        self.copies = copies
        self.windows = windows
    }
}
