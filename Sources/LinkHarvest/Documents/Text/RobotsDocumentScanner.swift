import Markup

/// A scanner for the site maps in a robots.txt file.
enum RobotsDocumentScanner {
    /// The names of the record, with the misspelling that crawlers accept.
    private static let names = ["sitemap", "site-map"].map { Array($0.utf8) }

    /// Returns true if a document is a robots.txt file (RFC 9309, section 2.3).
    ///
    /// - Parameter name: The path of the file or of its URL; nil if the document has none.
    /// - Returns: True if the last part of the path is `robots.txt`.
    static func isRobotsFile(_ name: String?) -> Bool {
        name.map { $0 == "robots.txt" || $0.hasSuffix("/robots.txt") } ?? false
    }

    /// Scans a complete file.
    ///
    /// The `Sitemap` record is described by the Sitemaps protocol, and is an "other record" of RFC 9309, section 2.2.4.
    /// The element of the links is `robots`, and the attribute is `sitemap`.
    ///
    /// - Parameters:
    ///   - bytes: The file as it was received; always UTF-8 (RFC 9309, section 2.3).
    ///   - origin: The file's name and base URL.
    ///   - sink: Receives the findings.
    /// - Throws: `MarkupError`.
    static func scan(_ bytes: UnsafeBufferPointer<UInt8>, origin: DocumentOrigin, sink: any DocumentSink) throws {
        var text = try LocatedText(bytes, contentType: "text/plain; charset=utf-8")
        var found: [(url: Range<Int>, line: Int)] = []
        text.bytes.withUnsafeBufferPointer { text in
            var start = 0
            for end in 0...text.count where end == text.count || text[end] == 0x0A || text[end] == 0x0D {
                if let url = siteMap(in: text[start..<end]) { found.append((url, start)) }
                start = end + 1
            }
        }
        for (url, line) in found {
            let link = DocumentLink(
                element: "robots", attribute: "sitemap", kind: .sitemap, position: text.position(at: line),
                base: origin.base)
            text.bytes.withUnsafeBufferPointer { sink.link(UnsafeBufferPointer(rebasing: $0[url]), link) }
        }
    }

    /// Returns the range of the URL in a `Sitemap` line; nil for any other line.
    private static func siteMap(in line: Slice<UnsafeBufferPointer<UInt8>>) -> Range<Int>? {
        let record = trimmed(line.prefix { $0 != UInt8(ascii: "#") })
        guard let colon = record.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = trimmed(record[..<colon]).map(ASCII.lowercase)
        guard names.contains(name) else { return nil }
        let value = trimmed(record[(colon + 1)...])
        return value.isEmpty ? nil : value.startIndex..<value.endIndex
    }

    private static func trimmed(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        var text = text.drop(while: ASCII.isWhitespace)
        while let last = text.last, ASCII.isWhitespace(last) { text = text.dropLast() }
        return text
    }
}
