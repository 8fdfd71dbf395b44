import FoundationEssentials
import JSON
import Snapshots
import Timestamps

/// An article in another program's list, with what its reader added to it.
struct ImportedArticle: Sendable {
    /// Words that the reader marked.
    struct Highlight: Sendable {
        var quote: String
        var prefix = ""
        var suffix = ""
        var note = ""
        var tags: [String] = []
        /// The time at which the words were marked, as written; empty if unknown.
        var date = ""
    }

    /// The tag of an article that the reader has archived.
    static let archivedTag = "archived"
    /// The tag of an article that the reader has marked with a star or a pin, or as a favourite.
    static let starredTag = "starred"

    /// The URL, as written.
    var url: String
    /// The title; empty if there is none.
    var title = ""
    /// The time at which the article was saved, as written; empty if unknown.
    var date = ""
    var tags: [String] = []
    /// The note on the whole article; empty if there is none.
    var note = ""
    var highlights: [Highlight] = []
    /// The share of the text that was read, 0 to 1; nil if unknown.
    var progress: Double?
    /// True to keep line breaks in quotes, because Leftoff itself wrote them.
    var keepsLineBreaks = false

    /// Returns the places of the article.
    ///
    /// Each highlight becomes a place, and so does a progress above 0. An article without either becomes a place at the
    /// top of its page, and so does a note on an article with highlights but without a progress.
    ///
    /// - Throws: ``ImportExportError/malformed(_:)`` with the reason if the address cannot be used.
    func places() throws(ImportExportError) -> ImportedPlaces {
        let address = url.trimmingPrefix(while: \.isWhitespace)
        guard !address.isEmpty else { throw .malformed("it has no address") }
        var result = ImportedPlaces()
        var writer = PlaceWriter(url: String(address), title: title)
        for highlight in highlights where !ImportText.line(highlight.quote).isEmpty {
            let date = highlight.date.isEmpty ? date : highlight.date
            let anchor = writer.anchor(of: highlight, keepsLineBreaks: keepsLineBreaks, in: &result)
            try writer.append(
                .highlight, ["anchors": .array([anchor])], date: date, tags: tags + highlight.tags,
                note: highlight.note, to: &result)
        }
        if let progress, progress > 0 {
            let share = JSONValue.object(["text": .number(min(progress, 1))])
            try writer.append(.approximate, ["progress": share], date: date, tags: tags, note: note, to: &result)
        } else if result.places.isEmpty || !note.isEmpty {
            try writer.append(.top, [:], date: date, tags: tags, note: note, to: &result)
        }
        return result
    }
}

/// A writer of the places of one article.
struct PlaceWriter {
    /// The maximum length of a quote in a place, in Unicode scalars; longer ones are cut.
    ///
    /// Their first words identify the place, and a snapshot has at most 64 KiB.
    static let maximumQuoteLength = 8000

    /// The maximum length of a title, in Unicode scalars; longer ones are cut.
    static let maximumTitleLength = 1000

    let url: String
    let title: String
    /// The remarks that were made, each of them once for the article.
    private var made: Set<String> = []

    /// Creates a writer.
    init(url: String, title: String) {
        self.url = url
        self.title = title
    }

    /// Returns the anchor of a highlight.
    mutating func anchor(
        of highlight: ImportedArticle.Highlight, keepsLineBreaks: Bool, in result: inout ImportedPlaces
    ) -> JSONValue {
        let quote = cut(
            keepsLineBreaks ? highlight.quote : ImportText.line(highlight.quote), to: Self.maximumQuoteLength,
            "a quote", in: &result)
        var members: [String: JSONValue] = ["exact": .string(quote)]
        if !highlight.prefix.isEmpty { members["prefix"] = .string(highlight.prefix) }
        if !highlight.suffix.isEmpty { members["suffix"] = .string(highlight.suffix) }
        return .object(["role": .string("primary"), "quote": .object(members)])
    }

    /// Appends a place.
    ///
    /// - Throws: ``ImportExportError/malformed(_:)`` with the reason if the address cannot be used.
    mutating func append(
        _ kind: ImportedPlace.Kind, _ members: [String: JSONValue], date: String, tags: [String], note: String,
        to result: inout ImportedPlaces
    ) throws(ImportExportError) {
        var members = members
        members["url"] = .string(url)
        let title = shortened(title: title, in: &result)
        if !title.isEmpty { members["title"] = .string(title) }
        if !date.isEmpty {
            if let date = ImportText.date(date) {
                members["capturedAt"] = .string(RFC3339.string(date))
            } else {
                remark("its date was left out, because it has an unknown form: \(Self.excerpt(date))", in: &result)
            }
        }
        let metadata = metadata(tags: tags, note: note, &result)
        do {
            result.places.append(
                ImportedPlace(
                    kind: kind,
                    snapshot: try PageSnapshot(value: .object(members), limit: PageSnapshot.maximumByteCount),
                    metadata: try SnapshotMetadata(tags: metadata.tags, note: metadata.note)))
        } catch {
            throw .malformed(error.reason)
        }
    }

    /// Returns tags and a note within the limits.
    mutating func metadata(
        tags: [String], note: String, _ result: inout ImportedPlaces
    ) -> (tags: [String], note: String) {
        var seen: Set<String> = []
        var kept: [String] = []
        var excess = 0
        for tag in tags {
            let tag = ImportText.line(tag)
            guard !tag.isEmpty, seen.insert(tag.lowercased()).inserted else { continue }
            if tag.unicodeScalars.count > SnapshotMetadata.maximumTagLength {
                let limit = SnapshotMetadata.maximumTagLength
                remark("a tag was left out, because it has more than \(limit) characters", in: &result)
            } else if kept.count == SnapshotMetadata.maximumTags {
                excess += 1
            } else {
                kept.append(tag)
            }
        }
        if excess > 0 {
            remark(
                "\(excess) tags were left out, because a place has at most \(SnapshotMetadata.maximumTags)", in: &result
            )
        }
        return (kept, cut(note, to: SnapshotMetadata.maximumNoteLength, "its note", in: &result))
    }

    /// Returns a title within the limit.
    mutating func shortened(title: String, in result: inout ImportedPlaces) -> String {
        cut(title, to: Self.maximumTitleLength, "its title", in: &result)
    }

    /// Returns a text, or as many Unicode scalars of it as are allowed.
    private mutating func cut(
        _ text: String, to length: Int, _ subject: String, in result: inout ImportedPlaces
    ) -> String {
        guard text.unicodeScalars.count > length else { return text }
        remark("\(subject) was cut after \(length) characters", in: &result)
        return String(text.unicodeScalars.prefix(length))
    }

    private mutating func remark(_ text: String, in result: inout ImportedPlaces) {
        if made.insert(text).inserted { result.remarks.append(text) }
    }

    private static func excerpt(_ text: String) -> String { JSONValue.string(String(text.prefix(40))).excerpt }
}
