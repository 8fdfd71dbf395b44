/// What became of an import.
package struct BackupReceipt: Sendable, Hashable {
    /// How many places were added.
    package var addedPlaces: Int
    /// How many places were there already.
    package var knownPlaces: Int
    /// How many downloads were queued.
    package var queuedDownloads: Int

    /// Makes a receipt.
    ///
    /// - Parameters:
    ///   - addedPlaces: How many places were added.
    ///   - knownPlaces: How many places were there already.
    ///   - queuedDownloads: How many downloads were queued.
    package init(addedPlaces: Int, knownPlaces: Int, queuedDownloads: Int) {
        self.addedPlaces = addedPlaces
        self.knownPlaces = knownPlaces
        self.queuedDownloads = queuedDownloads
    }
}
