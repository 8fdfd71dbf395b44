import JSON
package import WHATWGURL

/// A link that was in view at capture.
package struct SnapshotLink: Sendable, Hashable {
    /// Its address.
    package var url: WebURL
    /// The address as it was captured.
    package var raw: String
    /// The link's text; empty where it has none.
    package var text: String
    /// Where it was.
    package var rect: SnapshotRect?

    /// Reads a link of a validated snapshot; nil unless its address is of http, https or file.
    ///
    /// - Parameters:
    ///   - json: The link.
    ///   - base: The address that a relative one is resolved against.
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
