package import Snapshots

/// A place that was read from a file of another program.
package struct ImportedPlace: Sendable {
    /// The kinds of imported places.
    package enum Kind: Sendable, Hashable {
        /// The place of words that the reader had marked.
        case highlight
        /// The place at a share of the text, which can only be restored approximately.
        case approximate
        /// The top of the page.
        case top
    }

    /// The kind of the place.
    package let kind: Kind
    /// The snapshot.
    package let snapshot: PageSnapshot
    /// The tags and the note.
    package let metadata: SnapshotMetadata
}

/// The places of one entry of a file, and remarks about what was left out of them.
struct ImportedPlaces: Sendable {
    var places: [ImportedPlace] = []
    var remarks: [String] = []
    /// The reasons why parts of the entry, such as its highlights, cannot be read.
    var unreadableParts: [String] = []
}
