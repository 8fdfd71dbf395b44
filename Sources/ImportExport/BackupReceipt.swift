/// The result of an import.
package struct BackupReceipt: Sendable, Hashable {
    /// The number of places that were added.
    package var addedPlaces: Int
    /// The number of places that were already stored.
    package var knownPlaces: Int
    /// The number of downloads that were queued.
    package var queuedDownloads: Int
    /// The number of queued downloads that had failed, and are paused.
    package var failedDownloads: Int

    /// Creates a receipt.
    package init(addedPlaces: Int, knownPlaces: Int, queuedDownloads: Int, failedDownloads: Int = 0) {
        self.addedPlaces = addedPlaces
        self.knownPlaces = knownPlaces
        self.queuedDownloads = queuedDownloads
        self.failedDownloads = failedDownloads
    }
}
