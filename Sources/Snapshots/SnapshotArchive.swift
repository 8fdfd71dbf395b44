/// Keeps snapshots.
///
/// Calls block for a short time and may come from any thread.
package protocol SnapshotArchive: Sendable {
    /// Stores a snapshot. It is durable once this returns.
    ///
    /// - Parameter snapshot: What to store.
    /// - Returns: The stored snapshot with its new id.
    /// - Throws: The archive's own error when it cannot be written.
    func add(_ snapshot: PageSnapshot) throws -> StoredSnapshot

    /// Lists snapshots, newest first.
    ///
    /// - Parameters:
    ///   - query: Words looked up in title, address and quotes; all must be found, each as the beginning of a word. nil or
    ///     blank lists everything. No text is a syntax error.
    ///   - limit: The most snapshots to return; nil means all.
    ///   - offset: How many of the newest to pass over.
    /// - Returns: The snapshots found.
    /// - Throws: The archive's own error when it cannot be read.
    func snapshots(matching query: String?, limit: Int?, offset: Int) throws -> [StoredSnapshot]

    /// Finds one snapshot.
    ///
    /// - Parameter id: An id, an unambiguous beginning of one, or `@` for the newest.
    /// - Returns: The snapshot.
    /// - Throws: ``SnapshotArchiveError``, or the archive's own error when it cannot be read.
    func snapshot(id: String) throws -> StoredSnapshot

    /// Removes snapshots: all of them, or none when one of the ids is not found.
    ///
    /// - Parameter ids: Ids, unambiguous beginnings of ids, or `@`. `@` is the newest before anything is removed.
    /// - Returns: How many snapshots were removed; ids that name the same snapshot count once.
    /// - Throws: ``SnapshotArchiveError``, or the archive's own error when it cannot be written.
    func remove(ids: [String]) throws -> Int
}
