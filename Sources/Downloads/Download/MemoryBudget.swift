import Synchronization

/// A limit on the memory that the bodies of all downloads of a worker occupy.
final class MemoryBudget: Sendable {
    private let left: Atomic<Int64>

    /// Creates a budget of a number of bytes.
    init(_ bytes: Int64) {
        left = Atomic(bytes)
    }

    /// Reserves a share, which is released when it is deinitialized.
    ///
    /// - Parameter bytes: The size of the share.
    /// - Returns: The share; nil if too little memory is left.
    func reserve(_ bytes: Int64) -> Share? {
        guard left.subtract(bytes, ordering: .relaxed).newValue >= 0 else {
            left.add(bytes, ordering: .relaxed)
            return nil
        }
        return Share(budget: self, bytes: bytes)
    }

    /// A reserved part of the budget.
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
