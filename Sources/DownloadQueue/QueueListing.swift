/// Which items of the queue are listed.
package struct QueueListing: Sendable, Hashable {
    /// In which order items are listed.
    package enum Order: String, Sendable, CaseIterable {
        /// By priority, then as they were added.
        case work
        /// Only what has ended, by its end: the latest first.
        case ended
    }

    /// The states of interest; nil for all.
    package var states: Set<QueueState>?

    /// The most items; nil for all.
    package var limit: Int?

    /// The whole id of the item after which the list begins; nil begins with the first.
    package var after: String?

    /// The order, in which ``after`` has its place too.
    package var order = Order.work

    /// Makes a choice.
    ///
    /// - Parameters:
    ///   - states: The states of interest.
    ///   - limit: The most items.
    ///   - after: The whole id of the item after which the list begins.
    package init(states: Set<QueueState>? = nil, limit: Int? = nil, after: String? = nil) {
        self.states = states
        self.limit = limit
        self.after = after
    }
}
