import JSON

/// The highlights of Pocket's export of 2025, `annotations/part_000000.json`.
///
/// An entry is `{url, title, highlights: [{quote, created_at}]}` (`annotationsExportService.ts` of
/// Pocket/pocket-monorepo); the time is in seconds since 1970.
struct PocketHighlights: DocumentFormat {
    static let format = ImportFormat.pocket

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        keys.isEmpty && first?["url"]?.string != nil && first?["highlights"]?[0]?["quote"]?.string != nil
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let written = entry.value["highlights"]?.array ?? []
        let highlights = written.prefix(PlaceBudget.maximumHighlights).map { highlight in
            ImportedArticle.Highlight(
                quote: highlight["quote"]?.string ?? "", date: ImportEntry.text(of: highlight["created_at"]))
        }
        return try ImportedArticle(
            url: entry.text("url"), title: ImportText.line(entry.text("title")), highlights: highlights,
            excessHighlightCount: written.count - highlights.count
        ).places(within: entry.budget)
    }
}
