import FileFormats
import FoundationEssentials
import Places
import Syntax

/// The places of a bookmark file, one by one.
///
/// The folders around a bookmark become a tag such as `Recipes/Soups`, and a bookmark of a list of pages to read is to
/// be read later. linkding's file also has its notes between `[linkding-notes]` and `[/linkding-notes]` at the end of a
/// description, and the tag `linkding:bookmarks.archived` for archived bookmarks, which was `linkding:archived` until
/// version 1.39 (`bookmarks/services/exporter.py` of linkding). There, `PRIVATE="0"` means that a bookmark is
/// shared, and all others are private.
///
/// A place takes ten times the memory of its bookmark.
struct BookmarkPlaces: Sendable {
    /// The bookmarks that have not been read, the next one last.
    private var bookmarks: [Bookmark]
    /// One line for each bookmark that was left out, or not imported completely, with the reason; after the first
    /// 10,000, one line counts the rest.
    private(set) var omissions: [String] = []
    /// The number of bookmarks that were left out.
    private(set) var unreadableCount = 0
    /// The data in the file that Leftoff has no counterpart for.
    private(set) var losses = ImportLosses()
    /// The program that wrote the file, if it can be told.
    let format: ImportFormat

    private var dates: ImportDates
    /// The budget of all places, after those that were returned.
    private(set) var budget: PlaceBudget
    /// The bookmarks that were read ahead, the next one last, with their places within budgets of their own.
    private var ahead: [(bookmark: Bookmark, places: ImportedPlaces?)] = []
    private var ready: [ImportedPlace] = []
    private var unlistedCount = 0
    private var isFinished = false

    /// The number of bookmarks that are read ahead, whose places are in memory together.
    private static let aheadCount = 256
    /// The tags by which linkding's file tells archived bookmarks.
    private static let archivedTags: Set<String> = ["linkding:bookmarks.archived", "linkding:archived"]
    /// The text before the notes in a description of linkding's file.
    private static let notesStart = "[linkding-notes]"
    /// The text after the notes in a description of linkding's file.
    private static let notesEnd = "[/linkding-notes]"
    /// The attributes that no place keeps, with their kinds of data.
    private static let lostAttributes: [(attribute: Bookmark.Attributes, what: String)] = [
        (.isPrivate, "private flags"), (.isShared, "shared flags"), (.hasIcon, "icons"), (.hasKeyword, "keywords"),
        (.isModified, "modification dates"),
    ]
    /// The attributes that no place keeps in linkding's file, with their kinds of data.
    private static let lostLinkdingAttributes: [(attribute: Bookmark.Attributes, what: String)] = lostAttributes.map {
        $0.attribute == .isPrivate ? (.isPublic, "shared flags") : $0
    }

    /// Reads the bookmarks of a file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the whole file.
    ///   - limit: The maximum number of bookmarks.
    ///   - format: The format that the user has chosen; nil to detect it.
    ///   - now: The current time, after which no bookmark can have been made; nil if it is not known.
    ///   - budget: The budget of the archive around the file.
    /// - Throws: ``ImportExportError`` if the file is truncated, is not a bookmark file, or has too many bookmarks.
    init(
        _ bytes: [UInt8], limit: Int = .max, format: ImportFormat? = nil, now: Date? = nil,
        budget: PlaceBudget = PlaceBudget()
    ) throws(ImportExportError) {
        let list = try BookmarksFile.read(bytes, limit: limit)
        self.format = format ?? (list.bookmarks.contains(where: Self.isOfLinkding) ? .linkding : .bookmarks)
        bookmarks = list.bookmarks.reversed()
        dates = ImportDates(now: now)
        self.budget = budget
        self.budget.receive(bytes.count, from: bytes.count)
        for other in list.others { losses.add(other.what, other.count) }
    }

    /// Returns true if only linkding writes such a bookmark.
    ///
    /// Pinboard writes `TOREAD` too, but never the time of the last change.
    private static func isOfLinkding(_ bookmark: Bookmark) -> Bool {
        bookmark.note.contains(notesStart) || !archivedTags.isDisjoint(with: bookmark.tags)
            || bookmark.attributes.isSuperset(of: [.hasReadingList, .hasModificationTime])
    }

    /// Returns the next place, which is at the top of its page; nil at the end.
    mutating func next() -> ImportedPlace? {
        while ready.isEmpty {
            if ahead.isEmpty { readAhead() }
            guard let (bookmark, places) = ahead.popLast() else { break }
            if let places, budget.spend(as: places.budget) { receive(places, of: bookmark) } else { read(bookmark) }
        }
        guard ready.isEmpty else { return ready.removeLast() }
        if !isFinished {
            isFinished = true
            if unlistedCount > 0 { omissions.append("\(unlistedCount) more") }
            if let omission = dates.omission { omissions.append(omission) }
        }
        return nil
    }

    /// Reads the next bookmarks on all cores; see ``PlaceImport``.
    private mutating func readAhead() {
        let next = Array(bookmarks.suffix(Self.aheadCount))
        bookmarks.removeLast(next.count)
        let isOfLinkding = format == .linkding
        ahead = ParallelMap.map(next) { bookmark in
            let places = try? Self.article(of: bookmark, isOfLinkding: isOfLinkding).places(within: .ahead)
            return (bookmark, places?.budget.excess == nil ? places : nil)
        }
    }

    private mutating func read(_ bookmark: Bookmark) {
        do throws(ImportExportError) {
            let article = Self.article(of: bookmark, isOfLinkding: format == .linkding)
            let result = try article.places(within: budget)
            budget = result.budget
            receive(result, of: bookmark)
        } catch {
            unreadableCount += 1
            list(bookmark, "not imported: \(error)")
        }
    }

    private mutating func receive(_ result: ImportedPlaces, of bookmark: Bookmark) {
        losses.add(result.losses)
        dates.add(result.impossibleDateCount)
        if bookmark.attributes.contains(.hasInvalidBytes) {
            list(bookmark, "bytes that are no characters were replaced by U+FFFD")
        }
        for remark in result.remarks + result.unreadableParts { list(bookmark, remark) }
        unreadableCount += result.unreadableParts.count
        ready = result.places.reversed().map { dates.checked($0) }
    }

    private mutating func list(_ bookmark: Bookmark, _ remark: String) {
        if omissions.count < PlaceImport.omissionLimit {
            omissions.append("\(JSONValue.string(bookmark.url).excerpt): \(remark)")
        } else {
            unlistedCount += 1
        }
    }

    private static func article(of bookmark: Bookmark, isOfLinkding: Bool) -> ImportedArticle {
        var article = ImportedArticle(
            url: bookmark.url, title: bookmark.title,
            date: bookmark.addedAt.map { RFC3339.string($0) } ?? bookmark.otherDate,
            tags: bookmark.tags, note: note(of: bookmark.note), folders: [bookmark.folders])
        if bookmark.attributes.contains(.isFavourite) { article.tags.append(ImportedArticle.starredTag) }
        for (attribute, what) in isOfLinkding ? lostLinkdingAttributes : lostAttributes
        where bookmark.attributes.contains(attribute) {
            article.losses.add(what)
        }
        if !archivedTags.isDisjoint(with: article.tags) {
            article.tags.removeAll(where: archivedTags.contains)
            article.mark = PageMark(.finished)
        } else if bookmark.attributes.contains(.toRead) {
            article.mark = PageMark(.later)
        }
        return article
    }

    /// Returns a description in which linkding's notes are paragraphs of their own, without the marks around them.
    private static func note(of description: String) -> String {
        guard let start = description.firstRange(of: notesStart) else { return description }
        let rest = description[start.upperBound...]
        let end = rest.firstRange(of: notesEnd)
        return ImportText.joined(
            notes: ImportText.trimmed(description[..<start.lowerBound]),
            ImportText.trimmed(rest[..<(end?.lowerBound ?? rest.endIndex)]),
            ImportText.trimmed(rest[(end?.upperBound ?? rest.endIndex)...]))
    }
}
