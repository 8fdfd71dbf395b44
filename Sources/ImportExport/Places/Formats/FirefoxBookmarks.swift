import FileFormats
import Places
import Syntax

/// Firefox's backup of bookmarks in JSON, which may be compressed.
///
/// The document is the root folder. A folder has the type `text/x-moz-place-container` and `children`, a bookmark the
/// type `text/x-moz-place` and a `uri`, and both have times in microseconds (`PlacesBackups.sys.mjs`,
/// `BookmarkJSONUtils.sys.mjs` and `promiseBookmarksTree` of `PlacesUtils.sys.mjs` in `toolkit/components/places` of
/// Firefox). Until version 62, a description was an annotation. The folders that Firefox makes are no tags.
struct FirefoxBookmarks: DocumentFormat {
    static let format = ImportFormat.firefoxBookmarks

    private static let containerType = "text/x-moz-place-container"
    private static let separatorType = "text/x-moz-place-separator"
    private static let descriptionName = "bookmarkProperties/description"
    /// The ids of the folders that Firefox makes.
    private static let rootIDs: Set<String> = [
        "root________", "menu________", "toolbar_____", "unfiled_____", "mobile______", "tags________",
    ]

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        keys.contains("children")
            && (first?["type"]?.string == containerType || first?["guid"]?.string == "root________")
    }

    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList] {
        try BookmarkTree.lists(in: document, roots: [BookmarkTree.Root(range: document.root)], describe: folder)
    }

    private static func folder(_ members: [String: JSONValue]) -> BookmarkTree.Folder {
        let folder = JSONValue.object(members)
        let isRoot = Self.isRoot(folder)
        var result = BookmarkTree.Folder(name: isRoot ? nil : folder["title"]?.string ?? "")
        // Firefox itself imports the tags of the bookmarks instead.
        if folder["root"]?.string == "tagsFolder" { result.lost = "folders of former tags" }
        guard !isRoot else { return result }
        if folder["dateAdded"]?.isSubstantial == true || folder["lastModified"]?.isSubstantial == true {
            result.losses.add("dates of folders")
        }
        let notes = annotations(of: folder, losses: &result.losses)
        result.losses.add("descriptions of folders", notes.count)
        result.losses.add(unknownMembersOf: folder, except: knownKeys, as: "unknown fields")
        return result
    }

    /// Returns true if Firefox made a folder.
    private static func isRoot(_ folder: JSONValue) -> Bool {
        folder["root"] != nil || rootIDs.contains(folder["guid"]?.string ?? "")
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let bookmark = entry.value
        var losses = ImportLosses()
        func nothing() -> ImportedPlaces {
            var result = ImportedPlaces(budget: entry.budget)
            result.losses = losses
            return result
        }
        switch bookmark["type"]?.string {
        case separatorType:
            losses.add("separators")
            return nothing()
        case containerType:
            guard bookmark["children"] == nil else { throw .malformed("its folder is in too many others") }
            if !Self.isRoot(bookmark) { losses.add("empty folders") }
            return nothing()
        default: break
        }
        let address = entry.text("uri", "url")
        if !address.isEmpty, let kind = Bookmark.kind(ofAddress: address) {
            losses.add(kind)
            return nothing()
        }
        let notes = annotations(of: bookmark, losses: &losses)
        losses.add(bookmark["iconUri"] ?? bookmark["iconuri"] ?? bookmark["icon"], as: "icons")
        losses.add(bookmark["keyword"], as: "keywords")
        losses.add(bookmark["postData"], as: "forms of keywords")
        losses.add(bookmark["charset"], as: "character encodings")
        if bookmark["lastModified"] != bookmark["dateAdded"] {
            losses.add(bookmark["lastModified"], as: "modification dates")
        }
        losses.add(unknownMembersOf: bookmark, except: knownKeys, as: "unknown fields")
        var article = ImportedArticle(
            url: address, title: ImportText.line(entry.text("title")), date: entry.text("dateAdded"),
            tags: entry.text("tags").split(separator: ",").map(String.init), note: notes.joined(separator: "\n\n"))
        article.folders = [BookmarkTree.folders(of: entry)]
        article.losses = losses
        return try article.places(within: entry.budget)
    }

    /// Returns the descriptions among the annotations of an object, and counts the others.
    private static func annotations(of value: JSONValue, losses: inout ImportLosses) -> [String] {
        var descriptions: [String] = []
        for annotation in value["annos"]?.array ?? [] {
            if annotation["name"]?.string == descriptionName, let text = annotation["value"]?.string {
                if !text.isEmpty { descriptions.append(text) }
            } else {
                losses.add("annotations")
            }
        }
        return descriptions
    }

    /// The keys that are read, counted, or have a meaning only for Firefox.
    private static let knownKeys: Set<String> = [
        "guid", "id", "index", "parent", "parentGuid", "type", "typeCode", "root", "title", "uri", "url", "dateAdded",
        "lastModified", "tags", "annos", "iconUri", "iconuri", "icon", "keyword", "postData", "charset", "children",
    ]
}
