package import DownloadQueue

/// A receiver of a worker's events.
///
/// It may be called on any thread and must return quickly.
package protocol QueueObserver: Sendable {
    /// Receives an event.
    func observe(_ event: QueueWorkerEvent)
}

/// An event of a worker.
package enum QueueWorkerEvent: Sendable, Hashable {
    /// An attempt has started.
    case started(QueueItem)
    /// An item has made progress. This is reported at most ten times a second for each item.
    case progressed(ItemProgress)
    /// An attempt has ended; the item's state shows the outcome.
    case ended(QueueItem)
    /// The summary of the whole queue.
    case summary(QueueSummary)
    /// Nothing is running; the worker waits for items that are not due yet or that other workers hold.
    case idle
    /// A failure that belongs to no item, for example of the database. The worker continues if it can.
    case warning(String)
}
