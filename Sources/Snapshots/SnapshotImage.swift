import JSON

/// The picture at the reading line of a view without text.
package struct SnapshotImage: Sendable, Hashable {
    /// The URL as captured; empty if it was too long or a `data:` URL.
    package var source: String
    /// The alternative text, or the empty string if there is none.
    package var alternative: String

    /// Creates a picture from a member of a snapshot; nil if there is none.
    init?(_ json: JSONValue?) {
        guard let json, json.object != nil else { return nil }
        source = json["src"]?.string ?? ""
        alternative = json["alt"]?.string ?? ""
    }
}
