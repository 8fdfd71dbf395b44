package import Snapshots

/// A part of a list of window sets.
package struct WindowSetList: Sendable, Hashable {
    /// The sets, newest first, without the parts that cannot be read.
    package var sets: [StoredWindowSet] = []
    /// The sets, and the parts of sets, that cannot be read.
    package var damaged: [UnreadableRecord] = []
    /// The position of the last set of this part; nil if the list ends with it.
    package var next: Int64?

    /// Creates the end of a list.
    package init() {}
}
