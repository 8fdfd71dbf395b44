package import Motion

/// A badge beside the status: things are thrown on to it, and it counts them.
package struct HUDBadge: Sendable, Equatable {
    /// What is thrown.
    package var symbol: Symbol
    /// What stands on it.
    package var count: Int
    /// How many of these are thrown when the display begins; later ones are as soon as the count grows.
    package var thrown: Int

    /// Makes a badge.
    ///
    /// - Parameters:
    ///   - symbol: What is thrown.
    ///   - count: What stands on it.
    ///   - thrown: How many of these are thrown when the display begins.
    package init(symbol: Symbol, count: Int, thrown: Int = 0) {
        self.symbol = symbol
        self.count = count
        self.thrown = thrown
    }
}
