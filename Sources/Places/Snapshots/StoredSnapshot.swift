package import FoundationEssentials
import Syntax

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

    /// True if the reader has selected or marked words of the page; the words are ``PageSnapshot/highlightQuote``.
    package var isHighlight: Bool {
        snapshot.isPureHighlight || snapshot.selection != nil || origin == .imported && !snapshot.quotes.isEmpty
    }
}

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
            let tag = Self.line(tag)
            if !tag.isEmpty, seen.insert(tag.lowercased()).inserted { kept.append(tag) }
        }
        guard note.unicodeScalars.count <= Self.maximumNoteLength else {
            throw .invalidValue(key: "note", expected: "at most \(Self.maximumNoteLength) characters", found: "more")
        }
        self.tags = kept
        // A null character would end the text in the database.
        self.note = note.utf8.contains(0) ? String(note.filter { $0 != "\0" }) : note
    }

    /// Returns a tag on one line, with single spaces between its words.
    private static func line(_ tag: String) -> String {
        guard !ASCII.isPlainLine(tag) else { return tag }
        return tag.split { $0.isWhitespace || $0.unicodeScalars.allSatisfy(isControl) }.joined(separator: " ")
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}

/// The cause for which a place was stored.
package enum SnapshotOrigin: String, Sendable, Hashable, CaseIterable {
    /// The reader captured the place.
    case click
    /// The browser extension kept the place when the reader left the page.
    case automatic
    /// The place comes from a file of another program.
    case imported = "import"
}

/// The words around a match of a search.
package struct TextExcerpt: Sendable, Hashable, Codable {
    /// The text before the match, beginning with `…` if the copy has more.
    package let before: String
    /// The text that matches.
    package let match: String
    /// The text after the match, ending with `…` if the copy has more.
    package let after: String

    /// Creates an excerpt.
    package init(before: String, match: String, after: String) {
        self.before = before
        self.match = match
        self.after = after
    }
}
