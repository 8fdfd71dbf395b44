/// The number of snapshots of one site or with one tag.
package struct SnapshotCount: Sendable, Hashable {
    /// A property by which snapshots are grouped and counted.
    package enum Subject: Sendable {
        /// The snapshots of each site.
        case sites
        /// The snapshots with each tag.
        case tags
    }

    /// The site or the tag.
    package let name: String
    /// The number of snapshots.
    package let count: Int

    /// Creates a count.
    package init(name: String, count: Int) {
        self.name = name
        self.count = count
    }
}
