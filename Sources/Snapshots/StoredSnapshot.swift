package import FoundationEssentials
package import PageCopies

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
    /// The number of changes of the metadata, and of renewals.
    package let version: Int
    /// The cause for which it was stored.
    package let origin: SnapshotOrigin
    /// The time at which it is erased; nil if it is kept for good.
    package let expiresAt: Date?
    /// The kinds of copies that the place has, text before picture.
    package var copies: [CopyKind] = []
    /// The words around the match of a search in the place's copy; nil if the search did not match one.
    package var excerpt: TextExcerpt?

    /// Creates a stored snapshot.
    package init(
        id: String, snapshot: PageSnapshot, storedAt: Date, position: Int64 = 0,
        metadata: SnapshotMetadata = SnapshotMetadata(), version: Int = 0, origin: SnapshotOrigin = .click,
        expiresAt: Date? = nil
    ) {
        self.id = id
        self.snapshot = snapshot
        self.storedAt = storedAt
        self.position = position
        self.metadata = metadata
        self.version = version
        self.origin = origin
        self.expiresAt = expiresAt
    }
}
