/// The criteria for a list of snapshots, newest first.
package struct SnapshotListing: Sendable, Hashable {
    /// The words to search for in title, URL, quotes, tags and note.
    ///
    /// Each word must match the beginning of a word. A nil or blank query matches every snapshot. Any text is
    /// a valid query.
    package var query: String?
    /// The page that the snapshots must belong to; see ``PageSnapshot/pageKey``.
    package var pageKey: String?
    /// The site that the snapshots must belong to; see ``PageSnapshot/site``.
    package var site: String?
    /// The tag that the snapshots must have, compared without regard to case.
    package var tag: String?
    /// The origins that the snapshots may have; nil allows all.
    package var origins: Set<SnapshotOrigin>?
    /// The maximum number of snapshots; nil means all.
    package var limit: Int?
    /// The number of newest snapshots to skip.
    package var offset: Int
    /// The ``StoredSnapshot/position`` before which the list begins; nil begins with the newest snapshot.
    package var before: Int64?

    /// Creates criteria; a criterion that is nil does not restrict the list.
    package init(
        query: String? = nil, pageKey: String? = nil, site: String? = nil, tag: String? = nil,
        origins: Set<SnapshotOrigin>? = nil, limit: Int? = nil, offset: Int = 0, before: Int64? = nil
    ) {
        self.query = query
        self.pageKey = pageKey
        self.site = site
        self.tag = tag
        self.origins = origins
        self.limit = limit
        self.offset = offset
        self.before = before
    }
}
