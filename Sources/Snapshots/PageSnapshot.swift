package import JSON
package import WHATWGURL

/// A validated record of a place in a page, in the format of the capture script (schema 1).
///
/// Known keys have valid types, numbers are within their ``SnapshotRange``, and the URL is http, https or file. Unknown
/// keys are kept. The original four fields (`pageXOffset`, `pageYOffset`, `pageScale` and `baseURI`) form a valid
/// snapshot. A Web Annotation is converted: its selectors become the primary anchor.
///
/// ```swift
/// let json = #"{"url": "https://www.example.org/a?utm_source=mail", "title": "Foxes", "pageYOffset": 1200}"#
/// do throws(SnapshotError) {
///     let snapshot = try PageSnapshot(json: json.utf8)
///     print(snapshot.title ?? "Untitled")  // Foxes
///     print(snapshot.site)  // example.org
///     print(snapshot.pageKey)  // https://www.example.org/a
///     print(snapshot.pageYOffset ?? 0)  // 1200.0
/// } catch {
///     print(error.description)
/// }
/// ```
package struct PageSnapshot: Sendable, Hashable {
    /// The maximum size of a snapshot's JSON, in bytes.
    package static let maximumByteCount = 64 * 1024
    /// The maximum size of a snapshot's JSON in a backup, in bytes.
    ///
    /// A stored snapshot can be longer than the one that was captured: percent-encoding makes three bytes of one.
    package static let maximumBackupByteCount = 4 * maximumByteCount
    /// The schema version that this version of Leftoff writes, and the newest that it reads.
    package static let currentSchema = 1
    /// The maximum nesting of a stored snapshot, of which the reader allows 64 levels in the original.
    private static let storedDepthLimit = 128

    /// The complete snapshot, migrated to the current schema; always an object.
    package let json: JSONValue
    /// The page's URL: `url`, or `baseURI` if there is no `url`.
    ///
    /// It contains no user name and no password.
    package let url: WebURL

    /// Parses a snapshot.
    ///
    /// - Parameter bytes: JSON text in UTF-8, with or without a byte order mark.
    /// - Throws: ``SnapshotError`` with the cause and the offending key.
    package init(json bytes: some Sequence<UInt8>) throws(SnapshotError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(json: bytes, limit: Self.maximumByteCount)
        } catch {
            throw .unreadable(error)
        }
        try self.init(value: value)
    }

    /// Reads a snapshot that an archive has stored.
    ///
    /// Numbers out of range are moved into their ranges.
    ///
    /// The limits of ``init(json:)`` apply to the text that was accepted. What ``encoded()`` returned for it can be
    /// longer and nested more deeply, because of the migration, escapes and percent-encoding.
    ///
    /// - Parameter json: The JSON that ``encoded()`` has returned.
    /// - Throws: ``SnapshotError`` with the cause and the offending key.
    package init(stored json: String) throws(SnapshotError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(json: Array(json.utf8), limit: .max, depthLimit: Self.storedDepthLimit)
        } catch {
            throw .unreadable(error)
        }
        try self.init(stored: value)
    }

    /// Reads a snapshot that an archive has stored, or another program has exported.
    ///
    /// Numbers out of range are moved into their ranges, so that one of them does not cost the place.
    ///
    /// - Parameter value: An object from the capture script, or a Web Annotation.
    /// - Throws: ``SnapshotError`` with the first invalid key.
    package init(stored value: JSONValue) throws(SnapshotError) {
        (json, url) = try SnapshotValidation.migrate(value, isNew: false)
    }

    /// Creates a snapshot from a JSON value.
    ///
    /// - Parameter value: An object from the capture script, or a Web Annotation.
    /// - Throws: ``SnapshotError`` with the first invalid key.
    package init(value: JSONValue) throws(SnapshotError) {
        (json, url) = try SnapshotValidation.migrate(value, isNew: true)
    }

    /// Creates a snapshot from a JSON value of a file.
    ///
    /// Numbers out of range are moved into their ranges, as in ``init(stored:)``.
    ///
    /// - Parameters:
    ///   - value: An object from the capture script, or a Web Annotation.
    ///   - limit: The maximum size of the snapshot's JSON, in bytes.
    /// - Throws: ``SnapshotError`` with the first invalid key, or if the snapshot is too large.
    package init(value: JSONValue, limit: Int) throws(SnapshotError) {
        try self.init(stored: value)
        let byteCount = encoded().count
        guard byteCount <= limit else { throw .unreadable(.tooLarge(byteCount: byteCount, limit: limit)) }
    }

    /// Returns the snapshot as JSON in UTF-8 with sorted keys and no white space, so that equal snapshots have equal
    /// bytes.
    package func encoded() -> [UInt8] { json.encoded() }

    /// The normalized URL under which the snapshots of one page are found: that of the original page.
    package var pageKey: String { PageKey.normalized(original ?? url) }

    /// The host of the original page in lower case, without `www.` and a final dot; empty for a file.
    package var site: String {
        var host = (original ?? url).hostname.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        return host.hasPrefix("www.") && host.utf8.count > 4 ? String(host.dropFirst(4)) : host
    }
}
