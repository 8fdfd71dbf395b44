import Places
import Syntax

/// A part of Pocket's export of 2025, `part_000000.csv`, which has at most 10,000 articles.
///
/// The columns are `title,url,time_added,tags,status`; in 2024 there was also `cursor` (karakeep-app/karakeep#570, and
/// `PocketCsvImport.php` of wallabag). Tags are separated by `|`, the time is in seconds since 1970, and the status is
/// `unread` or `archive`. Pocket did not export favourites and reading positions.
struct PocketTable: TableFormat {
    static let format = ImportFormat.pocket

    private static let fields = EntryFields(
        read: ["title", "url", "time_added", "tags"], forms: [.words(["unread", "archive"]): ["status"]],
        unneeded: ["cursor"])

    static func matches(columns: Set<String>) -> Bool { columns.isSuperset(of: ["url", "time_added", "status"]) }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let tags = entry.text("tags").split(separator: "|").map(String.init)
        return try ImportedArticle(
            url: entry.text("url"), title: ImportText.line(entry.text("title")), date: entry.text("time_added"),
            tags: tags, mark: entry.word("status") == "archive" ? PageMark(.finished) : nil,
            losses: fields.losses(of: entry.value)
        ).places(within: entry.budget)
    }
}

/// The highlights of Pocket's export of 2025, `annotations/part_000000.json`.
///
/// An entry is `{url, title, highlights: [{quote, created_at}]}` (`annotationsExportService.ts` of
/// Pocket/pocket-monorepo); the time is in seconds since 1970.
struct PocketHighlights: DocumentFormat {
    static let format = ImportFormat.pocket

    private static let fields = EntryFields(
        forms: [.text: ["url", "title"], .list: ["highlights"]], unneeded: ["cursor"])
    private static let highlightFields = EntryFields(forms: [.text: ["quote", "created_at"]])

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        keys.isEmpty && first?["url"]?.string != nil && first?["highlights"]?[0]?["quote"]?.string != nil
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let written = entry.value["highlights"]?.array ?? []
        var losses = fields.losses(of: entry.value)
        let highlights = written.prefix(PlaceBudget.maximumHighlights).map { highlight in
            losses.add(highlightFields.losses(of: highlight))
            return ImportedArticle.Highlight(
                quote: ImportEntry.text(of: highlight["quote"]), date: ImportEntry.text(of: highlight["created_at"]))
        }
        return try ImportedArticle(
            url: entry.text("url"), title: ImportText.line(entry.text("title")), highlights: highlights,
            excessHighlightCount: written.count - highlights.count, losses: losses
        ).places(within: entry.budget)
    }
}

/// Instapaper's CSV, with the columns `URL,Title,Selection,Folder,Timestamp,Tags`.
///
/// The columns `Timestamp` and `Tags` were added later (`instapaper-export.csv` of wallabag's tests lacks both). The
/// time is in seconds since 1970. Tags are a JSON array of strings (`parsers.ts` of karakeep). The folder is `Unread`,
/// `Archive`, `Starred`, or one that the reader made, which becomes a tag. The selection is text that the reader had
/// marked.
struct InstapaperTable: TableFormat {
    static let format = ImportFormat.instapaper

    private static let fields = EntryFields(read: ["url", "title", "selection", "folder", "timestamp", "tags"])

    static func matches(columns: Set<String>) -> Bool { columns.isSuperset(of: ["url", "selection", "folder"]) }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let written = entry.text("tags")
        var losses = fields.losses(of: entry.value)
        var tags: [String] = []
        if !written.isEmpty {
            let list = try? JSONValue(lenientJSON: written.utf8)
            guard let list, list.array != nil else { throw .malformed("its tags are not a JSON array") }
            tags = ImportEntry.names(in: list, key: "name")
            losses.add(EntryFields.unknownForms, FieldForm.names(key: "name").unknownCount(in: list))
        }
        var mark: PageMark?
        switch entry.word("folder") {
        case "unread": break
        case "archive": mark = PageMark(.finished)
        case "starred": tags.append(ImportedArticle.starredTag)
        default: tags.append(entry.text("folder"))
        }
        let selection = entry.text("selection")
        return try ImportedArticle(
            url: entry.text("url"), title: ImportText.line(entry.text("title")), date: entry.text("timestamp"),
            tags: tags, highlights: selection.isEmpty ? [] : [ImportedArticle.Highlight(quote: selection)], mark: mark,
            losses: losses
        ).places(within: entry.budget)
    }
}

/// The CSV of the library of Readwise Reader.
///
/// The columns are `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen`. Tags are a list as Python
/// prints it, such as `['tag', "reader's"]` (linkwarden/linkwarden#1570). The progress is a fraction from 0 to 1. The
/// location is `new`, `later` (a list of pages to read), `shortlist`, `archive` or `feed`; the other two become tags.
/// `Seen` tells if the document was ever opened.
struct ReaderTable: TableFormat {
    static let format = ImportFormat.reader

    private static let fields = EntryFields(
        read: ["title", "url", "document tags", "saved date", "reading progress", "location"], unneeded: ["id"],
        lost: ["seen flags": ["seen"]])

    static func matches(columns: Set<String>) -> Bool {
        columns.isSuperset(of: ["url", "saved date", "reading progress"])
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        var tags = Self.tags(entry.text("document tags"))
        var mark: PageMark?
        switch entry.word("location") {
        case "new": break
        case "archive": mark = PageMark(.finished)
        case "later": mark = PageMark(.later)
        default: tags.append(entry.text("location"))
        }
        let written = entry.text("reading progress")
        let progress = entry.number("reading progress")
        guard written.isEmpty || progress != nil else { throw .malformed("its reading progress is not a number") }
        return try ImportedArticle(
            url: entry.text("url"), title: ImportText.line(entry.text("title")), date: entry.text("saved date"),
            tags: tags, progress: progress, mark: mark,
            losses: fields.losses(of: entry.value, except: ["false", "0"].contains(entry.word("seen")) ? ["seen"] : [])
        ).places(within: entry.budget)
    }

    /// Returns the strings of a list in Python's notation; a text without brackets is split at commas.
    private static func tags(_ text: String) -> [String] {
        let text = text.trimmingPrefix(while: \.isWhitespace)
        guard text.hasPrefix("[") else { return text.split(separator: ",").map(String.init) }
        var tags: [String] = []
        var tag = ""
        var mark: Character?
        var isEscaped = false
        for character in text.dropFirst() {
            if isEscaped {
                tag.append(character)
                isEscaped = false
            } else if let open = mark {
                switch character {
                case open:
                    tags.append(tag)
                    (tag, mark) = ("", nil)
                case "\\": isEscaped = true
                default: tag.append(character)
                }
            } else if character == "'" || character == "\"" {
                mark = character
            }
        }
        return tags
    }
}

/// A table of quotes with their sources: Leftoff's own CSV, Readwise's template, and Readwise's export of highlights.
///
/// Readwise imports the columns `Highlight,Title,Author,URL,Note,Location,Date`. It exports `Highlight,Book Title,Book
/// Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags`, to which a column of
/// URLs must be added: highlights of books have no page.
struct QuoteTable: TableFormat {
    static let format = ImportFormat.csv

    private static let fields = EntryFields(
        read: [
            "highlight", "note", "url", "source url", "title", "book title", "date", "highlighted at", "tags",
            "document tags",
        ],
        lost: [
            "authors": ["author", "book author"], "book ids": ["amazon book id"],
            EntryFields.highlightColors: ["color"], "locations": ["location", "location type"],
        ])

    static let allowsShortRows = true
    static let addressColumns = ["url", "source url"]

    static func matches(columns: Set<String>) -> Bool {
        let others: [any TableFormat.Type] = [
            PocketTable.self, InstapaperTable.self, ReaderTable.self, RaindropTable.self, ReadeckTable.self,
        ]
        return !columns.isDisjoint(with: ["url", "source url", "highlight"])
            && !others.contains { $0.matches(columns: columns) }
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let (quote, note) = (entry.text("highlight"), entry.text("note"))
        let tags = [entry.text("tags"), entry.text("document tags")].flatMap {
            $0.split(separator: ",").map(String.init)
        }
        let highlight = ImportedArticle.Highlight(quote: quote, note: note)
        // The location in Leftoff's own table is the progress of the place, which its words find.
        let isOwn = entry.context.bool == true
        return try ImportedArticle(
            url: entry.text("url", "source url"), title: entry.text("title", "book title"),
            date: entry.text("date", "highlighted at"), tags: tags, note: quote.isEmpty ? note : "",
            highlights: quote.isEmpty ? [] : [highlight],
            losses: fields.losses(of: entry.value, except: isOwn ? ["location"] : []), keepsLineBreaks: true
        ).places(within: entry.budget)
    }
}
