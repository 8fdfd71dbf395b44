package import Motion

/// A badge beside the status that counts the items thrown on to it.
package struct HUDBadge: Sendable, Equatable {
    /// The symbol that is thrown.
    package var symbol: Symbol
    /// The count on the badge.
    package var count: Int
    /// The number of items, included in the count, that are thrown when the display begins.
    ///
    /// Later ones are thrown as the count grows.
    package var thrown: Int

    /// Creates a badge.
    package init(symbol: Symbol, count: Int, thrown: Int = 0) {
        self.symbol = symbol
        self.count = count
        self.thrown = thrown
    }
}
