import HTTPSyntax
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
    /// A media type, or otherwise the name, determines the kind, and the first bytes do not overrule them. The first
    /// bytes decide if there is neither, or if they leave the kind open:
    ///
    /// - Text of any media type may be compressed, and then the decompressed bytes count.
    /// - A document of type `text/plain` may be Markdown, by its name, or binary (section 7.2).
    /// - A document of type `text/html` may be a feed, a site map or an outline (section 7.3, for feeds). So may one of
    ///   type `text/plain`, unless its name is that of text.
    /// - Data, scripts and pages with the names `.xml`, `.json` and `.php` are what their first bytes say.
    ///
    /// - Parameters:
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - name: The document's file name, path or URL; nil if it has none.
    ///   - bytes: The document's first ``sniffedByteCount`` bytes, or all of it.
    package init(contentType: String?, name: String?, bytes: some Collection<UInt8>) {
        let header = Array(bytes.prefix(Self.sniffedByteCount))
        // Most pages have the right media type, so their bytes need not be examined.
        lazy var byBytes = DocumentSignature.kind(of: header)
        switch Self.kind(ofType: contentType) {
        case let kind? where kind != .binary && header.starts(with: DocumentSignature.gzip): self = .gzip
        case .html where DocumentSignature.isListRatherThanPage(header): self = .xml
        case .text where byBytes == .warc: self = .warc
        case .text where !ContentSniffing.isText(header): self = .binary
        case .text where name.flatMap(Self.kind(ofName:)) == .markdown: self = .markdown
        case .text where name.map(Self.isNameOfText) != true && DocumentSignature.isList(header) == true: self = .xml
        // The type describes the compression, but it was removed with the content coding of the response.
        case .gzip where byBytes != .gzip: self = Self.kind(ofBytes: byBytes, header, name: name.map(Self.uncompressed))
        case let kind?: self = kind
        case nil: self = Self.kind(ofBytes: byBytes, header, name: name)
        }
    }

    /// Returns the kind that a media type, or otherwise a name, states; nil if neither does.
    package static func stated(contentType: String?, name: String?) -> DocumentKind? {
        kind(ofType: contentType) ?? name.flatMap(kind(ofName:))
    }

    /// Returns the name of a compressed document without the extension of the compression.
    static func uncompressed(_ name: String) -> String { name.hasSuffix(".gz") ? String(name.dropLast(3)) : name }

    /// Returns the kind of a document without a media type.
    private static func kind(ofBytes byBytes: DocumentKind?, _ header: [UInt8], name: String?) -> DocumentKind {
        let byName = name.flatMap(kind(ofName:))
        switch (byName, byBytes) {
        // No text begins like these.
        case (_, .gzip), (_, .warc), (_, .binary): return byBytes ?? .binary
        case (.markdown, _), (.text, _), (.css, _): return byName ?? .text
        case (.html, .json) where name.map(isNameOfPage) == true: return .html
        case (.html, .xml):
            // A script may also send XML, so its name is not enough.
            let isPage =
                name.map(isNameOfPage) == true
                ? DocumentSignature.isList(header) != true : DocumentSignature.isPage(header)
            return isPage ? .html : .xml
        case (nil, .html), (.binary, .html), (.json, .html): return .html
        case (_, .xml), (_, .json): return byBytes ?? .text
        default: break
        }
        // If text has the name of an image or an archive, its bytes decide.
        if let byName { return byName == .binary && ContentSniffing.isText(header) ? .text : byName }
        guard ContentSniffing.isText(header) else { return .binary }
        return DocumentSignature.hasTag(header) || header.allSatisfy(ASCII.isWhitespace) ? .html : .text
    }

    /// Returns the kind of a media type; nil if there is none, or if it is invalid or says nothing.
    private static func kind(ofType contentType: String?) -> DocumentKind? {
        guard let essence = contentType.flatMap({ MediaType.extract(from: [$0]) })?.essence else { return nil }
        switch essence {
        case "unknown/unknown", "application/unknown", "application/octet-stream", "binary/octet-stream": return nil
        case "text/html": return .html
        case "text/css": return .css
        case "text/markdown", "text/x-markdown": return .markdown
        case "application/json", "text/json": return .json
        case "application/warc": return .warc
        case "application/gzip", "application/x-gzip", "application/x-gunzip", "application/gzipped",
            "application/x-gzip-compressed", "application/gzip-compressed", "gzip/document":
            return .gzip
        case "text/xml", "application/xml", "text/x-opml", "text/x-opml+xml": return .xml
        case _ where essence.hasSuffix("+xml"): return .xml
        case _ where essence.hasSuffix("+json"): return .json
        case _ where essence.hasPrefix("text/"): return .text
        default: return .binary
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

    /// Returns true if a name belongs to text that is read as it is.
    private static func isNameOfText(_ name: String) -> Bool { kind(ofName: name) == .text }

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
