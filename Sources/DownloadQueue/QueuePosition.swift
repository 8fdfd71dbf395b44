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
