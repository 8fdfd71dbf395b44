/// Keeps snapshots.
///
/// Calls block for a short time and may come from any thread.
package protocol SnapshotArchive: Sendable {
    /// Stores snapshots, all or none. They are durable once this returns.
    ///
    /// - Parameter snapshots: What to store.
    /// - Returns: The stored snapshots with their new ids, in the same order.
    /// - Throws: The archive's own error when it cannot be written.
    func add(_ snapshots: [PageSnapshot]) throws -> [StoredSnapshot]

    /// Lists snapshots, newest first.
    ///
    /// - Parameter listing: Which ones.
    /// - Returns: The snapshots found.
    /// - Throws: The archive's own error when it cannot be read.
    func snapshots(_ listing: SnapshotListing) throws -> [StoredSnapshot]

    /// Finds one snapshot.
    ///
    /// - Parameter id: An id, an unambiguous beginning of one, or `@` for the newest.
    /// - Returns: The snapshot.
    /// - Throws: ``SnapshotArchiveError``, or the archive's own error when it cannot be read.
    func snapshot(id: String) throws -> StoredSnapshot

    /// Changes what a person wrote on a snapshot.
    ///
    /// - Parameters:
    ///   - id: An id, an unambiguous beginning of one, or `@`.
    ///   - change: Makes the new marks of the snapshot as it is now; what it throws leaves everything as it was.
    /// - Returns: The snapshot as it is then.
    /// - Throws: ``SnapshotArchiveError``, what `change` throws, or the archive's own error.
    func mark(id: String, _ change: (StoredSnapshot) throws -> SnapshotMarks) throws -> StoredSnapshot

    /// Removes snapshots: all of them, or none when one of the ids is not found.
    ///
    /// For a while ``bringBack(id:)`` undoes it.
    ///
    /// - Parameter ids: Ids, unambiguous beginnings of ids, or `@`. `@` is the newest before anything is removed.
    /// - Returns: How many snapshots were removed; ids that name the same snapshot count once.
    /// - Throws: ``SnapshotArchiveError``, or the archive's own error when it cannot be written.
    func remove(ids: [String]) throws -> Int

    /// Brings a snapshot back that was removed a short time ago, with its id, marks and place in the order.
    ///
    /// - Parameter id: The whole id.
    /// - Returns: The snapshot; also one that was not removed at all.
    /// - Throws: ``SnapshotArchiveError/notFound(_:)`` when it is gone for good, or the archive's own error.
    func bringBack(id: String) throws -> StoredSnapshot

    /// Counts snapshots.
    ///
    /// - Parameter subject: By what.
    /// - Returns: The tallies, greatest first, equal ones by name.
    /// - Throws: The archive's own error when it cannot be read.
    func tallies(of subject: SnapshotTally.Subject) throws -> [SnapshotTally]
}

extension SnapshotArchive {
    /// Stores a snapshot.
    ///
    /// It is durable once this returns.
    ///
    /// - Parameter snapshot: What to store.
    /// - Returns: The stored snapshot with its new id.
    /// - Throws: The archive's own error when it cannot be written.
    package func add(_ snapshot: PageSnapshot) throws -> StoredSnapshot { try add([snapshot])[0] }

    /// Lists snapshots, newest first.
    ///
    /// - Parameters:
    ///   - query: Words to look up; nil or blank lists everything.
    ///   - limit: The most snapshots to return; nil means all.
    ///   - offset: How many of the newest to pass over.
    /// - Returns: The snapshots found.
    /// - Throws: The archive's own error when it cannot be read.
    package func snapshots(matching query: String?, limit: Int?, offset: Int) throws -> [StoredSnapshot] {
        try snapshots(SnapshotListing(query: query, limit: limit, offset: offset))
    }
}
