/// A part of a list of snapshots.
package struct SnapshotList: Sendable, Hashable {
    /// The snapshots that can be read, in the order of the list.
    package var snapshots: [StoredSnapshot] = []
    /// The records in this part of the list that cannot be read.
    package var damaged: [UnreadableRecord] = []
    /// The position of the last record of this part; nil if the list ends with it.
    package var next: Int64?

    /// Creates the end of a list.
    package init() {}
}
