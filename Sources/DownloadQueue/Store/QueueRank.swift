import Syntax

/// A position in the order of work: by descending priority, then in the order in which items were added.
package struct QueueRank: Sendable, Hashable, Comparable {
    /// The priorities of stored items.
    ///
    /// Requests have smaller ones (``NewQueueItem/priorities``), but moving an item may raise those of the items ahead.
    /// The limits are exact in JSON, and sums of a few priorities fit into 64 bits.
    package static let priorities = -(1 << 53)...1 << 53

    /// The priority, in ``priorities``; items of higher priority come first.
    package var priority: Int

    /// A number that grows with every item that is added.
    package var position: Int64

    /// Creates a rank.
    package init(priority: Int, position: Int64) {
        let isUsual = Self.priorities.contains(priority)
        self.priority = isUsual ? priority : priority.clamped(to: Self.priorities)
        self.position = position
    }

    package static func < (one: QueueRank, other: QueueRank) -> Bool {
        (other.priority, one.position) < (one.priority, other.position)
    }
}

extension QueueRank {
    /// A change of priorities that moves an item between two others.
    package enum Move: Sendable, Hashable {
        /// The moved item gets this priority.
        case priority(Int)
        /// The priorities of the upper neighbour and all items before it are increased, except that of the moved item,
        /// which gets `priority`.
        case raise(by: Int, priority: Int)
    }

    /// Returns the change that moves an item of this rank between two neighbours and affects the fewest items.
    ///
    /// - Parameters:
    ///   - upper: The item that comes directly before; nil moves the item to the front.
    ///   - lower: The item that comes directly after; nil moves the item to the back.
    /// - Returns: The change; nil if there is no other item.
    package func move(between upper: QueueRank?, and lower: QueueRank?) -> Move? {
        func isBetween(_ priority: Int) -> Bool {
            let rank = QueueRank(priority: priority, position: position)
            return upper.map { $0 < rank } ?? true && lower.map { rank < $0 } ?? true
        }
        // To change few rows, the item keeps its priority if possible, or takes that of a neighbour or one between
        // them.
        let known = [priority, lower?.priority, upper?.priority].compactMap { $0 }
        let between = [lower.map { $0.priority &+ 1 }, upper.map { $0.priority &- 1 }].compactMap { $0 }
        if let priority = (known + between).first(where: isBetween) { return .priority(priority) }
        guard let upper, let lower else { return nil }
        // No value is free between the neighbours, so the priorities of all items ahead are increased.
        return .raise(by: lower.priority &+ 2 &- upper.priority, priority: lower.priority + 1)
    }
}

/// The position to which an item is moved in the order of work.
///
/// Items of higher priority come first; items of one priority are in the order in which they were added.
package enum QueuePosition: Sendable, Hashable {
    /// Among the items of this priority.
    case priority(Int)
    /// Before all other items.
    case first
    /// After all other items.
    case last
    /// Directly before another item, given by its id or a prefix of it.
    case before(String)
    /// Directly after another item, given by its id or a prefix of it.
    case after(String)
}
