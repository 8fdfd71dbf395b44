package import FoundationEssentials

/// A snapshot as an archive holds it.
package struct StoredSnapshot: Sendable, Hashable, Identifiable {
    /// Twelve characters of `0123456789abcdefghjkmnpqrstvwxyz`.
    package let id: String
    /// What was captured.
    package let snapshot: PageSnapshot
    /// When it was stored, to the millisecond.
    package let storedAt: Date
    /// Its place in the order of storing: later ones have greater numbers, and none is ever given twice.
    package let position: Int64
    /// What a person wrote on it.
    package let marks: SnapshotMarks
    /// How often the marks were changed.
    package let version: Int

    /// Makes a stored snapshot.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - snapshot: What was captured.
    ///   - storedAt: When it was stored.
    ///   - position: Its place in the order of storing.
    ///   - marks: What a person wrote on it.
    ///   - version: How often the marks were changed.
    package init(
        id: String, snapshot: PageSnapshot, storedAt: Date, position: Int64 = 0,
        marks: SnapshotMarks = SnapshotMarks(), version: Int = 0
    ) {
        self.id = id
        self.snapshot = snapshot
        self.storedAt = storedAt
        self.position = position
        self.marks = marks
        self.version = version
    }
}
