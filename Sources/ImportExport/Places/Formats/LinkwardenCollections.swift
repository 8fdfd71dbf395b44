import Places
import Syntax

/// linkwarden's JSON: the account with its collections, each with its links.
///
/// A link has `url`, `name`, `description`, `tags` with a `name`, `createdAt`, and `importDate` if linkwarden had
/// imported it (`exportData.ts` of linkwarden, which also writes `pinnedLinks`). A link's `highlight` has `text`,
/// `comment` and `createdAt` (`model Highlight` in `schema.prisma`); the offsets refer to linkwarden's own copy of the
/// page. A collection becomes a tag, except `Unorganized`, which contains the links without one.
struct LinkwardenCollections: DocumentFormat {
    static let format = ImportFormat.linkwarden

    private static let fields = EntryFields(
        forms: [
            .text: ["url", "name", "description", "createdAt", "importDate"], .names(key: "name"): ["tags"],
            .list: ["highlight", "highlights"],
        ],
        unneeded: ["id", "type", "collectionId", "createdById", "lastPreserved", "aiTagged", "indexVersion"],
        lost: [
            EntryFields.modificationDates: ["updatedAt"], "icons": ["icon", "iconWeight", "color"],
            "previews": ["preview"], EntryFields.savedPages: ["textContent", "image", "pdf", "readable", "monolith"],
        ])
    private static let highlightFields = EntryFields(
        forms: [.text: ["text", "comment", "createdAt"]],
        unneeded: ["id", "linkId", "userId", "startOffset", "endOffset"],
        lost: [EntryFields.highlightColors: ["color"], EntryFields.modificationDates: ["updatedAt"]])
    private static let collectionFields = EntryFields(
        read: ["name", "links"],
        unneeded: ["id", "ownerId", "createdById", "createdAt", "updatedAt", "isPublicSlug"],
        lost: [
            "collection descriptions": ["description"], "collection icons": ["icon", "iconWeight", "color"],
            "feeds": ["rssSubscriptions"], "parents of collections": ["parentId"],
            "shared flags": ["isPublic", "members"],
        ])
    /// The maximum size of a pinned link that is parsed, in bytes; a parsed value takes up to thirty times its size.
    private static let linkByteLimit = 1 << 20

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        guard let collections = first?["collections"]?.array else { return false }
        // An account without collections has its own members; Session Buddy's collections have folders.
        if collections.isEmpty { return keys.contains("username") || keys.contains("pinnedLinks") }
        return collections.contains { $0["links"] != nil && $0["folders"] == nil }
    }

    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList] {
        let account = try document.members(of: document.root)
        guard let collections = account["collections"] else { throw .malformed("it has no collections") }
        var pinned: [String: JSONValue] = [:]
        if let links = account["pinnedLinks"], document.start(of: links) == UInt8(ascii: "[") {
            var elements = try document.elementReader(of: links)
            while let link = try elements.next() {
                guard link.count <= linkByteLimit, let url = (try? document.value(in: link))?["url"]?.string else {
                    continue
                }
                pinned[url] = .bool(true)
                guard pinned.count <= DocumentList.maximumCount else {
                    throw .malformed("it has more than \(DocumentList.maximumCount) pinned links")
                }
            }
        }
        var lists: [DocumentList] = []
        var elements = try document.elementReader(of: collections)
        while let range = try elements.next() {
            guard lists.count < DocumentList.maximumCount else {
                throw .malformed("it has more than \(DocumentList.maximumCount) collections")
            }
            let collection = try document.members(of: range)
            let (members, skippedCount) = document.values(of: collection, except: "links")
            var losses = collectionFields.losses(of: .object(members))
            losses.add(EntryFields.unknown, skippedCount)
            guard let links = collection["links"] else {
                lists.append(DocumentList(losses: losses))
                continue
            }
            // The name becomes a tag of each link, so it is shortened once; a longer tag is left out.
            let tag = members["name"]?.string.map { PlaceWriter.shortened(folder: ImportText.line($0)) }
            let context: JSONValue = ["collection": tag.map(JSONValue.string) ?? .null, "pinned": .object(pinned)]
            lists.append(DocumentList(elements: links, context: context, losses: losses))
        }
        return lists
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let url = entry.text("url")
        var tags = ImportEntry.names(in: entry.value["tags"], key: "name")
        if let collection = entry.context["collection"]?.string, collection != "Unorganized" { tags.append(collection) }
        if entry.context["pinned"]?[url] != nil { tags.append(ImportedArticle.starredTag) }
        let written = entry.value["highlight"]?.array ?? entry.value["highlights"]?.array ?? []
        let isUnchanged = entry.value["updatedAt"] == entry.value["createdAt"]
        var losses = fields.losses(of: entry.value, except: isUnchanged ? ["updatedAt"] : [])
        let highlights = written.prefix(PlaceBudget.maximumHighlights).map { highlight in
            let isUnchanged = highlight["updatedAt"] == highlight["createdAt"]
            losses.add(highlightFields.losses(of: highlight, except: isUnchanged ? ["updatedAt"] : []))
            return ImportedArticle.Highlight(
                quote: ImportEntry.text(of: highlight["text"]), note: ImportEntry.text(of: highlight["comment"]),
                date: ImportEntry.text(of: highlight["createdAt"]))
        }
        guard !url.isEmpty else { throw .malformed("it has no address: it is a file that was uploaded to linkwarden") }
        return try ImportedArticle(
            url: url, title: ImportText.line(entry.text("name")), date: entry.text("importDate", "createdAt"),
            tags: tags, note: entry.text("description"), highlights: highlights,
            excessHighlightCount: written.count - highlights.count, losses: losses
        ).places(within: entry.budget)
    }
}
