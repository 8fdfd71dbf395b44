package import Motion

/// A badge beside the status that counts items; new items fly to it.
package struct HUDBadge: Sendable, Equatable {
    /// The symbol of the items that fly to the badge.
    package var symbol: Symbol
    /// The count on the badge.
    package var count: Int
    /// The number of items, included in the count, that fly to the badge when the display starts.
    ///
    /// Later items fly to it when the count grows.
    package var thrown: Int

    /// Creates a badge.
    package init(symbol: Symbol, count: Int, thrown: Int = 0) {
        self.symbol = symbol
        self.count = count
        self.thrown = thrown
    }
}
