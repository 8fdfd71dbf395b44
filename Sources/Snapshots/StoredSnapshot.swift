package import FoundationEssentials

/// A snapshot in an archive.
package struct StoredSnapshot: Sendable, Hashable, Identifiable {
    /// The id: twelve characters of `0123456789abcdefghjkmnpqrstvwxyz`.
    package let id: String
    /// The captured snapshot.
    package let snapshot: PageSnapshot
    /// The time at which it was stored, to the millisecond.
    package let storedAt: Date
    /// The sequence number in the archive, which grows with every snapshot and is never reused.
    package let position: Int64
    /// The reader's tags and note.
    package let metadata: SnapshotMetadata
    /// The number of changes of the metadata.
    package let version: Int

    /// Creates a stored snapshot.
    package init(
        id: String, snapshot: PageSnapshot, storedAt: Date, position: Int64 = 0,
        metadata: SnapshotMetadata = SnapshotMetadata(), version: Int = 0
    ) {
        self.id = id
        self.snapshot = snapshot
        self.storedAt = storedAt
        self.position = position
        self.metadata = metadata
        self.version = version
    }
}
