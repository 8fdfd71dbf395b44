import JSON

/// Instapaper's CSV, with the columns `URL,Title,Selection,Folder,Timestamp,Tags`.
///
/// The columns `Timestamp` and `Tags` were added later (`instapaper-export.csv` of wallabag's tests lacks both). The
/// time is in seconds since 1970. Tags are a JSON array of strings (`parsers.ts` of karakeep). The folder is `Unread`,
/// `Archive`, `Starred`, or one that the reader made. The selection is text that the reader had marked.
struct InstapaperTable: TableFormat {
    static let format = ImportFormat.instapaper

    static func matches(columns: Set<String>) -> Bool { columns.isSuperset(of: ["url", "selection", "folder"]) }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let written = entry.text("tags")
        var tags: [String] = []
        if !written.isEmpty {
            let value = try? JSONValue(lenientJSON: written.utf8)
            guard let list = value?.array else { throw .malformed("its tags are not a JSON array") }
            tags = list.compactMap(\.string)
        }
        switch ImportText.line(entry.text("folder")) {
        case "Unread": break
        case "Archive": tags.append(ImportedArticle.archivedTag)
        case "Starred": tags.append(ImportedArticle.starredTag)
        case let folder: tags.append(folder)
        }
        let selection = entry.text("selection")
        return try ImportedArticle(
            url: entry.text("url"), title: ImportText.line(entry.text("title")), date: entry.text("timestamp"),
            tags: tags, highlights: selection.isEmpty ? [] : [ImportedArticle.Highlight(quote: selection)]
        ).places(within: entry.budget)
    }
}
