package import DownloadQueue

/// Downloads one item; a worker's tests put something else in its place.
package protocol ItemDownloading: Sendable {
    /// Begins to look for the places of items before their turn; each directory is opened once.
    ///
    /// - Returns: What finds the place of an item that was claimed, and blocks on the disk: what the try need not look for, or
    ///   nil where it has to.
    func placeFinder() -> (QueueItem) -> PreparedDestination?

    /// Begins a try at a place that was found before, and returns at once.
    ///
    /// - Parameters:
    ///   - item: The item as it was claimed.
    ///   - place: What was found before its turn.
    ///   - journal: Takes down what happens, under the item's lease.
    ///   - progress: Hears how many bytes there are, and of how many, on any thread.
    ///   - received: Hears that all bytes are there, on any thread.
    ///   - ended: Hears what came of it, once, on any thread, perhaps before this returns; it is to be quick.
    /// - Returns: What stops the try; nil where it takes a task from the start on: then nothing was begun.
    func begin(
        _ item: QueueItem, at place: PreparedDestination, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void, ended: @escaping @Sendable (DownloadResult) -> Void
    ) -> (@Sendable () -> Void)?

    /// Makes one try.
    ///
    /// - Parameters:
    ///   - item: The item as it was claimed.
    ///   - place: What was found before its turn; nil for nothing.
    ///   - journal: Takes down what happens, under the item's lease.
    ///   - progress: Hears how many bytes there are, and of how many, on any thread.
    ///   - received: Hears that all bytes are there, on any thread: what is left is to make the file durable and to name it.
    /// - Returns: What came of it.
    func download(
        _ item: QueueItem, at place: PreparedDestination?, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void
    ) async -> DownloadResult
}

extension ItemDownloading {
    package func begin(
        _ item: QueueItem, at place: PreparedDestination, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void, ended: @escaping @Sendable (DownloadResult) -> Void
    ) -> (@Sendable () -> Void)? { nil }
}
