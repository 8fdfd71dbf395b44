package import Snapshots

/// A place that was read from a file of another program.
package struct ImportedPlace: Sendable {
    /// The kinds of imported places.
    package enum Kind: String, Sendable, Hashable {
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

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - kind: The kind, by which the import counts places and finds stored ones.
    ///   - snapshot: The snapshot, without an id and a time of storing.
    ///   - metadata: The reader's own tags and note.
    package init(kind: Kind, snapshot: PageSnapshot, metadata: SnapshotMetadata) {
        (self.kind, self.snapshot, self.metadata) = (kind, snapshot, metadata)
    }
}

/// The places of one entry of a file, and remarks about what was left out of them.
struct ImportedPlaces: Sendable {
    /// The budget of the file after these places.
    var budget: PlaceBudget
    var places: [ImportedPlace] = []
    var remarks: [String] = []
    /// The reasons why parts of the entry, such as its highlights, cannot be read.
    var unreadableParts: [String] = []

    /// Records that highlights were left out.
    mutating func leaveOutHighlights(_ count: Int, _ reason: String) {
        unreadableParts.append("\(count == 1 ? "1 highlight was" : "\(count) highlights were") left out: \(reason)")
    }
}
