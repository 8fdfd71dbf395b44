/// How many snapshots have something in common.
package struct SnapshotTally: Sendable, Hashable {
    /// What can be counted.
    package enum Subject: Sendable {
        /// The sites.
        case sites
        /// The tags.
        case tags
    }

    /// The site or the tag.
    package let name: String
    /// How many snapshots have it.
    package let count: Int

    /// Makes a tally.
    ///
    /// - Parameters:
    ///   - name: The site or the tag.
    ///   - count: How many snapshots have it.
    package init(name: String, count: Int) {
        self.name = name
        self.count = count
    }
}
