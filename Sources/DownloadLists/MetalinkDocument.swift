import MarkupText
import WHATWGURL

/// A Metalink 4 document (RFC 5854).
///
/// It contains URLs, names, lengths and digests, but no directories, referers or header fields. A document without a
/// file is well-formed XML, but the standard requires at least one file.
package struct MetalinkDocument: DownloadList {
    /// Creates an empty document.
    package init() {}

    package var opening: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <metalink xmlns="urn:ietf:params:xml:ns:metalink">

        """
    }

    package mutating func text(of entry: DownloadEntry) -> String {
        let name = MarkupText.xml(entry.anyName) ?? "download"
        var lines = ["  <file name=\"\(name)\">"]
        if let byteCount = entry.file.byteCount { lines.append("    <size>\(byteCount)</size>") }
        if let digest = entry.file.digest, let type = MarkupText.xml(digest.type),
            let digits = MarkupText.xml(digest.digits)
        {
            lines.append("    <hash type=\"\(type)\">\(digits)</hash>")
        }
        if let address = MarkupText.xml(entry.url.href) { lines.append("    <url>\(address)</url>") }
        return (lines + ["  </file>"]).map { $0 + "\n" }.joined()
    }

    package var closing: String { "</metalink>\n" }
}
