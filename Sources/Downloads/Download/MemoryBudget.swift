import Synchronization

/// How much memory all downloads of a worker together may hold bodies in.
final class MemoryBudget: Sendable {
    private let left: Atomic<Int64>

    /// Makes a budget.
    ///
    /// - Parameter bytes: How much there is.
    init(_ bytes: Int64) {
        left = Atomic(bytes)
    }

    /// Takes a share.
    ///
    /// - Parameter bytes: How much is wanted.
    /// - Returns: The share, which goes back when nobody holds it any more; nil when there is not so much left.
    func take(_ bytes: Int64) -> Share? {
        guard left.subtract(bytes, ordering: .relaxed).newValue >= 0 else {
            left.add(bytes, ordering: .relaxed)
            return nil
        }
        return Share(budget: self, bytes: bytes)
    }

    /// A part of the budget that somebody uses.
    final class Share: Sendable {
        private let budget: MemoryBudget
        private let bytes: Int64

        fileprivate init(budget: MemoryBudget, bytes: Int64) {
            self.budget = budget
            self.bytes = bytes
        }

        deinit {
            budget.left.add(bytes, ordering: .relaxed)
        }
    }
}
