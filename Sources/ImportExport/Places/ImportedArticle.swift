import FoundationEssentials
package import Places
import Syntax

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

    /// The tag of an article that the reader has marked with a star or a pin, or as a favourite.
    static let starredTag = "starred"

    /// The length of an address, in bytes, up to which a place cannot be too large because of it.
    private static let shortAddressLength = 4096

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
    /// The number of further highlights of the entry, which are left out because of their number.
    var excessHighlightCount = 0
    /// The share of the text that was read, 0 to 1; nil if unknown.
    var progress: Double?
    /// The paths of the lists, collections or folders that contain the article, each of which becomes a tag such as
    /// `Recipes/Soups`.
    var folders: [[String]] = []
    /// The page mark; nil if the reader has not decided.
    ///
    /// An archived or read article is ``PageState/finished``, and one of an explicit list of pages to read is
    /// ``PageState/later`` without a date. An article that is merely unread has none.
    var mark: PageMark?
    /// The data of the article that Leftoff has no counterpart for.
    var losses = ImportLosses()
    /// True to keep line breaks in quotes, because Leftoff itself wrote them.
    var keepsLineBreaks = false

    /// Returns the places of the article.
    ///
    /// Each highlight becomes a place, and so does a progress above 0. An article without either becomes a place at the
    /// top of its page, and so does a note on an article with highlights but without a progress.
    ///
    /// - Parameter budget: The budget of the file; highlights beyond it are listed as unreadable parts.
    /// - Returns: The places within the budget.
    /// - Throws: ``ImportExportError/malformed(_:)`` with the reason if the address cannot be used.
    func places(within budget: PlaceBudget) throws(ImportExportError) -> ImportedPlaces {
        let address = url.trimmingPrefix(while: \.isWhitespace)
        guard !address.isEmpty else { throw .malformed("it has no address") }
        var result = ImportedPlaces(budget: budget)
        result.budget.beginEntry()
        result.losses = losses
        var writer = PlaceWriter(url: String(address))
        writer.mark = mark
        // A single place is checked as a whole, except that of an address that is too long.
        if !highlights.isEmpty || address.utf8.count > Self.shortAddressLength { try writer.checkURL() }
        // They are repeated in each place, so their limits are applied once.
        writer.title = writer.shortened(title: title, in: &result)
        let tags = writer.limited(tags + folders.compactMap { writer.tag(ofFolders: $0, in: &result) }, in: &result)
        var leftOut = 0
        var reason: String?
        for (index, highlight) in highlights.enumerated() where !ImportText.line(highlight.quote).isEmpty {
            let date = highlight.date.isEmpty ? date : highlight.date
            let anchor = writer.anchor(of: highlight, keepsLineBreaks: keepsLineBreaks, in: &result)
            do {
                try writer.append(
                    .highlight, ["anchors": .array([anchor])], date: date, tags: tags + highlight.tags,
                    note: highlight.note, to: &result)
            } catch {
                reason = reason ?? error.description
                leftOut += 1
                guard result.budget.excess == nil else {
                    leftOut += highlights.count - index - 1
                    break
                }
            }
        }
        if let reason { result.leaveOutHighlights(leftOut, reason) }
        if excessHighlightCount > 0 {
            result.leaveOutHighlights(
                excessHighlightCount, "an entry has at most \(PlaceBudget.maximumHighlights) of them")
        }
        if !result.unreadableParts.isEmpty, result.budget.excess != nil { return result }
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
    private static let maximumQuoteLength = 8000

    /// The maximum length of a title, in Unicode scalars; longer ones are cut.
    private static let maximumTitleLength = 1000

    private let url: String
    /// The title within the limit; empty if there is none.
    var title = ""
    /// The page mark of each place; nil for none.
    var mark: PageMark?
    /// The remarks that were made, each of them once for the article.
    private var made: Set<String> = []

    /// The maximum length of a time as text, in bytes; longer ones are none.
    private static let maximumDateLength = 100

    /// Creates a writer.
    init(url: String) { self.url = url }

    /// Checks that the address can be used.
    ///
    /// - Throws: ``ImportExportError/malformed(_:)`` with the reason.
    func checkURL() throws(ImportExportError) {
        do {
            _ = try PageSnapshot(value: .object(["url": .string(url)]), limit: PageSnapshot.maximumByteCount)
        } catch {
            throw .malformed(error.reason)
        }
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
    /// - Throws: ``ImportExportError/malformed(_:)`` with the reason if the place is too large or exceeds the budget.
    mutating func append(
        _ kind: ImportedPlace.Kind, _ members: [String: JSONValue], date: String, tags: [String], note: String,
        to result: inout ImportedPlaces
    ) throws(ImportExportError) {
        var members = members
        members["url"] = .string(url)
        if !title.isEmpty { members["title"] = .string(title) }
        if !date.isEmpty {
            if date.utf8.count <= Self.maximumDateLength, let date = ImportText.date(date) {
                members["capturedAt"] = .string(RFC3339.string(date))
            } else if ImportText.isZeroOrNegative(date) {
                result.impossibleDateCount += 1
            } else {
                remark("its date was left out, because it has an unknown form: \(Self.excerpt(date))", in: &result)
            }
        }
        let metadata = metadata(tags: tags, note: note, &result)
        do {
            let place = ImportedPlace(
                kind: kind, snapshot: try PageSnapshot(stored: .object(members)),
                metadata: try SnapshotMetadata(tags: metadata.tags, note: metadata.note), mark: mark)
            let (byteCount, limit) = (place.json.utf8.count, PageSnapshot.maximumByteCount)
            // A place that is too large has cost the same time.
            guard result.budget.spend(place.byteCount) else {
                throw ImportExportError.malformed(result.budget.excess ?? "")
            }
            guard byteCount <= limit else {
                throw ImportExportError.malformed("\(JSONError.tooLarge(byteCount: byteCount, limit: limit))")
            }
            result.places.append(place)
        } catch let error as SnapshotError {
            throw .malformed(error.reason)
        } catch let error as ImportExportError {
            throw error
        } catch {
            throw .malformed("\(error)")
        }
    }

    /// Returns tags and a note within the limits.
    mutating func metadata(
        tags: [String], note: String, _ result: inout ImportedPlaces
    ) -> (tags: [String], note: String) {
        (limited(tags, in: &result), cut(note, to: SnapshotMetadata.maximumNoteLength, "its note", in: &result))
    }

    /// Returns tags within the limits, each of them once.
    mutating func limited(_ tags: [String], in result: inout ImportedPlaces) -> [String] {
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
            let tags = excess == 1 ? "1 tag was" : "\(excess) tags were"
            remark("\(tags) left out, because a place has at most \(SnapshotMetadata.maximumTags)", in: &result)
        }
        return kept
    }

    /// Makes the tag of a folder, such as `Recipes/Soups`.
    ///
    /// A path that is too long for a tag becomes the name of the innermost folder.
    ///
    /// - Parameters:
    ///   - names: The names of the folders around an entry, the outermost first.
    ///   - result: Receives a remark about a path that was cut.
    /// - Returns: The tag, which may be too long; nil if all names are empty.
    mutating func tag(ofFolders names: [String], in result: inout ImportedPlaces) -> String? {
        let names = names.map { ImportText.line(Self.shortened(folder: $0)) }.filter { !$0.isEmpty }
        guard let last = names.last else { return nil }
        let path = names.joined(separator: "/")
        guard path.unicodeScalars.count > SnapshotMetadata.maximumTagLength, names.count > 1 else { return path }
        remark("the folders around it were cut to the innermost one, because the tag would be too long", in: &result)
        return last
    }

    /// Returns as much of a folder's name as shows that it is too long for a tag.
    ///
    /// The name is read again for each entry in the folder.
    static func shortened(folder name: String) -> String {
        let limit = SnapshotMetadata.maximumTagLength
        guard name.utf8.count > limit else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.prefix(limit + 1)))
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
        /// The place at scroll offsets, as browsers keep them for a tab.
        case scrolled
    }

    /// The kind of the place.
    package let kind: Kind
    /// The snapshot.
    package let snapshot: PageSnapshot
    /// The tags and the note.
    package let metadata: SnapshotMetadata
    /// The page mark, which a page gets if it has never been marked; nil for none.
    package let mark: PageMark?
    /// The snapshot as JSON; see `PageSnapshot.encoded()`.
    package let json: String
    /// The page; see `PageSnapshot.pageKey`, which takes longer than all other properties.
    package let pageKey: String

    /// The size of the place with its note and its tags, in bytes.
    package var byteCount: Int {
        json.utf8.count + metadata.note.utf8.count + metadata.tags.reduce(0) { $0 + $1.utf8.count }
    }

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - kind: The kind, by which the import counts places and finds stored ones.
    ///   - snapshot: The snapshot, without an id and a time of storing.
    ///   - metadata: The reader's own tags and note.
    ///   - mark: The page mark, which a page gets if it has never been marked; nil for none, except for a place at the
    ///     end of its page, which is finished.
    package init(kind: Kind, snapshot: PageSnapshot, metadata: SnapshotMetadata, mark: PageMark? = nil) {
        (self.kind, self.snapshot, self.metadata) = (kind, snapshot, metadata)
        self.mark = mark ?? (kind == .approximate && snapshot.isReadToEnd ? PageMark(.finished) : nil)
        json = String(decoding: snapshot.encoded(), as: UTF8.self)
        pageKey = snapshot.pageKey
    }
}

/// The places of one entry of a file, and remarks about what was left out of them.
struct ImportedPlaces: Sendable {
    /// The budget of the file after these places.
    var budget: PlaceBudget
    var places: [ImportedPlace] = []
    var remarks: [String] = []
    /// The data of the entry that Leftoff has no counterpart for.
    var losses = ImportLosses()
    /// The number of places whose dates were left out, because they are zero or negative.
    var impossibleDateCount = 0
    /// The reasons why parts of the entry, such as its highlights, cannot be read.
    var unreadableParts: [String] = []

    /// Records that highlights were left out.
    mutating func leaveOutHighlights(_ count: Int, _ reason: String) {
        unreadableParts.append("\(count == 1 ? "1 highlight was" : "\(count) highlights were") left out: \(reason)")
    }
}
