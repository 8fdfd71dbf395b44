/// A filter, order and range of items to list.
package struct QueueListing: Sendable, Hashable {
    /// The order of a list.
    package enum Order: String, Sendable, CaseIterable {
        /// By priority, then by the time at which items were added.
        case work
        /// Only items that have ended, the latest first.
        case ended
    }

    /// The states to list; nil for all.
    package var states: Set<QueueState>?

    /// The most items; nil for all.
    package var limit: Int?

    /// The complete id of the item after which the list begins; nil begins with the first.
    package var after: String?

    /// The order of the list, in which ``after`` is a position too.
    package var order = Order.work

    /// Creates a listing in the order of work.
    package init(states: Set<QueueState>? = nil, limit: Int? = nil, after: String? = nil) {
        self.states = states
        self.limit = limit
        self.after = after
    }
}
