import Places
import Syntax

/// The bookmarks of Readeck's API, `GET /api/bookmarks`: an array, or an object with the array `bookmarks`.
///
/// A bookmark is `{href, url, title, created, labels, read_progress, is_marked, is_archived, is_deleted, …}`
/// (`Bookmark` in `internal/bookmarks/dataset/bookmarks.go` of codeberg.org/readeck/readeck). The progress is a
/// percentage; the address `href` is the one on the reader's server. Programs that collect the highlights add them as
/// `annotations`.
struct ReadeckBookmarks: DocumentFormat {
    static let format = ImportFormat.readeck

    private static let fields = EntryFields(
        read: ["labels"],
        forms: [
            .text: ["url", "title", "created"], .number: ["read_progress"], .list: ["annotations"],
            .flag: ["is_marked", "is_archived", "is_deleted"],
        ],
        unneeded: ["id", "href", "state", "loaded", "has_article", "read_anchor", "errors", "omit_description"],
        lost: [
            EntryFields.modificationDates: ["updated"],
            EntryFields.articleDetails: [
                "site", "site_name", "published", "authors", "lang", "text_direction", "document_type", "type",
                "description", "resources", "embed", "embed_domain", "links", "word_count", "reading_time",
            ],
        ])

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        if keys.isEmpty { return isBookmark(first) }
        return keys.contains("bookmarks") && first?["bookmarks"]?.array?.contains(where: isBookmark) ?? false
    }

    private static func isBookmark(_ value: JSONValue?) -> Bool {
        value?["href"] != nil && value?["read_progress"] != nil && value?["labels"] != nil
    }

    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList] {
        guard document.start(of: document.root) == UInt8(ascii: "{") else {
            return [DocumentList(elements: document.root)]
        }
        let page = try document.members(of: document.root)
        guard let bookmarks = page["bookmarks"] else { throw .malformed("it has no bookmarks") }
        var losses = ImportLosses()
        losses.add(EntryFields.unknown, page.count - 1)
        return [DocumentList(elements: bookmarks, losses: losses)]
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        guard !entry.isTrue("is_deleted") else {
            var result = ImportedPlaces(budget: entry.budget)
            result.losses.add("deleted bookmarks")
            return result
        }
        let isUnchanged = entry.value["updated"] == entry.value["created"]
        return try ReadeckArticle(
            url: entry.text("url"), title: entry.text("title"), created: entry.text("created"),
            labels: entry.value["labels"], progress: entry.number("read_progress"),
            isMarked: entry.isTrue("is_marked"), isArchived: entry.isTrue("is_archived"),
            annotations: entry.value["annotations"],
            losses: fields.losses(of: entry.value, except: isUnchanged ? ["updated"] : [])
        ).places(within: entry.budget)
    }
}

/// A bookmark in Readeck's archive: `bookmarks/UID/info.json`.
///
/// The archive is the export of a profile or of a server, and has the record of each bookmark, with its highlights
/// (`saveBookmark` in `internal/portability/export.go` and `Bookmark` in `internal/bookmarks/bookmarks.go`). The saved
/// page beside it, in `container`, is not read.
struct ReadeckArchiveBookmark: DocumentFormat {
    static let format = ImportFormat.readeck

    private static let fields = EntryFields(
        read: ["Labels"],
        forms: [
            .text: ["URL", "Title", "Created"], .number: ["ReadProgress"], .list: ["Annotations"],
            .flag: ["IsMarked", "IsArchived"],
        ],
        unneeded: ["ID", "UID", "UserID", "State", "ReadAnchor", "Errors"],
        lost: [
            EntryFields.modificationDates: ["Updated"], "original URLs": ["InitialURL"],
            EntryFields.savedPages: ["Text", "FilePath", "Files"],
            EntryFields.articleDetails: [
                "Domain", "Site", "SiteName", "Published", "Authors", "Lang", "TextDirection", "DocumentType",
                "Description", "WordCount", "Duration", "Embed", "Links",
            ],
        ])

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        keys.isSuperset(of: ["UID", "URL", "Labels", "ReadProgress", "IsArchived"])
    }

    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList] {
        [DocumentList(entry: document.root)]
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        var arrived: [String] = []
        if entry.value["Updated"] == entry.value["Created"] { arrived.append("Updated") }
        if entry.value["InitialURL"] == entry.value["URL"] { arrived.append("InitialURL") }
        return try ReadeckArticle(
            url: entry.text("URL"), title: entry.text("Title"), created: entry.text("Created"),
            labels: entry.value["Labels"], progress: entry.number("ReadProgress"), isMarked: entry.isTrue("IsMarked"),
            isArchived: entry.isTrue("IsArchived"), annotations: entry.value["Annotations"],
            losses: fields.losses(of: entry.value, except: arrived)
        ).places(within: entry.budget)
    }
}

/// The lists in Readeck's archive, `data.json`: its users, tokens and collections, and the ids of the bookmarks.
///
/// A collection is a query (`Collection` in `internal/bookmarks/collections.go`), so that none of this becomes a place.
struct ReadeckArchiveData: DocumentFormat {
    static let format = ImportFormat.readeck

    private static let losses = [
        "Users": "accounts", "Tokens": "access tokens", "BookmarkCollections": "smart lists",
    ]

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        keys.isSuperset(of: ["Info", "Users", "Bookmarks", "BookmarkCollections"])
    }

    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList] {
        let data = try document.members(of: document.root)
        let lists: [DocumentList] = losses.keys.compactMap { key in
            // Go writes an empty list as null.
            guard let range = data[key], document.start(of: range) == UInt8(ascii: "[") else { return nil }
            return DocumentList(elements: range, context: .string(key))
        }
        // Lines are counted in ascending order.
        return lists.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        var result = ImportedPlaces(budget: entry.budget)
        result.losses.add(losses[entry.context.string ?? ""] ?? EntryFields.unknown)
        return result
    }
}

/// The highlights of Readeck's API, `GET /api/bookmarks/annotations`.
///
/// A highlight is `{text, note, color, created, bookmark_url, bookmark_title, …}` (`Annotation` in
/// `internal/bookmarks/dataset/annotations.go`).
struct ReadeckHighlights: DocumentFormat {
    static let format = ImportFormat.readeck

    private static let fields = EntryFields(
        forms: [.text: ["text", "note", "created", "bookmark_url", "bookmark_title"]],
        unneeded: ["id", "href", "bookmark_id", "bookmark_href"],
        lost: [EntryFields.highlightColors: ["color"], EntryFields.articleDetails: ["bookmark_site_name"]])

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        keys.isEmpty && first?["bookmark_url"] != nil && first?["bookmark_id"] != nil && first?["text"] != nil
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let quote = entry.text("text")
        let isHighlight = !ImportText.line(quote).isEmpty
        return try ImportedArticle(
            url: entry.text("bookmark_url"), title: ImportText.line(entry.text("bookmark_title")),
            date: entry.text("created"), note: isHighlight ? "" : entry.text("note"),
            highlights: isHighlight ? [ImportedArticle.Highlight(quote: quote, note: entry.text("note"))] : [],
            losses: fields.losses(of: entry.value)
        ).places(within: entry.budget)
    }
}

/// Readeck's CSV, with the columns `url,title,created,labels,is_archived,is_marked,type`.
///
/// The labels are a JSON array, or null if there are none (`internal/bookmarks/converter/csv.go`).
struct ReadeckTable: TableFormat {
    static let format = ImportFormat.readeck

    private static let fields = EntryFields(
        read: ["url", "title", "created", "labels"], forms: [.flag: ["is_archived", "is_marked"]],
        lost: [EntryFields.articleDetails: ["type"]])

    static func matches(columns: Set<String>) -> Bool {
        columns.isSuperset(of: ["url", "labels", "is_archived", "is_marked"])
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let written = entry.text("labels")
        let labels: JSONValue? = written.isEmpty ? .null : try? JSONValue(lenientJSON: written.utf8)
        guard let labels, labels.isNull || labels.array != nil else {
            throw .malformed("its labels are not a JSON array")
        }
        return try ReadeckArticle(
            url: entry.text("url"), title: entry.text("title"), created: entry.text("created"), labels: labels,
            isMarked: entry.isTrue("is_marked"), isArchived: entry.isTrue("is_archived"),
            losses: fields.losses(of: entry.value)
        ).places(within: entry.budget)
    }
}

/// A bookmark of Readeck in any of its formats.
private struct ReadeckArticle {
    /// The progress at which a page counts as read to its end, in percent.
    ///
    /// Readeck records the last paragraph that was visible. With 100, the lines at the end of an article to which
    /// nobody scrolls would keep it unfinished; a smaller value would finish articles that were left near their end.
    private static let finishedProgress = 95.0
    private static let annotationFields = EntryFields(
        forms: [.text: ["text", "note", "created"]],
        unneeded: ["id", "href", "start_selector", "start_offset", "end_selector", "end_offset"],
        lost: [EntryFields.highlightColors: ["color"]])

    let url: String
    let title: String
    let created: String
    /// The labels, in whatever form.
    let labels: JSONValue?
    /// The share of the text that was read, in percent; nil if the format does not have it.
    var progress: Double?
    let isMarked: Bool
    let isArchived: Bool
    /// The highlights; their selectors refer to Readeck's own copy of the page.
    var annotations: JSONValue?
    let losses: ImportLosses

    /// Returns the places of the bookmark.
    func places(within budget: PlaceBudget) throws(ImportExportError) -> ImportedPlaces {
        var losses = losses
        if let labels { losses.add(EntryFields.unknownForms, FieldForm.names(key: "name").unknownCount(in: labels)) }
        let written = annotations?.array ?? []
        var highlights: [ImportedArticle.Highlight] = []
        var notes: [String] = []
        for annotation in written.prefix(PlaceBudget.maximumHighlights) {
            losses.add(Self.annotationFields.losses(of: annotation))
            let (quote, note) = (ImportEntry.text(of: annotation["text"]), ImportEntry.text(of: annotation["note"]))
            guard !ImportText.line(quote).isEmpty else {
                if !note.isEmpty { notes.append(note) }
                continue
            }
            highlights.append(
                ImportedArticle.Highlight(
                    quote: quote, note: note, date: ImportEntry.text(of: annotation["created"])))
        }
        var tags = ImportEntry.names(in: labels, key: "name")
        if isMarked { tags.append(ImportedArticle.starredTag) }
        let isFinished = isArchived || (progress ?? 0) >= Self.finishedProgress
        return try ImportedArticle(
            url: url, title: ImportText.line(title), date: created, tags: tags, note: notes.joined(separator: "\n\n"),
            highlights: highlights, excessHighlightCount: max(0, written.count - PlaceBudget.maximumHighlights),
            progress: progress.map { $0 / 100 }, mark: isFinished ? PageMark(.finished) : nil, losses: losses
        ).places(within: budget)
    }
}
