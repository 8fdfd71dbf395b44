import Places
import Syntax

/// The JSON of linkding's API, `GET /api/bookmarks/`; its bookmark file is read by ``BookmarkPlaces``.
///
/// A page of the list is `{count, next, previous, results}`, and a bookmark is `{url, title, description, notes,
/// tag_names, is_archived, unread, shared, date_added, date_modified, …}` (`BookmarkSerializer` in
/// `bookmarks/api/serializers.py` of sissbruecker/linkding). The page's own title and description were separate fields
/// until linkding 1.31. An unread bookmark is in the list of pages to read.
struct LinkdingBookmarks: DocumentFormat {
    static let format = ImportFormat.linkding

    private static let fields = EntryFields(
        forms: [
            .text: ["url", "title", "description", "notes", "date_added"], .names(key: "name"): ["tag_names"],
            .flag: ["is_archived", "unread"],
        ],
        unneeded: ["id"],
        lost: [
            EntryFields.modificationDates: ["date_modified"], "shared flags": ["shared"],
            "archive links": ["web_archive_snapshot_url"],
            "previews": ["favicon_url", "preview_image_url", "website_title", "website_description"],
        ])

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        if keys.isEmpty { return isBookmark(first) }
        return keys.contains("results") && first?["results"]?.array?.contains(where: isBookmark) ?? false
    }

    private static func isBookmark(_ value: JSONValue?) -> Bool {
        value?["tag_names"] != nil && value?["date_added"] != nil
    }

    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList] {
        guard document.start(of: document.root) == UInt8(ascii: "{") else {
            return [DocumentList(elements: document.root)]
        }
        let page = try document.members(of: document.root)
        guard let results = page["results"] else { throw .malformed("it has no results") }
        return [DocumentList(elements: results, remarks: try remarks(on: page, results, in: document))]
    }

    /// Returns a remark if the file is only one page of the list.
    private static func remarks(
        on page: [String: Range<Int>], _ results: Range<Int>, in document: JSONOutline
    ) throws(ImportExportError) -> [String] {
        // No number of bookmarks is longer.
        guard let range = page["count"], range.count < 20, let count = (try? document.value(in: range))?.integer else {
            return []
        }
        var elements = try document.elementReader(of: results)
        var found = 0
        while try elements.next() != nil { found += 1 }
        guard found < count else { return [] }
        return ["the file has \(found) of \(count) bookmarks: request all of them, such as with '?limit=\(count)'"]
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        var arrived: [String] = []
        if entry.text("title").isEmpty { arrived.append("website_title") }
        if entry.text("description").isEmpty { arrived.append("website_description") }
        if entry.value["date_modified"] == entry.value["date_added"] { arrived.append("date_modified") }
        let description = entry.text("description", "website_description")
        let mark: PageState? = entry.isTrue("is_archived") ? .finished : entry.isTrue("unread") ? .later : nil
        return try ImportedArticle(
            url: entry.text("url"), title: ImportText.line(entry.text("title", "website_title")),
            date: entry.text("date_added"), tags: ImportEntry.names(in: entry.value["tag_names"], key: "name"),
            note: ImportText.joined(notes: description, entry.text("notes")), mark: mark.map { PageMark($0) },
            losses: fields.losses(of: entry.value, except: arrived)
        ).places(within: entry.budget)
    }
}
