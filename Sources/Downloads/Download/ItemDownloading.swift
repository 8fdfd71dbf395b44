package import DownloadQueue
package import FoundationEssentials

/// A downloader of single items, which can be replaced in tests of a worker.
package protocol ItemDownloading: Sendable {
    /// The path of the directory for part files; nil if they are in the destinations of their items.
    var workDirectory: String? { get }

    /// The limits within which items are obeyed, also when files are deleted; nil if the items decide.
    var rules: WorkerRules? { get }

    /// Checks that an item may be attempted on this machine, without looking at the disk.
    ///
    /// - Throws: A lasting ``QueueFailure``.
    func check(_ item: QueueItem) throws(QueueFailure)

    /// Deletes files in the work directory that no item of a queue needs any more; blocks on the disk.
    ///
    /// - Parameters:
    ///   - store: The store of the queue.
    ///   - now: The current time by the worker's clock.
    func discardStaleFiles(of store: any QueueStore, at now: Date)

    /// Returns a function that checks the destinations of claimed items in advance, opening each directory only once.
    ///
    /// The function blocks on the disk. It returns nil for an item whose attempt has to check the destination itself.
    ///
    /// - Returns: The function.
    func destinationFinder() -> (QueueItem) -> PreparedDestination?

    /// Starts an attempt at a checked destination, and returns at once.
    ///
    /// - Parameters:
    ///   - item: The item as it was claimed.
    ///   - destination: The checked destination.
    ///   - journal: Records events under the item's lease.
    ///   - progress: Called on any thread with the bytes so far and the size, which is nil while it is unknown.
    ///   - received: Called on any thread when all bytes have been received.
    ///   - ended: Called once with the result, on any thread, possibly before this returns; it must return quickly.
    /// - Returns: A function that cancels the attempt; nil if the attempt needs a task and was not started.
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
    ///   - received: Called on any thread when all bytes have been received. The file then only has to be made durable
    ///     and renamed.
    /// - Returns: The result of the attempt.
    func download(
        _ item: QueueItem, at destination: PreparedDestination?, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void
    ) async -> DownloadResult
}

extension ItemDownloading {
    package var workDirectory: String? { nil }

    package var rules: WorkerRules? { nil }

    package func check(_ item: QueueItem) throws(QueueFailure) {}

    package func discardStaleFiles(of store: any QueueStore, at now: Date) {}

    package func begin(
        _ item: QueueItem, at destination: PreparedDestination, journal: DownloadJournal,
        progress: @escaping @Sendable (_ bytes: Int64, _ total: Int64?) -> Void,
        received: @escaping @Sendable () -> Void, ended: @escaping @Sendable (DownloadResult) -> Void
    ) -> (@Sendable () -> Void)? { nil }
}
