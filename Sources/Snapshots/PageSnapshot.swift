package import JSON
package import WHATWGURL

/// A place in a page, as the capture script describes it (schema 1).
///
/// Whatever arrives is validated: known keys have the right types and the address is of http, https or file. Unknown keys
/// are kept. The four fields of the source idea (`pageXOffset`, `pageYOffset`, `pageScale`, `baseURI`) are a snapshot. A Web
/// Annotation becomes one: its selectors are the primary anchor.
package struct PageSnapshot: Sendable, Hashable {
    /// The most bytes of JSON accepted.
    package static let maximumByteCount = 64 * 1024
    /// The schema that this version writes, and the newest that it reads.
    package static let currentSchema = 1

    /// The whole snapshot, migrated to the current schema; always an object.
    package let json: JSONValue
    /// The page's address: `url`, or `baseURI` where there is no `url`.
    ///
    /// It has no user name and no password.
    package let url: WebURL

    /// Reads a snapshot.
    ///
    /// - Parameter bytes: JSON text in UTF-8, with or without a byte order mark.
    /// - Throws: ``SnapshotError`` saying what is wrong and where.
    package init(json bytes: some Sequence<UInt8>) throws(SnapshotError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(json: bytes, limit: Self.maximumByteCount)
        } catch {
            throw .unreadable(error)
        }
        try self.init(value: value)
    }

    /// Reads a snapshot from a JSON value.
    ///
    /// - Parameter value: What the capture script produced.
    /// - Throws: ``SnapshotError`` saying which key is wrong.
    package init(value: JSONValue) throws(SnapshotError) {
        let migrated = try SnapshotValidation.migrate(value)
        self.json = migrated.json
        self.url = migrated.url
    }

    /// The snapshot as JSON in UTF-8, the same bytes for the same snapshot: keys sorted, no white space.
    package func encoded() -> [UInt8] { json.encoded() }

    /// The page's address in the form in which two visits to one page compare equal.
    package var pageKey: String { PageKey.key(of: url) }

    /// The page's host in lower case, without `www.` and a dot at its end; empty for a file.
    package var site: String {
        var host = url.hostname.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        return host.hasPrefix("www.") && host.utf8.count > 4 ? String(host.dropFirst(4)) : host
    }
}
