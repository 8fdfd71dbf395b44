package import FoundationEssentials

/// The record of a copy in an archive.
package struct StoredCopy: Sendable, Hashable {
    /// The id of the place that the copy belongs to.
    package let placeID: String
    /// The kind of copy.
    package let kind: CopyKind
    /// The SHA-256 digest of the content, in lower-case hexadecimal digits.
    package let digest: String
    /// The size of the content, in bytes.
    package let byteCount: Int
    /// The size of the compressed content, in bytes.
    package let storedByteCount: Int
    /// The time when the copy was stored.
    package let storedAt: Date

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - placeID: The id of the place that the copy belongs to.
    ///   - kind: The kind of copy.
    ///   - digest: The SHA-256 digest of the content, in lower-case hexadecimal digits.
    ///   - byteCount: The size of the content, in bytes.
    ///   - storedByteCount: The size of the compressed content, in bytes.
    ///   - storedAt: The time when the copy was stored.
    package init(
        placeID: String, kind: CopyKind, digest: String, byteCount: Int, storedByteCount: Int, storedAt: Date
    ) {
        self.placeID = placeID
        self.kind = kind
        self.digest = digest
        self.byteCount = byteCount
        self.storedByteCount = storedByteCount
        self.storedAt = storedAt
    }
}
