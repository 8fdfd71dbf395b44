package import DownloadQueue
package import Snapshots

/// The stores that the browser extension's part of the API reads and changes.
package struct ExtensionStores: Sendable {
    /// The places.
    package var snapshots: any SnapshotArchive
    /// The downloads.
    package var queue: any QueueStore
    /// The settings of the service, which limit the downloads.
    package var settings: SettingsFile

    /// Creates a set of stores.
    package init(snapshots: any SnapshotArchive, queue: any QueueStore, settings: SettingsFile) {
        self.snapshots = snapshots
        self.queue = queue
        self.settings = settings
    }
}
