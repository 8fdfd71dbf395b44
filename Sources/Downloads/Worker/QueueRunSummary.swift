package import DownloadQueue

/// What a worker has done until it ended.
package struct QueueRunSummary: Sendable {
    /// How many items it completed; its observer hears which.
    package var done = 0

    /// How many items it gave up on, those with a wrong digest included.
    package var failed = 0

    /// How many items are left that wait for a later try.
    package var waiting: Int { outlook?[.waiting] ?? 0 }

    /// How the queue stood at its end; nil when it was stopped.
    package var outlook: QueueSummary?

    /// True when it was stopped before its work was done.
    package var wasStopped = false

    /// Makes an empty summary.
    package init() {}
}
