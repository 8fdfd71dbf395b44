import Markup
import Syntax

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
    ///   - bytes: The document's head, or all of it.
    package init(contentType: String?, name: String?, bytes: some Collection<UInt8>) {
        let header = Array(bytes.prefix(DocumentHead.byteCount))
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

/// The recognition of documents by their first bytes.
enum DocumentSignature {
    /// The first bytes of data in gzip format (RFC 1952, section 2.3).
    static let gzip: [UInt8] = [0x1F, 0x8B, 0x08]

    /// The first bytes that identify a kind of file.
    private static let magic: [([UInt8], DocumentKind)] = [
        (gzip, .gzip),
        (Array("WARC/".utf8), .warc),
        (Array("%PDF-".utf8), .binary),
        (Array("%!PS-Adobe-".utf8), .binary),
        ([0x89, 0x50, 0x4E, 0x47], .binary),
        (Array("GIF8".utf8), .binary),
        ([0xFF, 0xD8, 0xFF], .binary),
        ([0x50, 0x4B, 0x03, 0x04], .binary),
        (Array("RIFF".utf8), .binary),
    ]

    /// Returns the kind of a document.
    ///
    /// - Parameter header: The document's first bytes.
    /// - Returns: The kind; nil for text without a signature.
    static func kind(of header: [UInt8]) -> DocumentKind? {
        for (start, kind) in magic where header.starts(with: start) { return kind }
        let text = ASCIIPrefix.text(of: header)
        let start = Array(text.drop(while: ASCII.isWhitespace).map(ASCII.lowercase))
        let root = rootStart(in: text)
        if start.starts(with: "<?xml".utf8) {
            // Old pages begin with an XML declaration although they are sent, and meant, as HTML.
            let isPage =
                root.starts(with: doctype) || isTag(Array("<html".utf8), at: root) && !namesNamespace(root)
            return isPage ? .html : .xml
        }
        if DocumentRoot(root)?.isList == true { return .xml }
        // Without a namespace, an `svg` element belongs to HTML, and any other element may follow it.
        if isTag(Array("<svg".utf8), at: root) { return namesNamespace(root) ? .xml : .html }
        if ContentSniffing.pageStarts.contains(where: { isTag($0, at: root) }) { return .html }
        return isJSON(start) ? .json : nil
    }

    private static let doctype = Array("<!doctype html".utf8)

    /// Returns true if the root element is that of a feed, a site map or an outline.
    ///
    /// - Parameter header: The document's first bytes.
    /// - Returns: Nil if the bytes do not contain the root element.
    static func isList(_ header: [UInt8]) -> Bool? {
        let root = rootStart(in: ASCIIPrefix.text(of: header))
        return root.starts(with: doctype) ? false : DocumentRoot(root)?.isList
    }

    /// Returns true if a document is HTML regardless of its name.
    ///
    /// - Parameter header: The document's first bytes.
    /// - Returns: True if they contain the document type declaration or the root element of HTML.
    static func isPage(_ header: [UInt8]) -> Bool {
        let root = rootStart(in: ASCIIPrefix.text(of: header))
        return root.starts(with: doctype) || DocumentRoot(root)?.isHTML == true
    }

    /// Returns true if an XML document can be read as HTML if it is ill-formed.
    ///
    /// - Parameter bytes: The document, or its first bytes.
    /// - Returns: False if its links are not those of HTML; nil if that depends on bytes that are missing.
    static func canBeReadAsHTML(_ bytes: [UInt8]) -> Bool? {
        let root = rootStart(in: ASCIIPrefix.text(of: bytes))
        return root.starts(with: doctype) ? true : DocumentRoot(root)?.hasNamesOfHTML
    }

    /// Returns true if a document sent as HTML is a feed, a site map or an outline (MIME Sniffing Standard, 7.3, which
    /// knows only feeds).
    ///
    /// - Parameter header: The document's first bytes.
    /// - Returns: True if the root element is that of such a list, which HTML does not have.
    static func isListRatherThanPage(_ header: [UInt8]) -> Bool { !isSurelyPage(header) && isList(header) == true }

    /// Returns true if the document begins like nearly all pages, so that its root element need not be looked for.
    private static func isSurelyPage(_ header: [UInt8]) -> Bool {
        let start = header.drop(while: ASCII.isWhitespace).prefix(doctype.count).map(ASCII.lowercase)
        return start == doctype || start.starts(with: "<html".utf8)
    }

    /// Returns true if the bytes contain anything that looks like a tag.
    static func hasTag(_ header: [UInt8]) -> Bool {
        let text = ASCIIPrefix.text(of: header)
        return zip(text, text.dropFirst()).contains { open, next in
            open == UInt8(ascii: "<")
                && (ASCII.isAlpha(next) || next == UInt8(ascii: "!") || next == UInt8(ascii: "/"))
        } && !text.contains { $0 == 0 }
    }

    /// Returns the text after any comments, instructions and document type declaration other than HTML's.
    ///
    /// - Parameter text: The start of a document.
    /// - Returns: At most ``DocumentHead/byteCount`` bytes, in lower case.
    private static func rootStart(in text: [UInt8]) -> ArraySlice<UInt8> {
        var rest = text[...]
        while true {
            rest = rest.drop(while: ASCII.isWhitespace)
            if rest.starts(with: "<!--".utf8) {
                rest = rest[endIndex(of: "-->", in: rest)...]
            } else if rest.starts(with: "<?".utf8) {
                rest = rest[endIndex(of: "?>", in: rest)...]
            } else if isDeclaration(rest), !rest.prefix(doctype.count).lazy.map(ASCII.lowercase).elementsEqual(doctype)
            {
                let end = endIndex(of: ">", in: rest)
                guard let subset = rest[..<end].firstIndex(of: UInt8(ascii: "[")) else {
                    rest = rest[end...]
                    continue
                }
                // The declarations of the internal subset end with ">" too.
                rest = rest[subset...].drop { $0 != UInt8(ascii: "]") }.drop { $0 != UInt8(ascii: ">") }.dropFirst()
            } else {
                return rest.prefix(DocumentHead.byteCount).map(ASCII.lowercase)[...]
            }
        }
    }

    /// Returns true if the text starts with a document type declaration.
    private static func isDeclaration(_ text: ArraySlice<UInt8>) -> Bool {
        text.prefix(9).lazy.map(ASCII.lowercase).elementsEqual("<!doctype".utf8)
    }

    /// Returns the index after the first occurrence of a string; the end if there is none.
    ///
    /// The first two bytes of the text are not examined.
    private static func endIndex(of end: String, in text: ArraySlice<UInt8>) -> Int {
        let end = Array(end.utf8)
        var position = min(text.startIndex + 2, text.endIndex)
        while position < text.endIndex, text[position] != end[0] || !text[position...].starts(with: end) {
            position += 1
        }
        return min(position + end.count, text.endIndex)
    }

    /// Returns true if the first tag declares a namespace.
    private static func namesNamespace(_ root: ArraySlice<UInt8>) -> Bool {
        String(decoding: root.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self).contains("xmlns")
    }

    private static func isTag(_ name: [UInt8], at start: ArraySlice<UInt8>) -> Bool {
        guard start.starts(with: name), let next = start.dropFirst(name.count).first else { return false }
        return ASCII.isWhitespace(next) || next == UInt8(ascii: ">")
    }

    /// Returns true if the text starts like a JSON object, or an array of objects, or is an empty one (RFC 8259).
    ///
    /// Text may begin with the same two characters: `[](a)` is a link, `[ ] a` is a task of Markdown.
    private static func isJSON(_ start: [UInt8]) -> Bool {
        var rest = start.drop(while: ASCII.isWhitespace)
        func skip(_ byte: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: byte) else { return false }
            rest = rest.dropFirst().drop(while: ASCII.isWhitespace)
            return true
        }
        let isArray = skip("[")
        if isArray, skip("]") { return rest.isEmpty }
        guard skip("{") else { return false }
        if skip("}") { return rest.isEmpty || isArray && (rest.first == 0x2C || rest.first == 0x5D) }
        guard rest.first == UInt8(ascii: "\"") else { return false }
        rest = rest.dropFirst()
        while let byte = rest.first, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { return false }
            rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
        }
        // A long key may end after the examined bytes.
        guard !rest.isEmpty else { return true }
        _ = skip("\"")
        return rest.isEmpty || skip(":")
    }
}

/// The ASCII text in a document's first bytes, without byte order marks and the zero bytes of UTF-16.
private enum ASCIIPrefix {
    /// Returns the ASCII text.
    ///
    /// - Parameter header: The document's first bytes.
    /// - Returns: UTF-8 unchanged, after its byte order mark; every second byte of UTF-16.
    static func text(of header: [UInt8]) -> [UInt8] {
        if header.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(header.dropFirst(3)) }
        let isMarked = header.starts(with: [0xFE, 0xFF]) || header.starts(with: [0xFF, 0xFE])
        let isUTF16 =
            isMarked || header.starts(with: [0x3C, 0x00, 0x3F, 0x00]) || header.starts(with: [0x00, 0x3C, 0x00, 0x3F])
        return isUTF16 ? header.dropFirst(isMarked ? 2 : 0).filter { $0 != 0 } : header
    }
}

/// The root element of a document, as far as the first bytes contain its tag.
private struct DocumentRoot {
    /// The tag without its `>`, in lower case.
    private let tag: ArraySlice<UInt8>
    /// The name, with its prefix.
    private let name: Substring
    /// True if the bytes contain the end of the tag.
    private let isComplete: Bool

    /// Creates the root element; nil if the text does not begin with a tag, or ends within its name.
    ///
    /// - Parameter text: The text from the root element on, in lower case.
    init?(_ text: ArraySlice<UInt8>) {
        guard text.first == UInt8(ascii: "<"), let first = text.dropFirst().first, !"!?/".utf8.contains(first) else {
            return nil
        }
        let name = text.dropFirst().prefix {
            !ASCII.isWhitespace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
        guard name.endIndex < text.endIndex else { return nil }
        tag = text.prefix { $0 != UInt8(ascii: ">") }
        isComplete = tag.endIndex < text.endIndex
        self.name = Substring(decoding: name, as: UTF8.self)
    }

    /// The name without its prefix.
    private var localName: Substring { name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name }

    /// True if the root element is that of a feed, a site map or an outline.
    var isList: Bool {
        switch localName {
        case "rss", "feed", "rdf", "urlset", "sitemapindex", "opml": true
        case "entry": String(decoding: tag, as: UTF8.self).contains("http://www.w3.org/2005/atom")
        default: false
        }
    }

    /// True if the element is an unprefixed `html`.
    var isHTML: Bool { name == "html" }

    /// True if reading the document as HTML finds its links; nil if that depends on a missing part of the tag.
    ///
    /// The elements of XHTML with a prefix have other names in HTML.
    var hasNamesOfHTML: Bool? {
        if ["html", "svg", "math"].contains(name) { return true }
        if isList { return false }
        let compact = tag.filter { !ASCII.isWhitespace($0) }.map { $0 == UInt8(ascii: "'") ? UInt8(ascii: "\"") : $0 }
        if String(decoding: compact, as: UTF8.self).contains("xmlns=\"\(XMLNamespace.xhtml)\"") { return true }
        return isComplete ? false : nil
    }
}
