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
    /// The number of window sets that were added.
    package var addedWindows: Int
    /// The number of automatic places that had expired, and were not added.
    package var expiredPlaces: Int
    /// The number of pages on which automatic places are refused from now on.
    package var addedRefusals: Int

    /// Creates a receipt.
    package init(
        addedPlaces: Int, knownPlaces: Int, queuedDownloads: Int, failedDownloads: Int = 0, addedWindows: Int = 0,
        expiredPlaces: Int = 0, addedRefusals: Int = 0
    ) {
        self.expiredPlaces = expiredPlaces
        self.addedRefusals = addedRefusals
        self.addedWindows = addedWindows
        self.addedPlaces = addedPlaces
        self.knownPlaces = knownPlaces
        self.queuedDownloads = queuedDownloads
        self.failedDownloads = failedDownloads
    }
}
