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
/// The functions block for a short time and may be called from any thread.
package protocol SnapshotArchive: AutomaticPlaceArchive {
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
    /// - Parameter id: An id, an unambiguous prefix of one, or `@` for the newest snapshot.
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
    /// ``undoRemoval(id:)`` can undo the removal for a limited time.
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
}

extension SnapshotArchive {
    /// Stores a snapshot.
    ///
    /// It is durable when this function returns.
    ///
    /// - Parameter snapshot: The snapshot to be stored.
    /// - Returns: The stored snapshot with its new id.
    /// - Throws: The archive's own error if it cannot be written.
    package func add(_ snapshot: PageSnapshot) throws -> StoredSnapshot { try add([snapshot])[0] }

    /// Stores what a reader has captured; see ``capture(_:)-([PageSnapshot])``.
    ///
    /// - Parameter snapshot: The snapshot that a browser has captured.
    /// - Returns: Its place.
    /// - Throws: The archive's own error if it cannot be written.
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

    /// Changes the tags and the note of a snapshot.
    ///
    /// - Parameters:
    ///   - id: An id, an unambiguous prefix of one, or `@` for the newest snapshot.
    ///   - change: Returns the new metadata for the current snapshot. If it throws, nothing changes.
    /// - Returns: The changed snapshot.
    /// - Throws: ``SnapshotArchiveError``, the error of `change`, or the archive's own error.
    package func updateMetadata(
        id: String, _ change: (StoredSnapshot) throws -> SnapshotMetadata
    ) throws -> StoredSnapshot {
        try updateMetadata(id: id, isKept: false, change)
    }

    /// Returns the snapshots of a list that can be read, newest first.
    ///
    /// - Parameter listing: The criteria that the snapshots must meet, and the range of the list.
    /// - Returns: The matching snapshots.
    /// - Throws: The archive's own error if it cannot be read.
    package func snapshots(_ listing: SnapshotListing) throws -> [StoredSnapshot] { try list(listing).snapshots }

    /// Returns the snapshots of a list that can be read, newest first.
    ///
    /// - Parameters:
    ///   - query: Words to search for; nil or blank matches every snapshot.
    ///   - limit: The maximum number of snapshots; nil means all.
    ///   - offset: The number of newest snapshots to skip.
    /// - Returns: The matching snapshots.
    /// - Throws: The archive's own error if it cannot be read.
    package func snapshots(matching query: String?, limit: Int?, offset: Int) throws -> [StoredSnapshot] {
        try snapshots(SnapshotListing(query: query, limit: limit, offset: offset))
    }
}
