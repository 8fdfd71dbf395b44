import FoundationEssentials
import Restore
import Snapshots
import WHATWGURL

/// A place as the API shows it.
struct SnapshotDocument: Encodable {
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
    /// The whole snapshot, where it was asked for.
    var snapshot: JSONValue?
    /// Whether whoever stored it may remove it again; only in the answer to a new snapshot.
    var forgettable: Bool?

    /// Describes a place.
    ///
    /// - Parameters:
    ///   - place: The stored snapshot.
    ///   - isWhole: Whether to include the snapshot itself.
    ///   - isForgettable: Whether it may be removed by whoever stored it; nil leaves that out.
    init(_ place: StoredSnapshot, isWhole: Bool = false, isForgettable: Bool? = nil) {
        id = place.id
        storedAt = RFC3339.string(place.storedAt)
        url = place.snapshot.url.href
        title = place.snapshot.title
        quote = place.snapshot.primaryAnchor?.quote?.exact ?? place.snapshot.quotes.first
        progress = place.snapshot.textProgress ?? place.snapshot.pixelProgress
        fragment = SnapshotRestore(snapshot: place.snapshot).fragmentAddress
        linkCount = place.snapshot.json["links"]?.array?.count ?? 0
        snapshot = isWhole ? place.snapshot.json : nil
        forgettable = isForgettable
    }

    private enum CodingKeys: String, CodingKey {
        case id, storedAt, url, title, quote, progress, fragment, linkCount, snapshot, forgettable
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(storedAt, forKey: .storedAt)
        try values.encode(url, forKey: .url)
        // What is not known is null rather than left out, so that every place has the same keys.
        try values.encode(title, forKey: .title)
        try values.encode(quote, forKey: .quote)
        try values.encode(progress, forKey: .progress)
        try values.encode(fragment, forKey: .fragment)
        try values.encode(linkCount, forKey: .linkCount)
        try values.encodeIfPresent(snapshot, forKey: .snapshot)
        try values.encodeIfPresent(forgettable, forKey: .forgettable)
    }
}
