/// The result of an import.
package struct BackupReceipt: Sendable, Hashable {
    /// The number of places that were added.
    package var addedPlaces: Int
    /// The number of places that were already stored.
    package var knownPlaces: Int
    /// The number of downloads that were queued.
    package var queuedDownloads: Int

    /// Creates a receipt.
    package init(addedPlaces: Int, knownPlaces: Int, queuedDownloads: Int) {
        self.addedPlaces = addedPlaces
        self.knownPlaces = knownPlaces
        self.queuedDownloads = queuedDownloads
    }
}
