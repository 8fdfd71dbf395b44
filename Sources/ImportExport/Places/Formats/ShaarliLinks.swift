import Places
import Syntax

/// The JSON of Shaarli's API, `GET /api/v1/links?limit=all`; its bookmark file is read by ``BookmarkPlaces``.
///
/// A link is `{id, url, shorturl, title, description, tags, private, created, updated}` (`ApiUtils::formatLink` of
/// shaarli/Shaarli). A note has no page of its own: its address is its page in Shaarli, which other programs write
/// without the server, as Shaarli stores it (`Bookmark::isNote`).
struct ShaarliLinks: DocumentFormat {
    static let format = ImportFormat.shaarli

    private static let fields = EntryFields(
        read: ["tags"], forms: [.text: ["url", "title", "description", "created"]], unneeded: ["id", "shorturl"],
        lost: ["private flags": ["private"], EntryFields.modificationDates: ["updated"]])

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        keys.isEmpty && first?["shorturl"] != nil && first?["private"] != nil && first?["tags"] != nil
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let url = ImportText.line(entry.text("url"))
        if url.isEmpty || url.hasPrefix("/") || url.hasPrefix("?") {
            var result = ImportedPlaces(budget: entry.budget)
            result.losses.add("notes without an address")
            return result
        }
        let tags = entry.value["tags"]?.string?.split(whereSeparator: \.isWhitespace).map(String.init)
        let isUnchanged = entry.value["updated"] == entry.value["created"]
        var losses = fields.losses(of: entry.value, except: isUnchanged ? ["updated"] : [])
        if tags == nil, let list = entry.value["tags"] {
            losses.add(EntryFields.unknownForms, FieldForm.names(key: "name").unknownCount(in: list))
        }
        return try ImportedArticle(
            url: url, title: ImportText.line(entry.text("title")), date: entry.text("created"),
            tags: tags ?? ImportEntry.names(in: entry.value["tags"], key: "name"), note: entry.text("description"),
            losses: losses
        ).places(within: entry.budget)
    }
}
