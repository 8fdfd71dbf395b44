/// The position of a document in a web archive.
package struct ArchivePosition: Sendable, Hashable {
    /// The name of the archive.
    package var archive: String
    /// The index of the document in the archive, from 0.
    package var index: Int
    /// The offset in the archive of the record, or of its member in a compressed archive, in bytes from 0.
    package var offset: Int

    /// Creates a position.
    package init(archive: String, index: Int, offset: Int) {
        self.archive = archive
        self.index = index
        self.offset = offset
    }
}
