package import Dispatch

/// A rule that delays a commit, so that more requests can share it.
///
/// A batch begins when one of the goals is reached, when every request announced by ``GroupCommit/enter()`` has been
/// submitted, or when the timeout has elapsed.
package struct CommitGathering: Sendable {
    /// The number of requests at which a commit begins without waiting for more.
    package var countGoal: Int
    /// The total weight at which a commit begins without waiting for more.
    package var weightGoal: Int64
    /// The maximum time that a request waits for others while no commit is running.
    package var timeout: DispatchTimeInterval
    /// The queue on which the timeout fires and the resulting commits run.
    package var queue: DispatchQueue

    /// Creates a rule.
    package init(countGoal: Int, weightGoal: Int64, timeout: DispatchTimeInterval, queue: DispatchQueue) {
        self.countGoal = countGoal
        self.weightGoal = weightGoal
        self.timeout = timeout
        self.queue = queue
    }
}
