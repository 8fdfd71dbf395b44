import Markup

/// The kind of a document, which determines how its links are found.
package enum DocumentKind: String, Sendable, Hashable, CaseIterable {
    case html
    /// XML; the root element determines its ``XMLVocabulary``.
    case xml
    case css
    case markdown
    /// Plain text.
    case text
    /// JSON; its members determine its ``JSONVocabulary``.
    case json
    case warc
    /// Any other kind in compressed form.
    case gzip
    /// Data without links.
    case binary

    /// True if the document, or a document inside of it, has elements that can be selected.
    var hasElements: Bool { [.html, .xml, .warc, .gzip, .binary].contains(self) }

    /// The number of bytes at the start of a document that determine its kind.
    package static let sniffedByteCount = 1445

    /// Determines the kind of a document (MIME Sniffing Standard, where it applies).
    ///
    /// A reliable media type alone determines the kind. A document of type `text/plain` may be Markdown, by its name,
    /// or binary. A document of type `text/html` may be a feed (section 7.3). Without a media type, the first bytes
    /// determine the kind, and the name distinguishes kinds of text. The name of a page takes precedence over an XML
    /// declaration, except in a feed, a site map or an outline.
    ///
    /// - Parameters:
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - name: The document's file name, path or URL; nil if it has none.
    ///   - bytes: The document's first ``sniffedByteCount`` bytes, or all of it.
    package init(contentType: String?, name: String?, bytes: some Collection<UInt8>) {
        let header = Array(bytes.prefix(Self.sniffedByteCount))
        // Most pages have the right media type, so their bytes need not be examined.
        lazy var byBytes = DocumentSignature.kind(of: header)
        let essence = contentType.map { ContentSniffing.essence(of: $0) } ?? ""
        switch Self.kind(ofType: essence) {
        case .html where DocumentSignature.isFeed(header): self = .xml
        case .text where byBytes == .gzip || byBytes == .warc: self = byBytes ?? .text
        case .text where !ContentSniffing.isText(header): self = .binary
        case .text where name.flatMap(Self.kind(ofName:)) == .markdown: self = .markdown
        // The type describes the compression, but it was removed with the content coding of the response.
        case .gzip where byBytes != .gzip: self = Self.kind(ofBytes: byBytes, header, name: name.map(Self.uncompressed))
        case let kind?: self = kind
        case nil: self = Self.kind(ofBytes: byBytes, header, name: name)
        }
    }

    /// Returns the name of a compressed document without the extension of the compression.
    static func uncompressed(_ name: String) -> String { name.hasSuffix(".gz") ? String(name.dropLast(3)) : name }

    /// Returns the kind of a document without a media type.
    private static func kind(ofBytes byBytes: DocumentKind?, _ header: [UInt8], name: String?) -> DocumentKind {
        let byName = name.flatMap(kind(ofName:))
        if byBytes == .xml, byName == .html {
            // A script may also send XML, so its name is not enough.
            let isPage =
                name.map(isNameOfPage) == true
                ? DocumentSignature.isList(header) != true : DocumentSignature.isPage(header)
            return isPage ? .html : .xml
        }
        if let byBytes, byBytes != .html || byName == nil || byName == .binary { return byBytes }
        // If text has the name of an image or an archive, its bytes decide.
        if let byName { return byName == .binary && ContentSniffing.isText(header) ? .text : byName }
        guard ContentSniffing.isText(header) else { return .binary }
        return DocumentSignature.hasTag(header) || header.allSatisfy(ASCII.isWhitespace) ? .html : .text
    }

    /// Returns the kind of a media type; nil if it does not determine one.
    private static func kind(ofType essence: String) -> DocumentKind? {
        switch essence {
        case "", "unknown/unknown", "application/unknown", "*/*", "application/octet-stream", "binary/octet-stream":
            nil
        case "text/html": .html
        case "text/css": .css
        case "text/markdown", "text/x-markdown": .markdown
        case "application/json", "text/json": .json
        case "application/warc": .warc
        case "application/gzip", "application/x-gzip": .gzip
        case "text/xml", "application/xml", "text/x-opml", "text/x-opml+xml": .xml
        default:
            if essence.hasSuffix("+xml") {
                .xml
            } else if essence.hasSuffix("+json") {
                .json
            } else if essence.hasPrefix("text/") {
                .text
            } else {
                .binary
            }
        }
    }

    private static let extensions: [String: DocumentKind] = [
        "html": .html, "htm": .html, "shtml": .html, "php": .html, "asp": .html, "aspx": .html,
        "xhtml": .xml, "xht": .xml, "xml": .xml, "rss": .xml, "atom": .xml, "rdf": .xml, "opml": .xml, "svg": .xml,
        "xsl": .xml, "xslt": .xml, "mml": .xml,
        "css": .css,
        "md": .markdown, "markdown": .markdown, "mkd": .markdown, "mkdn": .markdown, "mdown": .markdown,
        "txt": .text, "text": .text, "log": .text, "csv": .text, "tsv": .text, "rst": .text,
        "json": .json, "jsonld": .json, "webmanifest": .json,
        "warc": .warc,
        "gz": .gzip,
        "pdf": .binary, "png": .binary, "jpg": .binary, "jpeg": .binary, "gif": .binary, "webp": .binary,
        "zip": .binary, "mp3": .binary, "mp4": .binary,
    ]

    private static func kind(ofName name: String) -> DocumentKind? {
        fileExtension(of: name).flatMap { extensions[$0] }
    }

    /// Returns true if a name belongs to pages of HTML only.
    private static func isNameOfPage(_ name: String) -> Bool {
        fileExtension(of: name).map { ["html", "htm", "shtml"].contains($0) } ?? false
    }

    /// Returns the extension of a file name, path or URL, in lower case.
    private static func fileExtension(of name: String) -> String? {
        let path = name.prefix { $0 != "?" && $0 != "#" }
        let file = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        return file.lastIndex(of: ".").map { ASCII.lowercase(String(file[file.index(after: $0)...])) }
    }
}
