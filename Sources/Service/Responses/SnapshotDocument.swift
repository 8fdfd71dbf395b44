import FoundationEssentials
import Restore
import Snapshots
import WHATWGURL

/// A place as the API shows it.
struct SnapshotDocument {
    var id: String
    /// RFC 3339, in UTC with milliseconds.
    var storedAt: String
    /// The page's address.
    var url: String
    var title: String?
    /// The text at which the reader stopped.
    var quote: String?
    /// How far the reader had come, 0 to 1, by text where that is known, else by height.
    var progress: Double?
    /// The address that opens the page at the place by a text fragment.
    var fragment: String
    /// How many links were in view.
    var linkCount: Int
    /// What a person calls it.
    var tags: [String]
    /// What a person wrote on it; empty for nothing.
    var note: String
    /// The whole snapshot, where it was asked for.
    var snapshot: JSONValue?
    /// Whether whoever stored it may remove it again; only in the answer to a new snapshot.
    var forgettable: Bool?
    /// The ticket that takes a new snapshot back, where whoever stored it may not remove any.
    var undo: String?

    /// Describes a place.
    ///
    /// - Parameters:
    ///   - place: The stored snapshot.
    ///   - isWhole: Whether to include the snapshot itself.
    ///   - isForgettable: Whether it may be removed by whoever stored it; nil leaves that out.
    ///   - undo: The ticket that takes it back; nil leaves that out.
    init(_ place: StoredSnapshot, isWhole: Bool = false, isForgettable: Bool? = nil, undo: String? = nil) {
        id = place.id
        storedAt = RFC3339.string(place.storedAt)
        url = place.snapshot.url.href
        title = place.snapshot.title
        quote = place.snapshot.primaryAnchor?.quote?.exact ?? place.snapshot.quotes.first
        progress = place.snapshot.progress
        fragment = SnapshotRestore(snapshot: place.snapshot).fragmentAddress
        linkCount = place.snapshot.json["links"]?.array?.count ?? 0
        tags = place.marks.tags
        note = place.marks.note
        snapshot = isWhole ? place.snapshot.json : nil
        forgettable = isForgettable
        self.undo = undo
    }

    /// The document as JSON.
    var json: JSONValue {
        // What is not known is null rather than left out, so that every place has the same keys.
        var members: [String: JSONValue] = [
            "id": .string(id), "storedAt": .string(storedAt), "url": .string(url),
            "title": title.map(JSONValue.string) ?? .null, "quote": quote.map(JSONValue.string) ?? .null,
            "progress": progress.map(JSONValue.number) ?? .null, "fragment": .string(fragment),
            "linkCount": .number(Double(linkCount)), "tags": .array(tags.map(JSONValue.string)), "note": .string(note),
        ]
        if let snapshot { members["snapshot"] = snapshot }
        if let forgettable { members["forgettable"] = .bool(forgettable) }
        if let undo { members["undo"] = .string(undo) }
        return .object(members)
    }
}
