/// Where in the order of work an item goes.
///
/// Items of higher priority come first, those of one priority as they were added.
package enum QueuePosition: Sendable, Hashable {
    /// Among those of this priority.
    case priority(Int)
    /// Ahead of all others.
    case first
    /// Behind all others.
    case last
    /// Directly before another item, which an id or the beginning of one names.
    case before(String)
    /// Directly after another item, which an id or the beginning of one names.
    case after(String)
}
