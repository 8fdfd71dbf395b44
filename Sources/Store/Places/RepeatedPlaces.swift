import GRDB
import ImportExport
import Places

/// The tags, notes and page marks of imported places that repeat others of the same import.
///
/// Other programs file one page in several folders, and write several notes on it or on the same words. Here it is one
/// place with all tags and all notes, so that nothing is lost.
struct RepeatedPlaces {
    /// The tags and notes for one place.
    private struct Addition {
        var tags: [String] = []
        var notes: [String] = []
        /// The number of Unicode scalars of the notes, with the blank lines between them.
        var noteLength = 0
    }

    private var additions: [Int: Addition] = [:]
    private var visits: [PageTable.Visit] = []
    private var omittedTagCount = 0
    private var omittedNoteCount = 0

    /// Collects what an imported place says.
    ///
    /// - Parameters:
    ///   - place: A place that is not stored itself.
    ///   - number: The number of the place that it repeats, as in ``KnownPlaces/Match/imported(_:)``.
    mutating func add(_ place: SnapshotRow.Prepared, to number: Int) {
        if place.mark != nil { visits.append(place.visit) }
        let metadata = place.row.metadata
        guard metadata != SnapshotMetadata() else { return }
        var addition = additions[number] ?? Addition()
        // More than this cannot be stored; the place itself leaves less room.
        for tag in metadata.tags where !addition.tags.contains(tag) {
            if addition.tags.count < SnapshotMetadata.maximumTags {
                addition.tags.append(tag)
            } else {
                omittedTagCount += 1
            }
        }
        let length = metadata.note.unicodeScalars.count + Self.separator.unicodeScalars.count
        if !metadata.note.isEmpty, addition.noteLength + length > SnapshotMetadata.maximumNoteLength {
            omittedNoteCount += 1
        } else if !metadata.note.isEmpty {
            addition.notes.append(metadata.note)
            addition.noteLength += length
        }
        additions[number] = addition
    }

    private static let separator = "\n\n"

    /// Stores everything that was collected.
    ///
    /// - Parameters:
    ///   - ids: The ids of the stored places by their numbers.
    ///   - now: The time of the import, in milliseconds since 1970.
    ///   - tally: Receives the numbers of page marks, and what does not fit.
    ///   - tags: Receives the added tags, in lower case.
    ///   - connection: A connection in a write transaction, in which the places have been stored.
    /// - Throws: `DatabaseError`, or `SnapshotError`.
    mutating func store(
        ids: [String], at now: Int64, _ tally: inout PlaceTally, _ tags: inout Set<String>, _ connection: Database
    ) throws {
        for visit in visits where try PageTable.page(of: visit, at: now, connection).isMarked { tally.marks += 1 }
        for (number, addition) in additions.sorted(by: { $0.key < $1.key }) {
            let row = try Row.fetchOne(
                connection.cachedStatement(sql: "SELECT \(SnapshotRow.columns) FROM snapshots WHERE id = ?"),
                arguments: [ids[number]])
            guard let row else { continue }
            let place = try SnapshotRow.stored(row)
            let merged = try merged(addition, into: place.metadata)
            guard merged != place.metadata else { continue }
            try SnapshotRow.update(merged, position: place.position, connection)
            tags.formUnion(merged.tags.map { $0.lowercased() })
        }
        tally.omissions += Self.lines(omittedTagCount, "tag", "\(SnapshotMetadata.maximumTags) tags")
        tally.omissions += Self.lines(
            omittedNoteCount, "note", "\(SnapshotMetadata.maximumNoteLength) characters of notes")
    }

    private mutating func merged(
        _ addition: Addition, into metadata: SnapshotMetadata
    ) throws(SnapshotError) -> SnapshotMetadata {
        var tags = metadata.tags
        var known = Set(tags.map { $0.lowercased() })
        for tag in addition.tags where known.insert(tag.lowercased()).inserted {
            if tags.count < SnapshotMetadata.maximumTags { tags.append(tag) } else { omittedTagCount += 1 }
        }
        var (note, length) = (metadata.note, metadata.note.unicodeScalars.count)
        var notes: Set<String> = [note]
        for added in addition.notes where notes.insert(added).inserted {
            let text = note.isEmpty ? added : Self.separator + added
            length += text.unicodeScalars.count
            if length <= SnapshotMetadata.maximumNoteLength { note += text } else { omittedNoteCount += 1 }
        }
        return try SnapshotMetadata(tags: tags, note: note)
    }

    private static func lines(_ count: Int, _ name: String, _ limit: String) -> [String] {
        guard count > 0 else { return [] }
        let subject = count == 1 ? "1 \(name) was" : "\(count) \(name)s were"
        return ["\(subject) left out, because several entries are one place, which has at most \(limit)"]
    }
}
