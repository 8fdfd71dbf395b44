/// The reader's own tags and note on a place.
package struct SnapshotMetadata: Sendable, Hashable {
    /// The maximum number of tags on a place.
    package static let maximumTags = 32
    /// The maximum length of a tag, in Unicode scalars.
    package static let maximumTagLength = 64
    /// The maximum length of a note, in Unicode scalars: about ten pages.
    package static let maximumNoteLength = 20_000

    /// The tags without duplicates, in the order in which they were given.
    package let tags: [String]
    /// The note, or the empty string if there is none.
    package let note: String

    /// Creates metadata without tags and without a note.
    package init() {
        tags = []
        note = ""
    }

    /// Creates metadata from user input.
    ///
    /// Trims each tag, replaces white space and control characters within it by one space, and drops empty tags. Tags
    /// that differ only by case are duplicates; the first one is kept. The limits apply to the input, before this
    /// cleaning.
    ///
    /// - Parameters:
    ///   - tags: At most ``maximumTags`` tags of at most ``maximumTagLength`` Unicode scalars each.
    ///   - note: At most ``maximumNoteLength`` Unicode scalars. Null characters are removed.
    /// - Throws: ``SnapshotError/invalidValue(key:expected:found:)`` if a limit is exceeded.
    package init(tags: [String], note: String) throws(SnapshotError) {
        guard tags.count <= Self.maximumTags else {
            throw .invalidValue(key: "tags", expected: "at most \(Self.maximumTags) tags", found: "\(tags.count)")
        }
        var seen: Set<String> = []
        var kept: [String] = []
        for (index, tag) in tags.enumerated() {
            guard tag.unicodeScalars.count <= Self.maximumTagLength else {
                throw .invalidValue(
                    key: "tags[\(index)]", expected: "at most \(Self.maximumTagLength) characters", found: "more")
            }
            let words = tag.split { $0.isWhitespace || $0.unicodeScalars.allSatisfy(Self.isControl) }
            let tag = words.joined(separator: " ")
            if !tag.isEmpty, seen.insert(tag.lowercased()).inserted { kept.append(tag) }
        }
        guard note.unicodeScalars.count <= Self.maximumNoteLength else {
            throw .invalidValue(key: "note", expected: "at most \(Self.maximumNoteLength) characters", found: "more")
        }
        self.tags = kept
        // A null character would end the text in the database.
        self.note = note.contains("\0") ? String(note.filter { $0 != "\0" }) : note
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}
