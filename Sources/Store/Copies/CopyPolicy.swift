import Snapshots
package import WHATWGURL

/// The reader's rules for copies.
package struct CopyPolicy: Sendable, Hashable {
    /// The behaviour when the budget is used up.
    package enum Overflow: String, Sendable, CaseIterable {
        /// Removes the oldest copies of finished places.
        case evict
        /// Keeps all copies, and stores no new ones.
        case keep
    }

    /// The default of ``budget``.
    package static let standardBudget = 2_000_000_000

    /// The maximum size of all compressed copies together, in bytes.
    package var budget: Int
    /// The behaviour when the budget is used up.
    package var overflow: Overflow
    /// The hosts whose pages are never captured, as they are written in URLs; a host covers its subdomains.
    package var excludedHosts: [String]

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - budget: The maximum size of all compressed copies together, in bytes.
    ///   - overflow: The behaviour when the budget is used up.
    ///   - excludedHosts: The hosts whose pages are never captured.
    package init(budget: Int = standardBudget, overflow: Overflow = .evict, excludedHosts: [String] = []) {
        self.budget = budget
        self.overflow = overflow
        self.excludedHosts = excludedHosts
    }

    /// Returns the excluded host that covers a page; nil if the page may be copied.
    ///
    /// - Parameter address: The address of the page.
    /// - Returns: The host as it is in ``excludedHosts``.
    package func excludedHost(of address: WebURL) -> String? {
        ExcludedHosts(excludedHosts).host(of: address)
    }
}
