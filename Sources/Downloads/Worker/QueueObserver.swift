package import DownloadQueue

/// Hears what a worker does, on any thread; it must return quickly.
package protocol QueueObserver: Sendable {
    /// Hears of an event.
    ///
    /// - Parameter event: The event.
    func observe(_ event: QueueWorkerEvent)
}

/// What a worker does.
package enum QueueWorkerEvent: Sendable, Hashable {
    /// It has begun a try.
    case started(QueueItem)
    /// An item has got further; at most ten times a second for each.
    case progressed(ItemProgress)
    /// A try has ended; the item's state tells how.
    case ended(QueueItem)
    /// How the whole queue stands.
    case outlook(QueueSummary)
    /// It runs nothing and waits for items whose time has not come, or that other workers hold.
    case idle
    /// Something outside the items failed, for example the database; the worker goes on if it can.
    case trouble(String)
}
