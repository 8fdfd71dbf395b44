package import FoundationEssentials

/// A snapshot as an archive holds it.
package struct StoredSnapshot: Sendable, Hashable, Identifiable {
    /// Twelve characters of `0123456789abcdefghjkmnpqrstvwxyz`.
    package let id: String
    /// What was captured.
    package let snapshot: PageSnapshot
    /// When it was stored, to the millisecond.
    package let storedAt: Date

    /// Makes a stored snapshot.
    package init(id: String, snapshot: PageSnapshot, storedAt: Date) {
        self.id = id
        self.snapshot = snapshot
        self.storedAt = storedAt
    }
}
