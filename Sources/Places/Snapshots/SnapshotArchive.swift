package import FoundationEssentials

/// The place of a capture.
package struct CapturedPlace: Sendable, Hashable {
    /// The stored place.
    package var place: StoredSnapshot
    /// True if the line had a place already, which only got the time of the capture.
    package var isRenewed: Bool

    /// Creates the place of a capture.
    package init(place: StoredSnapshot, isRenewed: Bool) {
        self.place = place
        self.isRenewed = isRenewed
    }
}

/// A store of snapshots.
///
/// Each page has at most one automatic place, which expires after ``AutomaticPlace/lifetime`` unless the reader keeps
/// it. The functions block for a short time and may be called from any thread.
package protocol SnapshotArchive: Sendable {
    /// Stores snapshots: either all of them or none.
    ///
    /// They are durable when this function returns.
    ///
    /// - Parameter snapshots: The snapshots, in the order in which they get their positions.
    /// - Returns: The stored snapshots with their new ids, in the same order.
    /// - Throws: The archive's own error if it cannot be written.
    func add(_ snapshots: [PageSnapshot]) throws -> [StoredSnapshot]

    /// Stores what a reader has captured: either all of it or nothing.
    ///
    /// Two captures at one line are one place: the second one gives the stored place its time, and makes it the newest
    /// one. Its id, its metadata and its copies stay, and everything else that was captured first. A client that
    /// received no response can therefore send a snapshot again. Even if several processes store captures of one line
    /// at once, one place results.
    ///
    /// - Parameter snapshots: The snapshots, in the order in which they get their positions.
    /// - Returns: For each snapshot its place.
    /// - Throws: The archive's own error if it cannot be written.
    func capture(_ snapshots: [PageSnapshot]) throws -> [CapturedPlace]

    /// Returns snapshots, newest first.
    ///
    /// A list of the places on a page begins with the place to resume: the newest one that is not at the untouched top
    /// (``PageSnapshot/isAtUntouchedTop``), if there is one. A record that cannot be read counts in the range of the
    /// list, but hides no other one.
    ///
    /// - Parameter listing: The criteria that the snapshots must meet, and the range of the list.
    /// - Returns: The matching snapshots. `next` is the ``SnapshotListing/before`` of the next part.
    /// - Throws: The archive's own error if it cannot be read.
    func list(_ listing: SnapshotListing) throws -> SnapshotList

    /// Returns one snapshot.
    ///
    /// - Parameter id: An id, an unambiguous prefix of one, or `@` for the newest snapshot that the reader has captured
    ///   and not only marked; if there is none, for the newest of all.
    /// - Returns: The snapshot with this id.
    /// - Throws: ``SnapshotArchiveError`` if not exactly one snapshot matches, or the archive's own error if it cannot
    ///   be read.
    func snapshot(id: String) throws -> StoredSnapshot

    /// Changes the tags and the note of a snapshot.
    ///
    /// An automatic place that gets tags or a note is kept, so that no text of the reader expires.
    ///
    /// - Parameters:
    ///   - id: An id, an unambiguous prefix of one, or `@` for the newest snapshot.
    ///   - isKept: True to keep an automatic place for good; its origin becomes ``SnapshotOrigin/click``.
    ///   - change: Returns the new metadata for the current snapshot. If it throws, nothing changes.
    /// - Returns: The changed snapshot.
    /// - Throws: ``SnapshotArchiveError``, the error of `change`, or the archive's own error.
    func updateMetadata(
        id: String, isKept: Bool, _ change: (StoredSnapshot) throws -> SnapshotMetadata
    ) throws -> StoredSnapshot

    /// Removes snapshots: all of them, or none if one of the ids is not found.
    ///
    /// ``undoRemoval(id:)`` can undo the removal for ``TrashEntry/lifetime``.
    ///
    /// - Parameter ids: Ids, unambiguous prefixes of ids, or `@` for the newest snapshot before the removal.
    /// - Returns: The number of snapshots removed. Ids of the same snapshot count once.
    /// - Throws: ``SnapshotArchiveError``, or the archive's own error if it cannot be written.
    func remove(ids: [String]) throws -> Int

    /// Undoes the removal of a snapshot, which gets its id, its metadata and its position in the order again.
    ///
    /// - Parameter id: The complete id; a prefix is not enough once the snapshot is removed.
    /// - Returns: The snapshot, even if it had not been removed.
    /// - Throws: ``SnapshotArchiveError/notFound(_:)`` if the removal can no longer be undone, or the archive's own
    ///   error.
    func undoRemoval(id: String) throws -> StoredSnapshot

    /// Counts the snapshots of each site or of each tag.
    ///
    /// - Parameter subject: The property by which snapshots are grouped.
    /// - Returns: The counts, largest first; equal ones are sorted by name.
    /// - Throws: The archive's own error if it cannot be read.
    func counts(of subject: SnapshotCount.Subject) throws -> [SnapshotCount]

    // MARK: Automatic places

    /// Stores the automatic place of a page, renews the stored one, or removes it if the page was read to its end.
    ///
    /// A renewed place keeps its id and its metadata, and becomes the newest one. Even if several processes store
    /// places on one page at once, only one of them remains. Places with another origin are not changed.
    ///
    /// - Parameter snapshot: The snapshot of the page that the reader leaves.
    /// - Returns: The effect on the archive.
    /// - Throws: The archive's own error if it cannot be written.
    func addAutomatic(_ snapshot: PageSnapshot) throws -> AutomaticPlace.Outcome

    /// Erases the automatic place of a page.
    ///
    /// - Parameter pageKey: The page; see ``PageSnapshot/pageKey``.
    /// - Returns: True if the page had an automatic place.
    /// - Throws: The archive's own error if it cannot be written.
    func removeAutomatic(pageKey: String) throws -> Bool

    /// Removes the automatic place of a page, and refuses new ones until ``allowAutomatic(pageKey:)``.
    ///
    /// ``undoRemoval(id:)`` of the removed place also ends the refusal.
    ///
    /// - Parameter pageKey: The page; see ``PageSnapshot/pageKey``.
    /// - Returns: The refusal.
    /// - Throws: The archive's own error if it cannot be written.
    func refuseAutomatic(pageKey: String) throws -> AutomaticPlace.Refusal

    /// Allows automatic places on a page again.
    ///
    /// - Parameter pageKey: The page; see ``PageSnapshot/pageKey``.
    /// - Returns: True if they were refused.
    /// - Throws: The archive's own error if it cannot be written.
    func allowAutomatic(pageKey: String) throws -> Bool

    /// Returns the pages on which automatic places are refused, the newest refusal first.
    ///
    /// - Throws: The archive's own error if it cannot be read.
    func automaticRefusals() throws -> [AutomaticPlace.Refusal]
}

extension SnapshotArchive {
    /// Stores a snapshot; see ``add(_:)-([PageSnapshot])``.
    package func add(_ snapshot: PageSnapshot) throws -> StoredSnapshot { try add([snapshot])[0] }

    /// Stores what a reader has captured; see ``capture(_:)-([PageSnapshot])``.
    package func capture(_ snapshot: PageSnapshot) throws -> CapturedPlace { try capture([snapshot])[0] }

    /// Returns the place to resume on the page of the newest place.
    ///
    /// - Returns: The newest place on that page that is not at the untouched top, if there is one; otherwise the newest
    ///   place.
    /// - Throws: ``SnapshotArchiveError`` if there is no place, or the archive's own error.
    package func newestToResume() throws -> StoredSnapshot {
        let newest = try snapshot(id: "@")
        guard newest.snapshot.isAtUntouchedTop else { return newest }
        return try snapshots(SnapshotListing(pageKey: newest.snapshot.pageKey, limit: 1)).first ?? newest
    }

    /// Changes the tags and the note of a snapshot; see ``updateMetadata(id:isKept:_:)``.
    package func updateMetadata(
        id: String, _ change: (StoredSnapshot) throws -> SnapshotMetadata
    ) throws -> StoredSnapshot {
        try updateMetadata(id: id, isKept: false, change)
    }

    /// Returns the snapshots of a list that can be read, newest first; see ``list(_:)``.
    package func snapshots(_ listing: SnapshotListing) throws -> [StoredSnapshot] { try list(listing).snapshots }

    /// Returns the snapshots of a list that can be read, newest first; see ``SnapshotListing``.
    package func snapshots(matching query: String?, limit: Int?, offset: Int) throws -> [StoredSnapshot] {
        try snapshots(SnapshotListing(query: query, limit: limit, offset: offset))
    }
}

/// The terms of automatic places.
package enum AutomaticPlace {
    /// The time after its last renewal at which an automatic place expires, in seconds: 30 days.
    package static let lifetime: TimeInterval = 30 * 86_400

    /// The effect of storing an automatic place.
    package enum Outcome: Sendable, Hashable {
        /// The page had no automatic place, and has this one now.
        case added(StoredSnapshot)
        /// The page's automatic place has the new position.
        case renewed(StoredSnapshot)
        /// The page was read to its end, so it has no automatic place any more.
        case ended
        /// The reader has refused automatic places on this page.
        case refused
    }

    /// A page on which the reader has refused automatic places.
    package struct Refusal: Sendable, Hashable {
        /// The page; see ``PageSnapshot/pageKey``.
        package let pageKey: String
        /// The time of the refusal, to the millisecond.
        package let refusedAt: Date
        /// The id of the automatic place that the refusal removed; nil if the page had none.
        package let placeID: String?

        /// Creates a refusal.
        package init(pageKey: String, refusedAt: Date, placeID: String?) {
            self.pageKey = pageKey
            self.refusedAt = refusedAt
            self.placeID = placeID
        }
    }
}

/// The criteria for a list of snapshots.
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
    ///
    /// It is only for ``PlaceSort/newest``.
    package var before: Int64?
    /// The states that the page of a snapshot may have; nil allows all.
    ///
    /// A page that is due counts as unfinished.
    package var states: Set<PageState>?
    /// True to list only snapshots with a copy, false for those without one; nil allows both.
    package var hasCopy: Bool?
    /// True to list only highlights, false for all others; nil allows both.
    package var isHighlight: Bool?
    /// The order.
    package var sort: PlaceSort

    /// Creates criteria; a criterion that is nil does not restrict the list.
    package init(
        query: String? = nil, pageKey: String? = nil, site: String? = nil, tag: String? = nil,
        origins: Set<SnapshotOrigin>? = nil, limit: Int? = nil, offset: Int = 0, before: Int64? = nil,
        states: Set<PageState>? = nil, hasCopy: Bool? = nil, isHighlight: Bool? = nil, sort: PlaceSort = .newest
    ) {
        self.query = query
        self.pageKey = pageKey
        self.site = site
        self.tag = tag
        self.origins = origins
        self.limit = limit
        self.offset = offset
        self.before = before
        self.states = states
        self.hasCopy = hasCopy
        self.isHighlight = isHighlight
        self.sort = sort
    }
}

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

/// The reason why an id does not identify a place or a change.
package enum SnapshotArchiveError: Error, Hashable, CustomStringConvertible {
    /// No snapshot has this id, or an id with this prefix.
    case notFound(String)
    /// Several ids begin with this prefix; `count` is their number.
    case ambiguous(String, count: Int)
    /// No place in the trash has this id, or an id with this prefix.
    case notInTrash(String)
    /// No page on the shelf has this key.
    case pageNotFound(String)
    /// There is no change with this id, or none at all, that can be undone.
    case nothingToUndo
    /// Another number of pages or places matches than was expected.
    case otherCount(Int, expected: Int)

    /// The error on one line.
    package var description: String {
        switch self {
        case .notFound("@"): "place @: no place is stored yet"
        case .notFound(let id): "place \(UnreadableRecord.quoted(id)): no place has this id"
        case .ambiguous(let id, let count):
            "place \(UnreadableRecord.quoted(id)): \(count) ids begin with these characters; enter more of them"
        case .notInTrash(let id): "place \(UnreadableRecord.quoted(id)): no place in the trash has this id"
        case .pageNotFound(let key): "page \(UnreadableRecord.quoted(key)): no place is on this page"
        case .nothingToUndo: "there is nothing to undo"
        case .otherCount(let count, let expected): "\(count) pages match, and not \(expected)"
        }
    }
}
