/// What a worker has done until it ended.
package struct QueueRunSummary: Sendable {
    /// The items that it completed.
    package var done: [QueueItem] = []

    /// The items that it gave up on, and those with a wrong digest.
    package var failed: [QueueItem] = []

    /// How many items are left that wait for a later try.
    package var waiting = 0

    /// True when it was stopped before its work was done.
    package var wasStopped = false

    /// Makes an empty summary.
    package init() {}
}
