/// The CSV of the library of Readwise Reader.
///
/// The columns are `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen`. Tags are a list as Python
/// prints it, such as `['tag', "reader's"]` (linkwarden/linkwarden#1570). The progress is a fraction from 0 to 1. The
/// location is `new`, `later`, `shortlist`, `archive` or `feed`. `Seen` tells if the document was ever opened.
struct ReaderTable: TableFormat {
    static let format = ImportFormat.reader

    static func matches(columns: Set<String>) -> Bool {
        columns.isSuperset(of: ["url", "saved date", "reading progress"])
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        var tags = Self.tags(entry.text("document tags"))
        switch ImportText.line(entry.text("location")) {
        case "new": break
        case "archive": tags.append(ImportedArticle.archivedTag)
        case let location: tags.append(location)
        }
        let written = entry.text("reading progress")
        let progress = entry.number("reading progress")
        guard written.isEmpty || progress != nil else { throw .malformed("its reading progress is not a number") }
        return try ImportedArticle(
            url: entry.text("url"), title: ImportText.line(entry.text("title")), date: entry.text("saved date"),
            tags: tags, progress: progress
        ).places(within: entry.budget)
    }

    /// Returns the strings of a list in Python's notation; a text without brackets is split at commas.
    static func tags(_ text: String) -> [String] {
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
