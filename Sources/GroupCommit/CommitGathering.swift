package import Dispatch

/// A rule that lets requests wait for others that will share their commit.
///
/// A batch begins when one of the goals is reached, when every announced request has been submitted
/// (``GroupCommit/enter()``), or when the timeout has passed.
package struct CommitGathering: Sendable {
    /// The number of requests that justifies a commit of their own.
    package var countGoal: Int
    /// The total weight that justifies a commit of its own.
    package var weightGoal: Int64
    /// The longest time that a request waits for others while no commit is under way.
    package var timeout: DispatchTimeInterval
    /// The queue on which the timeout fires and its commits run.
    package var queue: DispatchQueue

    /// Creates a rule.
    package init(countGoal: Int, weightGoal: Int64, timeout: DispatchTimeInterval, queue: DispatchQueue) {
        self.countGoal = countGoal
        self.weightGoal = weightGoal
        self.timeout = timeout
        self.queue = queue
    }
}
