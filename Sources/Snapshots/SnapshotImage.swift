import JSON

/// The picture at the reading line of a view without text.
package struct SnapshotImage: Sendable, Hashable {
    /// Its address as it was captured; empty where it was too long or data.
    package var source: String
    /// The text that stands for it; empty where it has none.
    package var alternative: String

    /// Reads a picture; nil where there is none.
    init?(_ json: JSONValue?) {
        guard let json, json.object != nil else { return nil }
        source = json["src"]?.string ?? ""
        alternative = json["alt"]?.string ?? ""
    }
}
