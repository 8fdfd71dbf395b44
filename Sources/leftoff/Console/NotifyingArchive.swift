import Snapshots

/// An archive that reports the places that are added to it.
struct NotifyingArchive: SnapshotArchive {
    /// The archive that stores the places.
    var archive: any SnapshotArchive
    /// Called with the number of places that were added.
    var onAdd: @Sendable (Int) -> Void

    func add(_ snapshots: [PageSnapshot]) throws -> [StoredSnapshot] {
        let stored = try archive.add(snapshots)
        onAdd(stored.count)
        return stored
    }

    func snapshots(_ listing: SnapshotListing) throws -> [StoredSnapshot] { try archive.snapshots(listing) }

    func snapshot(id: String) throws -> StoredSnapshot { try archive.snapshot(id: id) }

    func mark(id: String, _ change: (StoredSnapshot) throws -> SnapshotMarks) throws -> StoredSnapshot {
        try archive.mark(id: id, change)
    }

    func remove(ids: [String]) throws -> Int { try archive.remove(ids: ids) }

    func bringBack(id: String) throws -> StoredSnapshot { try archive.bringBack(id: id) }

    func tallies(of subject: SnapshotTally.Subject) throws -> [SnapshotTally] { try archive.tallies(of: subject) }
}
