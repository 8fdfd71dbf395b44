package import DownloadQueue
package import PageCopies
package import Snapshots
package import WindowSets

/// The stores that the browser extension's part of the API reads and changes.
package struct ExtensionStores: Sendable {
    /// The places.
    package var snapshots: any SnapshotArchive
    /// The downloads.
    package var queue: any QueueStore
    /// The copies of pages.
    package var copies: any CopyArchive
    /// The settings of the service, which limit the downloads.
    package var settings: SettingsFile
    /// The window sets.
    package var windows: any WindowSetArchive

    /// Creates a set of stores.
    package init(
        snapshots: any SnapshotArchive, queue: any QueueStore, copies: any CopyArchive, settings: SettingsFile,
        windows: any WindowSetArchive
    ) {
        self.snapshots = snapshots
        self.queue = queue
        self.copies = copies
        self.settings = settings
        self.windows = windows
    }
}
