import Hummingbird
import Restore
import Snapshots

/// A response that contains a script or an address that restores a place.
enum RestoreResponse {
    /// Returns the response.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot of the place.
    ///   - kind: `script`, `module`, `bookmarklet`, `fragment` or `json`.
    /// - Returns: The response.
    /// - Throws: `Problem` (400) for another kind.
    static func response(for snapshot: PageSnapshot, as kind: String) throws -> Response {
        let restore = SnapshotRestore(snapshot: snapshot)
        let (text, type) =
            switch kind {
            case "script": (restore.script, "text/javascript; charset=utf-8")
            // The same expression as the default export of a module, for pages whose policy allows scripts only by URL.
            case "module": ("export default \(restore.script);\n", "text/javascript; charset=utf-8")
            case "bookmarklet": (restore.bookmarklet, "text/plain; charset=utf-8")
            case "fragment": (snapshot.textFragmentURL, "text/plain; charset=utf-8")
            case "json": (restore.json, "application/json")
            default: throw Problem(.badRequest, "as must be script, module, bookmarklet, fragment or json")
            }
        let body = ByteBuffer(string: text)
        return .text(body, type: type, fields: [.eTag: EntityTag(of: body).text])
    }
}
