import JSON
package import WHATWGURL

/// A link that was in view at capture.
package struct SnapshotLink: Sendable, Hashable {
    /// The absolute URL.
    package var url: WebURL
    /// The URL as captured, possibly relative.
    package var raw: String
    /// The link's text, or the empty string if it has none.
    package var text: String
    /// The bounding rectangle of the link.
    package var rect: SnapshotRect?

    /// Creates a link from a member of a validated snapshot; nil unless its URL is http, https or file.
    ///
    /// - Parameters:
    ///   - json: An element of the snapshot's `links`.
    ///   - base: The URL against which a relative URL is resolved.
    init?(_ json: JSONValue, base: WebURL) {
        guard let raw = json["url"]?.string, let url = WebURL(raw, base: base), url.isHTTP || url.scheme == "file"
        else {
            return nil
        }
        self.url = url
        self.raw = raw
        text = json["text"]?.string ?? ""
        rect = SnapshotRect(json["rect"])
    }
}
