/// Downloads one item; a worker's tests put something else in its place.
package protocol ItemDownloading: Sendable {
    /// Makes one try.
    ///
    /// - Parameters:
    ///   - item: The item as it was claimed.
    ///   - journal: Takes down what happens, under the item's lease.
    ///   - bytesPerSecondLimit: The speed that is not exceeded; nil sets no limit.
    ///   - progress: Hears how many bytes there are, and of how many, on any thread.
    /// - Returns: What came of it.
    func download(
        _ item: QueueItem, journal: DownloadJournal, bytesPerSecondLimit: Int64?,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void
    ) async -> DownloadResult
}
