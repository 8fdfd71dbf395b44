/// A filter, order and range of items to list.
package struct QueueListing: Sendable, Hashable {
    /// The order of a list.
    package enum Order: String, Sendable, CaseIterable {
        /// By descending priority, then by the time at which items were added.
        case work
        /// Only items that have ended, the latest first.
        case ended
    }

    /// The states to list; nil for all.
    package var states: Set<QueueState>?

    /// The maximum number of items; nil for all.
    package var limit: Int?

    /// The complete id of the item after which the list begins; nil begins with the first.
    package var after: String?

    /// The order of the list, which also determines the items that come after ``after``.
    package var order = Order.work

    /// Creates a listing by priority.
    package init(states: Set<QueueState>? = nil, limit: Int? = nil, after: String? = nil) {
        self.states = states
        self.limit = limit
        self.after = after
    }
}
