/// A part of Pocket's export of 2025, `part_000000.csv`, which has at most 10,000 articles.
///
/// The columns are `title,url,time_added,tags,status`; in 2024 there was also `cursor` (karakeep-app/karakeep#570, and
/// `PocketCsvImport.php` of wallabag). Tags are separated by `|`, the time is in seconds since 1970, and the status is
/// `unread` or `archive`. Pocket did not export favourites and reading positions.
struct PocketTable: TableFormat {
    static let format = ImportFormat.pocket

    static func matches(columns: Set<String>) -> Bool { columns.isSuperset(of: ["url", "time_added", "status"]) }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let tags = entry.text("tags").split(separator: "|").map(String.init)
        let isArchived = entry.text("status") == "archive"
        return try ImportedArticle(
            url: entry.text("url"), title: ImportText.line(entry.text("title")), date: entry.text("time_added"),
            tags: tags + (isArchived ? [ImportedArticle.archivedTag] : [])
        ).places(within: entry.budget)
    }
}
