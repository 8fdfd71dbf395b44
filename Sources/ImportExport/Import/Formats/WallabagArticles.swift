import JSON

/// wallabag's JSON: an array of articles with their annotations.
///
/// An article has `url`, `title`, `created_at`, `tags` (names, or objects with a label), `is_archived` and `is_starred`
/// (Booleans, or 0 and 1), and `annotations` with `text` (the note), `quote` and `ranges` (`Entry.php` and
/// `Annotation.php` of wallabag). The ranges are paths in wallabag's own copy of the article, not in the page, so that
/// only the quotes are used, with the words around them in the copy. wallabag records no reading position.
struct WallabagArticles: DocumentFormat {
    static let format = ImportFormat.wallabag

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        keys.isEmpty && first?["url"] != nil && first?["is_archived"] != nil
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        var tags = ImportEntry.names(in: entry.value["tags"], key: "label")
        if entry.isTrue("is_archived") { tags.append(ImportedArticle.archivedTag) }
        if entry.isTrue("is_starred") { tags.append(ImportedArticle.starredTag) }
        var highlights: [ImportedArticle.Highlight] = []
        var notes: [String] = []
        var copy: SavedText?
        let written = (entry.value["annotations"]?.array ?? []).prefix(PlaceBudget.maximumHighlights)
        for (index, annotation) in written.enumerated() {
            let (quote, note) = (annotation["quote"]?.string ?? "", annotation["text"]?.string ?? "")
            if ImportText.line(quote).isEmpty {
                if !note.isEmpty { notes.append(note) }
                continue
            }
            let text = copy ?? SavedText(html: entry.text("content"))
            copy = text
            let (prefix, suffix) =
                index < SavedText.searchLimit ? text.context(of: ImportText.line(quote)) : ("", "")
            highlights.append(
                ImportedArticle.Highlight(
                    quote: quote, prefix: prefix, suffix: suffix, note: note,
                    date: ImportEntry.text(of: annotation["created_at"])))
        }
        return try ImportedArticle(
            url: entry.text("url", "given_url", "origin_url"), title: ImportText.line(entry.text("title")),
            date: entry.text("created_at"), tags: tags, note: notes.joined(separator: "\n\n"), highlights: highlights,
            excessHighlightCount: (entry.value["annotations"]?.array?.count ?? 0) - written.count
        ).places(within: entry.budget)
    }
}
