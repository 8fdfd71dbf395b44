import WHATWGURL

/// The properties of a link as UTF-8 bytes, which are valid only during a call.
///
/// Output formats read links from these bytes, because creating strings takes longer than writing them.
package struct LinkBytes {
    /// The bytes of one property.
    package typealias Text = UnsafeBufferPointer<UInt8>

    /// The resolved URL; nil for a value that is not a valid URL.
    package let url: Text?
    /// The attribute's value with its character references decoded but not trimmed.
    package let raw: Text
    /// The element's name in lower case.
    package let element: Text
    /// The attribute's name in lower case, or `text()`.
    package let attribute: Text
    /// The name of the link's kind.
    package let kind: Text
    /// The link's text; nil if there is none.
    package let text: Text?
    /// The element's `title` attribute.
    package let title: Text?
    /// The tokens of the element's `rel` attribute in lower case, separated by single spaces.
    package let rel: Text?
    /// The media type in the element's `type` attribute.
    package let type: Text?
    /// The element's `hreflang` attribute.
    package let hreflang: Text?
    /// The element's `download` attribute.
    package let download: Text?
    /// The line of the tag, starting from 1; 0 if it is unknown.
    package let line: Int
    /// The column of the tag in Unicode scalars, starting from 1; 0 if it is unknown.
    package let column: Int
    /// The offset of the tag in the bytes as received.
    package let byte: Int
    /// The name of the page's origin.
    package let source: Text
    /// The name of the web archive that contains the page; nil outside of archives.
    package let archive: Text?
    /// The offset of the page's record in the archive in bytes; 0 outside of archives.
    package let recordOffset: Int

    /// The total length of all texts in bytes.
    package let byteCount: Int
}

extension HarvestedLink {
    /// Calls a closure with the link's properties as bytes.
    ///
    /// - Parameter body: Receives the bytes, which are valid only during the call.
    /// - Returns: The result of `body`.
    package func withBytes<Result>(_ body: (LinkBytes) throws -> Result) rethrows -> Result {
        var arena: [UInt8] = []
        arena.reserveCapacity(512)
        func add(_ text: String?) -> ArenaSpan {
            guard let text else { return .absent }
            let start = arena.count
            arena.append(contentsOf: text.utf8)
            return ArenaSpan(from: start, to: arena.count)
        }
        let url = add(url?.href)
        let raw = add(raw)
        let (element, attribute, kind) = (add(element), add(attribute), add(kind.rawValue))
        let (text, title) = (add(text), add(title))
        let rel = rel.isEmpty ? .absent : add(rel.joined(separator: " "))
        let (type, hreflang, download) = (add(type), add(hreflang), add(download))
        let source = add(source)
        let archive = add(position?.archive)
        return try arena.withUnsafeBufferPointer { arena in
            func bytes(_ span: ArenaSpan) -> LinkBytes.Text? {
                span.isAbsent ? nil : LinkBytes.Text(rebasing: arena[span.range])
            }
            let none = LinkBytes.Text(rebasing: arena[..<0])
            return try body(
                LinkBytes(
                    url: bytes(url), raw: bytes(raw) ?? none, element: bytes(element) ?? none,
                    attribute: bytes(attribute) ?? none, kind: bytes(kind) ?? none, text: bytes(text),
                    title: bytes(title), rel: bytes(rel), type: bytes(type), hreflang: bytes(hreflang),
                    download: bytes(download), line: line, column: column, byte: byte, source: bytes(source) ?? none,
                    archive: bytes(archive), recordOffset: position?.offset ?? 0,
                    byteCount: arena.count))
        }
    }
}
