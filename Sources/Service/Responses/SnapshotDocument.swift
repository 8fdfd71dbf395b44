import FoundationEssentials
import JSON
import PageCopies
import Snapshots
import TextDirectives
import Timestamps
import WHATWGURL

/// A place as the API represents it.
struct SnapshotDocument {
    var id: String
    /// The time at which the place was stored (RFC 3339, in UTC with milliseconds).
    var storedAt: String
    /// The URL of the page.
    var url: String
    /// The edition of the original page in which the place was captured; nil if the page is itself the original.
    var edition: PageEdition?
    /// The URL of the original page; nil if the page is itself the original.
    var original: String?
    var title: String?
    /// The text at the reading line; nil if there is none.
    var quote: String?
    /// The reading progress from 0 to 1: by text if that is known, otherwise by height.
    var progress: Double?
    /// True if the place is only known by ``progress``, as places from other programs can be.
    var approximate: Bool
    /// The URL that opens the page at the place, with a text directive.
    var fragment: String
    /// The number of links that were in view.
    var linkCount: Int
    /// The tags.
    var tags: [String]
    /// The note; empty if there is none.
    var note: String
    /// The cause for which the place was stored.
    var origin: SnapshotOrigin
    /// The time at which the place is erased (RFC 3339); nil if it is kept for good.
    var expiresAt: String?
    /// The kinds of copies of the page, text before picture.
    var copies: [CopyKind]
    /// The words around the match of a search in the copy; nil if the search did not match it.
    var excerpt: TextExcerpt?
    /// The complete snapshot; nil unless the request asks for it.
    var snapshot: JSONValue?
    /// True if the token that stored the place may also remove it; only in responses to new snapshots.
    var forgettable: Bool?
    /// True if the line had a place already, which got the time of the capture; only in responses to new snapshots.
    var renewed: Bool?
    /// The undo ticket of a new snapshot, if the token that stored it may not remove places.
    var undo: String?

    /// Creates the document of a place.
    ///
    /// - Parameters:
    ///   - place: The stored snapshot.
    ///   - isWhole: True to include the complete snapshot.
    ///   - isForgettable: True if the token that stored the place may remove it; nil omits the key.
    ///   - isRenewed: True if the line had a place already; nil omits the key.
    ///   - undo: The undo ticket; nil omits the key.
    init(
        _ place: StoredSnapshot, isWhole: Bool = false, isForgettable: Bool? = nil, isRenewed: Bool? = nil,
        undo: String? = nil
    ) {
        id = place.id
        storedAt = RFC3339.string(place.storedAt)
        url = place.snapshot.url.href
        edition = place.snapshot.edition
        original = place.snapshot.original?.href
        title = place.snapshot.title
        quote = place.snapshot.primaryAnchor?.quote?.exact ?? place.snapshot.quotes.first
        progress = place.snapshot.progress
        approximate = place.snapshot.isApproximate
        fragment = place.snapshot.textFragmentURL
        linkCount = place.snapshot.json["links"]?.array?.count ?? 0
        tags = place.metadata.tags
        note = place.metadata.note
        origin = place.origin
        expiresAt = place.expiresAt.map { RFC3339.string($0) }
        copies = place.copies
        excerpt = place.excerpt
        snapshot = isWhole ? place.snapshot.json : nil
        forgettable = isForgettable
        renewed = isRenewed
        self.undo = undo
    }

    /// The document as JSON.
    var json: JSONValue {
        // Unknown values are null rather than missing, so that every place has the same keys.
        var members: [String: JSONValue] = [
            "id": .string(id), "storedAt": .string(storedAt), "url": .string(url),
            "edition": edition.map { .string($0.rawValue) } ?? .null,
            "original": original.map(JSONValue.string) ?? .null,
            "title": title.map(JSONValue.string) ?? .null, "quote": quote.map(JSONValue.string) ?? .null,
            "progress": progress.map(JSONValue.number) ?? .null, "fragment": .string(fragment),
            "approximate": .bool(approximate),
            "linkCount": .number(Double(linkCount)), "tags": .array(tags.map(JSONValue.string)), "note": .string(note),
            "origin": .string(origin.rawValue), "expiresAt": expiresAt.map(JSONValue.string) ?? .null,
            "copies": .array(copies.map { .string($0.rawValue) }),
        ]
        if let excerpt {
            members["excerpt"] = [
                "before": .string(excerpt.before), "match": .string(excerpt.match), "after": .string(excerpt.after),
            ]
        }
        if let snapshot { members["snapshot"] = snapshot }
        if let forgettable { members["forgettable"] = .bool(forgettable) }
        if let renewed { members["renewed"] = .bool(renewed) }
        if let undo { members["undo"] = .string(undo) }
        return .object(members)
    }
}
