package import DownloadQueue

/// The result of a worker's run.
package struct QueueRunSummary: Sendable {
    /// The number of items that the worker completed.
    ///
    /// The worker's observer receives each of them.
    package var done = 0

    /// The number of items that failed, including those with a wrong digest.
    package var failed = 0

    /// The number of items that wait for a later attempt.
    package var waiting: Int { queue?[.waiting] ?? 0 }

    /// The summary of the queue at the end; nil if the worker was stopped.
    package var queue: QueueSummary?

    /// True if the worker was stopped before its work was done.
    package var wasStopped = false

    /// Creates an empty summary.
    package init() {}
}
