/// What a person writes on a place: tags and a note.
package struct SnapshotMarks: Sendable, Hashable {
    /// The most tags of one place.
    package static let mostTags = 32
    /// The longest tag, in Unicode scalars.
    package static let longestTag = 64
    /// The longest note, in Unicode scalars: some ten pages, so that a place stays a place.
    package static let longestNote = 20_000

    /// The tags, each once, in the order in which they were given.
    package let tags: [String]
    /// The note; empty for none.
    package let note: String

    /// No marks.
    package init() {
        tags = []
        note = ""
    }

    /// Reads marks.
    ///
    /// White space around a tag goes, and within it becomes one space. Tags that differ by case only are one. The limits are those of
    /// what is given, before any of that.
    ///
    /// - Parameters:
    ///   - tags: The tags.
    ///   - note: The note.
    /// - Throws: ``SnapshotError/invalidValue(key:expected:found:)`` for more than is allowed.
    package init(tags: [String], note: String) throws(SnapshotError) {
        guard tags.count <= Self.mostTags else {
            throw .invalidValue(key: "tags", expected: "at most \(Self.mostTags) tags", found: "\(tags.count)")
        }
        var seen: Set<String> = []
        var kept: [String] = []
        for (index, tag) in tags.enumerated() {
            guard tag.unicodeScalars.count <= Self.longestTag else {
                throw .invalidValue(
                    key: "tags[\(index)]", expected: "at most \(Self.longestTag) characters", found: "more")
            }
            let words = tag.split { $0.isWhitespace || $0.unicodeScalars.allSatisfy(Self.isControl) }
            let tag = words.joined(separator: " ")
            if !tag.isEmpty, seen.insert(tag.lowercased()).inserted { kept.append(tag) }
        }
        guard note.unicodeScalars.count <= Self.longestNote else {
            throw .invalidValue(key: "note", expected: "at most \(Self.longestNote) characters", found: "more")
        }
        self.tags = kept
        // A null character would end the text in the database.
        self.note = note.contains("\0") ? String(note.filter { $0 != "\0" }) : note
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}
