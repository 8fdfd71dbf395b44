import Places
import Syntax

/// Karakeep's JSON: the bookmarks, and the lists that contain them.
///
/// A bookmark is `{createdAt, title, tags, lists, content, note, archived}`. Its time is in seconds since 1970, its
/// content is a link, a text or null, which stands for a file, and its lists are ids. A list is `{id, name,
/// description, icon, type, query, parentId}`; a smart list is a query (`exporters.ts` in
/// `packages/shared/import-export` of karakeep-app/karakeep). The backups of Karakeep are ZIP archives with such a file
/// (`backupWorker.ts`). A favourite is not written by the exporter, but by programs that read Karakeep's API.
struct KarakeepBookmarks: DocumentFormat {
    static let format = ImportFormat.karakeep

    private static let fields = EntryFields(
        read: ["content"],
        forms: [
            .text: ["createdAt", "title", "note"], .names(key: "name"): ["tags"], .list: ["lists"],
            .flag: ["archived", "favourited"],
        ])
    private static let linkFields = EntryFields(read: ["type", "url"])

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        guard keys.contains("bookmarks"), let bookmarks = first?["bookmarks"]?.array else { return false }
        if bookmarks.isEmpty { return keys == ["bookmarks", "lists"] }
        return bookmarks.contains { $0["createdAt"]?.number != nil && $0["content"] != nil }
    }

    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList] {
        let export = try document.members(of: document.root)
        guard let bookmarks = export["bookmarks"] else { throw .malformed("it has no bookmarks") }
        var lists = KarakeepLists()
        if let range = export["lists"], document.start(of: range) == UInt8(ascii: "[") {
            try lists.read(range, in: document)
            try lists.countEmpty(bookmarks, in: document)
        }
        var losses = lists.losses
        losses.add(EntryFields.unknown, export.keys.count { !["bookmarks", "lists"].contains($0) })
        return [DocumentList(elements: bookmarks, context: lists.context, losses: losses, remarks: lists.remarks)]
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let content = entry.value["content"] ?? .null
        guard content["type"]?.string == "link" else {
            var result = ImportedPlaces(budget: entry.budget)
            result.losses.add(content["type"]?.string == "text" ? "text notes" : "files")
            return result
        }
        var losses = fields.losses(of: entry.value)
        losses.add(linkFields.losses(of: content))
        let folders = KarakeepLists.paths(of: entry)
        losses.add("unknown lists", folders.unknownCount)
        var tags = ImportEntry.names(in: entry.value["tags"], key: "name")
        if entry.isTrue("favourited") { tags.append(ImportedArticle.starredTag) }
        return try ImportedArticle(
            url: content["url"]?.string ?? "", title: ImportText.line(entry.text("title")),
            date: entry.text("createdAt"), tags: tags, note: entry.text("note"),
            folders: folders.paths, mark: entry.isTrue("archived") ? PageMark(.finished) : nil,
            losses: losses
        ).places(within: entry.budget)
    }
}

/// The lists in Karakeep's JSON.
private struct KarakeepLists {
    /// A list that contains bookmarks, as opposed to a query.
    private struct List {
        let name: String
        /// The id of the list that contains this one; nil if there is none.
        let parent: String?
    }

    /// The maximum depth of a list; a deeper one has a path without its outermost lists.
    private static let maximumDepth = 64
    /// The maximum size of a list, and of the ids of a bookmark's lists, in bytes.
    ///
    /// A list has a name, a description and a query. A parsed value takes up to thirty times its size.
    private static let listByteLimit = 1 << 20
    /// The maximum number of lists of one bookmark whose paths are read; a place has at most 32 tags.
    private static let listLimit = 1000

    /// The paths of the lists by their ids, the outermost name first, as the context of the bookmarks; those of smart
    /// lists are empty.
    private(set) var context = JSONValue.null
    private(set) var losses = ImportLosses()
    private(set) var remarks: [String] = []
    /// The lists by their ids.
    private var lists: [String: List] = [:]
    /// The ids of the smart lists.
    private var smartIDs: Set<String> = []

    /// Reads the lists.
    ///
    /// - Throws: ``ImportExportError/malformed(_:)`` if commas are missing, or if there are too many lists.
    mutating func read(_ range: Range<Int>, in document: JSONOutline) throws(ImportExportError) {
        var elements = try document.elementReader(of: range)
        var (unreadableCount, repeatedCount) = (0, 0)
        while let element = try elements.next() {
            guard element.count <= Self.listByteLimit, let list = try? document.value(in: element),
                let id = list["id"]?.string, let name = list["name"]?.string
            else {
                unreadableCount += 1
                continue
            }
            guard list["type"]?.string != "smart" else {
                losses.add("smart lists")
                if smartIDs.count < DocumentList.maximumCount { smartIDs.insert(id) }
                continue
            }
            guard lists[id] == nil else {
                repeatedCount += 1
                continue
            }
            guard lists.count < DocumentList.maximumCount else {
                throw .malformed("it has more than \(DocumentList.maximumCount) lists")
            }
            if let icon = list["icon"]?.string, !icon.isEmpty { losses.add("list icons") }
            if let text = list["description"]?.string, !text.isEmpty { losses.add("list descriptions") }
            // The name becomes a part of the tags of each bookmark, so it is shortened once; a longer tag is left out.
            let tag = PlaceWriter.shortened(folder: ImportText.line(name))
            lists[id] = List(name: tag, parent: list["parentId"]?.string)
        }
        if unreadableCount > 0 { remarks.append("lists that cannot be read were left out: \(unreadableCount)") }
        if repeatedCount > 0 { remarks.append("lists with the id of another one were left out: \(repeatedCount)") }
        readPaths()
    }

    /// Finds the path of each list once, and reports lists whose parents are in a circle, or too many.
    private mutating func readPaths() {
        var (circleCount, deepCount) = (0, 0)
        var paths: [String: JSONValue] = [:]
        for id in smartIDs { paths[id] = .array([]) }
        for id in lists.keys {
            let (path, isCut) = path(of: id)
            paths[id] = .array(BookmarkTree.shortened(path: path).map(JSONValue.string))
            guard isCut else { continue }
            if path.count < Self.maximumDepth { circleCount += 1 } else { deepCount += 1 }
        }
        context = .object(paths)
        if circleCount > 0 { remarks.append("the paths of lists in a circle were cut: \(circleCount)") }
        if deepCount > 0 {
            remarks.append("the paths of lists below \(Self.maximumDepth) or more others were cut: \(deepCount)")
        }
    }

    /// Counts the lists that are in no path of a bookmark.
    ///
    /// Their names arrive nowhere. Most files need only their first bookmarks to show that no list is empty.
    mutating func countEmpty(_ bookmarks: Range<Int>, in document: JSONOutline) throws(ImportExportError) {
        var empty = Set(lists.keys)
        var elements = try document.elementReader(of: bookmarks)
        while !empty.isEmpty, let element = try elements.next() {
            guard let members = try? document.members(of: element), let range = members["lists"],
                range.count <= Self.listByteLimit, let ids = (try? document.value(in: range))?.array
            else { continue }
            for id in ids.prefix(Self.listLimit) {
                var next = id.string
                // A list that was used before has used its parents too.
                while let current = next, empty.remove(current) != nil { next = lists[current]?.parent }
            }
        }
        losses.add("empty lists", empty.count)
    }

    /// Returns the paths of the lists that contain a bookmark, and the number of lists that the file does not describe.
    ///
    /// The paths of smart lists are empty.
    static func paths(of entry: ImportEntry) -> (paths: [[String]], unknownCount: Int) {
        let ids = entry.value["lists"]?.array ?? []
        let known = ids.compactMap { id in id.string.flatMap { entry.context[$0]?.array } }
        return (known.prefix(listLimit).map { $0.compactMap(\.string) }, ids.count - known.count)
    }

    /// Returns the path of a list.
    ///
    /// - Parameter id: The id of the list.
    /// - Returns: The names, the outermost first, and true if a list is its own parent, or if the path is too deep.
    private func path(of id: String) -> (path: [String], isCut: Bool) {
        var names: [String] = []
        var ids: Set<String> = []
        var next: String? = id
        while let current = next, let list = lists[current] {
            guard names.count < Self.maximumDepth, ids.insert(current).inserted else { return (names.reversed(), true) }
            names.append(list.name)
            next = list.parent
        }
        return (names.reversed(), false)
    }
}
