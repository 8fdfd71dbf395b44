/// Which snapshots are listed, newest first.
package struct SnapshotListing: Sendable, Hashable {
    /// Words looked up in title, address, quotes, tags and note.
    ///
    /// All must be found, each as the beginning of a word. nil or blank lists everything. No text is a syntax error.
    package var query: String?
    /// Only snapshots of this page; see ``PageSnapshot/pageKey``.
    package var pageKey: String?
    /// Only snapshots of this site; see ``PageSnapshot/site``.
    package var site: String?
    /// Only snapshots with this tag, in any case of letters.
    package var tag: String?
    /// The most snapshots; nil means all.
    package var limit: Int?
    /// How many of the newest to pass over.
    package var offset: Int
    /// Only snapshots that were stored before the one of this position; nil begins with the newest.
    package var before: Int64?

    /// Makes a choice.
    ///
    /// - Parameters:
    ///   - query: Words to look up.
    ///   - pageKey: The page.
    ///   - site: The site.
    ///   - tag: The tag.
    ///   - limit: The most snapshots.
    ///   - offset: How many of the newest to pass over.
    ///   - before: The position before which the list begins.
    package init(
        query: String? = nil, pageKey: String? = nil, site: String? = nil, tag: String? = nil, limit: Int? = nil,
        offset: Int = 0, before: Int64? = nil
    ) {
        self.query = query
        self.pageKey = pageKey
        self.site = site
        self.tag = tag
        self.limit = limit
        self.offset = offset
        self.before = before
    }
}
