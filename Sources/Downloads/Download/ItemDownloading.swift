package import DownloadQueue

/// A downloader of single items, which a worker's tests replace.
package protocol ItemDownloading: Sendable {
    /// Returns a function that checks the destination of claimed items before their turn, opening each directory once.
    ///
    /// The function blocks on the disk. It returns nil for an item whose attempt has to examine the destination
    /// itself.
    ///
    /// - Returns: The function.
    func destinationFinder() -> (QueueItem) -> PreparedDestination?

    /// Begins an attempt at a known destination, and returns at once.
    ///
    /// - Parameters:
    ///   - item: The item as it was claimed.
    ///   - destination: The checked destination.
    ///   - journal: Records events under the item's lease.
    ///   - progress: Called on any thread with the bytes so far and the size, which is nil while it is unknown.
    ///   - received: Called on any thread when all bytes have been received.
    ///   - ended: Called once with the result, on any thread, possibly before this returns; it must return quickly.
    /// - Returns: The action that cancels the attempt; nil if the attempt needs a task, and nothing was begun.
    func begin(
        _ item: QueueItem, at destination: PreparedDestination, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void, ended: @escaping @Sendable (DownloadResult) -> Void
    ) -> (@Sendable () -> Void)?

    /// Runs one attempt.
    ///
    /// - Parameters:
    ///   - item: The item as it was claimed.
    ///   - destination: The checked destination; nil if it was not checked.
    ///   - journal: Records events under the item's lease.
    ///   - progress: Called on any thread with the bytes so far and the size, which is nil while it is unknown.
    ///   - received: Called on any thread when all bytes have been received, and the file only has to be made
    ///     durable and
    ///     renamed.
    /// - Returns: The result of the attempt.
    func download(
        _ item: QueueItem, at destination: PreparedDestination?, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void
    ) async -> DownloadResult
}

extension ItemDownloading {
    package func begin(
        _ item: QueueItem, at destination: PreparedDestination, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void, ended: @escaping @Sendable (DownloadResult) -> Void
    ) -> (@Sendable () -> Void)? { nil }
}
