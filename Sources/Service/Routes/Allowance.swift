import Synchronization

/// An amount of memory or work that the requests of the service share.
final class Allowance: Sendable {
    private let limit: Int
    private let used = Mutex(0)

    /// Creates an allowance of which nothing is used.
    init(limit: Int) {
        self.limit = limit
    }

    /// Reserves a part of the allowance.
    ///
    /// - Parameter amount: The amount, which the caller must release.
    /// - Returns: False if less is left; nothing is reserved then.
    func reserve(_ amount: Int) -> Bool {
        used.withLock { used in
            guard amount <= limit - used else { return false }
            used += amount
            return true
        }
    }

    /// Releases what was reserved.
    func release(_ amount: Int) { used.withLock { $0 -= amount } }
}
