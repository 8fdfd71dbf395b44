import FileFormats
import Places
import Syntax

/// The file `Bookmarks` in a profile of Chromium, and of the browsers that are made of it.
///
/// The document has `roots` with the folders `bookmark_bar`, `other` and `synced`. A folder has `children`, a bookmark
/// has `url` and `name`, and both have times in microseconds since 1601 as texts (`bookmark_codec.cc` in
/// `components/bookmarks/browser` of Chromium). Vivaldi adds `trash`, and writes a description and a keyword into
/// `meta_info`; Opera has further roots in `custom_root`. The names of roots are no tags.
struct ChromiumBookmarks: DocumentFormat {
    static let format = ImportFormat.chromiumBookmarks

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        keys.contains("version") && first?["roots"]?["bookmark_bar"] != nil
    }

    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList] {
        guard let range = try document.members(of: document.root)["roots"] else { throw .malformed("it has no roots") }
        var roots: [BookmarkTree.Root] = []
        for (key, range) in try folders(in: range, of: document) {
            let members = try document.members(of: range)
            if members["children"] != nil {
                roots.append(root(key, range))
            } else if key == "custom_root" {
                for (key, range) in try folders(in: range, of: document) { roots.append(root(key, range)) }
            }
        }
        return try BookmarkTree.lists(in: document, roots: roots, describe: folder)
    }

    /// Returns the objects in an object with their keys, in the order of the document.
    private static func folders(
        in range: Range<Int>, of document: JSONOutline
    ) throws(ImportExportError) -> [(key: String, value: Range<Int>)] {
        try document.members(of: range).sorted { $0.value.lowerBound < $1.value.lowerBound }
            .filter { document.start(of: $0.value) == UInt8(ascii: "{") }
    }

    private static func root(_ key: String, _ range: Range<Int>) -> BookmarkTree.Root {
        BookmarkTree.Root(range: range, lost: key == "trash" ? "deleted bookmarks" : nil)
    }

    private static func folder(_ members: [String: JSONValue]) -> BookmarkTree.Folder {
        let folder = JSONValue.object(members)
        var result = BookmarkTree.Folder(name: folder["name"]?.string ?? "")
        if [folder["date_added"], folder["date_modified"]].contains(where: isTime) {
            result.losses.add("dates of folders")
        }
        if isTime(folder["date_last_used"]) { result.losses.add("times of visits") }
        let details = MetaInfo(folder["meta_info"])
        if !details.description.isEmpty { result.losses.add("descriptions of folders") }
        if details.hasKeyword { result.losses.add("keywords") }
        result.losses.add("details of folders", details.otherCount)
        result.losses.add(unknownMembersOf: folder, except: knownKeys, as: "unknown fields")
        return result
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let bookmark = entry.value
        if bookmark["children"] != nil { throw .malformed("its folder is in too many others") }
        let address = entry.text("url")
        var losses = ImportLosses()
        if !address.isEmpty, let kind = Bookmark.kind(ofAddress: address) {
            losses.add(kind)
            var result = ImportedPlaces(budget: entry.budget)
            result.losses = losses
            return result
        }
        let details = MetaInfo(bookmark["meta_info"])
        if details.hasKeyword { losses.add("keywords") }
        if isTime(bookmark["date_last_used"]) { losses.add("times of visits") }
        losses.add("bookmark details", details.otherCount)
        losses.add(unknownMembersOf: bookmark, except: knownKeys, as: "unknown fields")
        var article = ImportedArticle(
            url: address, title: ImportText.line(entry.text("name")),
            date: ImportText.unixMicroseconds(since1601: entry.text("date_added")), note: details.description)
        article.folders = [BookmarkTree.folders(of: entry)]
        article.losses = losses
        return try article.places(within: entry.budget)
    }

    /// Returns true if a member is a time; 0 means that there is none.
    private static func isTime(_ value: JSONValue?) -> Bool { !["", "0"].contains(ImportEntry.text(of: value)) }

    /// The keys that are read, counted, or have a meaning only for the browser.
    private static let knownKeys: Set<String> = [
        "children", "date_added", "date_last_used", "date_modified", "guid", "id", "meta_info", "name",
        "sync_transaction_version", "type", "url",
    ]
}

/// The values that extensions and other browsers have added to a bookmark or a folder.
private struct MetaInfo {
    /// The description, as Vivaldi writes it; empty if there is none.
    let description: String
    /// True if there is a keyword, which Vivaldi calls a nickname.
    let hasKeyword: Bool
    /// The number of other values.
    let otherCount: Int

    /// Reads the member `meta_info`: an object, or the text of one until 2014.
    init(_ value: JSONValue?) {
        let members = value?.object ?? [:]
        description = members["Description"]?.string ?? ""
        hasKeyword = members["Nickname"]?.isSubstantial == true
        let others = members.filter { !["Description", "Nickname"].contains($0.key) && $0.value.isSubstantial }
        otherCount = others.count + (value?.string?.isEmpty == false ? 1 : 0)
    }
}
