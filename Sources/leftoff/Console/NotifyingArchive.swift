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

    func updateMetadata(id: String, _ change: (StoredSnapshot) throws -> SnapshotMetadata) throws -> StoredSnapshot {
        try archive.updateMetadata(id: id, change)
    }

    func remove(ids: [String]) throws -> Int { try archive.remove(ids: ids) }

    func undoRemoval(id: String) throws -> StoredSnapshot { try archive.undoRemoval(id: id) }

    func counts(of subject: SnapshotCount.Subject) throws -> [SnapshotCount] { try archive.counts(of: subject) }
}
