import Markup

/// The recognition of documents by their first bytes.
enum DocumentSignature {
    /// The first bytes that identify a kind of file.
    private static let magic: [([UInt8], DocumentKind)] = [
        ([0x1F, 0x8B, 0x08], .gzip),
        (Array("WARC/".utf8), .warc),
        (Array("%PDF-".utf8), .binary),
        (Array("%!PS-Adobe-".utf8), .binary),
        ([0x89, 0x50, 0x4E, 0x47], .binary),
        (Array("GIF8".utf8), .binary),
        ([0xFF, 0xD8, 0xFF], .binary),
        ([0x50, 0x4B, 0x03, 0x04], .binary),
        (Array("RIFF".utf8), .binary),
    ]

    /// Root elements of documents that often lack an XML declaration.
    private static let roots = ["<rss", "<feed", "<rdf:rdf", "<urlset", "<sitemapindex", "<opml"].map {
        Array($0.utf8)
    }

    /// First characters of HTML (MIME Sniffing Standard, 7.1), except comments, which XML has too.
    private static let pageStarts = [
        "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
        "<title", "<b", "<body", "<br", "<p",
    ].map { Array($0.utf8) }

    /// Returns the kind of a document.
    ///
    /// - Parameter header: The document's first bytes.
    /// - Returns: The kind; nil for text without a signature.
    static func kind(of header: [UInt8]) -> DocumentKind? {
        for (start, kind) in magic where header.starts(with: start) { return kind }
        let text = ASCIIPrefix.text(of: header)
        let start = Array(text.drop(while: ASCII.isWhitespace).map(ASCII.lowercase))
        let root = rootStart(in: start)
        if start.starts(with: "<?xml".utf8) {
            // Old pages begin with an XML declaration although they are sent, and meant, as HTML.
            let isPage =
                root.starts(with: doctype) || isTag(Array("<html".utf8), at: root) && !namesNamespace(root)
            return isPage ? .html : .xml
        }
        if roots.contains(where: { isTag($0, at: root) }) { return .xml }
        // Without a namespace, an `svg` element belongs to HTML, and any other element may follow it.
        if isTag(Array("<svg".utf8), at: root) { return namesNamespace(root) ? .xml : .html }
        if pageStarts.contains(where: { isTag($0, at: root) }) { return .html }
        return isJSON(start) ? .json : nil
    }

    private static let doctype = Array("<!doctype html".utf8)

    /// Returns true if the root element is that of a feed, a site map or an outline.
    ///
    /// - Parameter header: The document's first bytes.
    /// - Returns: False also if the first bytes do not contain the root element.
    static func isList(_ header: [UInt8]) -> Bool {
        let start = ASCIIPrefix.text(of: header).drop(while: ASCII.isWhitespace).map(ASCII.lowercase)
        let root = rootStart(in: Array(start))
        return roots.contains { isTag($0, at: root) }
    }

    /// Returns true if an XML document can be read as HTML if it is ill-formed.
    ///
    /// - Parameter header: The document's first bytes.
    /// - Returns: True if the root element is known and is not that of a feed, a site map or an outline, whose links
    ///   are not those of HTML.
    static func canBeReadAsHTML(_ header: [UInt8]) -> Bool {
        let start = ASCIIPrefix.text(of: header).drop(while: ASCII.isWhitespace).map(ASCII.lowercase)
        let root = rootStart(in: Array(start))
        if root.starts(with: doctype) { return true }
        guard root.starts(with: "<".utf8), root.contains(where: { ASCII.isWhitespace($0) || $0 == UInt8(ascii: ">") })
        else { return false }
        return !roots.contains { isTag($0, at: root) }
    }

    /// Returns true if a document sent as HTML is a feed (MIME Sniffing Standard, 7.3).
    ///
    /// - Parameter header: The document's first bytes.
    /// - Returns: True if its first tag is that of a feed.
    static func isFeed(_ header: [UInt8]) -> Bool {
        guard !isSurelyPage(header) else { return false }
        let start = rootStart(in: ASCIIPrefix.text(of: header).drop(while: ASCII.isWhitespace).map(ASCII.lowercase))
        if start.starts(with: "<rss".utf8) || start.starts(with: "<feed".utf8) { return true }
        guard start.starts(with: "<rdf:rdf".utf8) else { return false }
        let text = String(decoding: start, as: UTF8.self)
        return text.contains("http://purl.org/rss/1.0/") && text.contains("http://www.w3.org/1999/02/22-rdf-syntax-ns#")
    }

    /// Returns true if the first tag is certainly not that of a feed.
    private static func isSurelyPage(_ header: [UInt8]) -> Bool {
        guard let start = header.firstIndex(where: { !ASCII.isWhitespace($0) }), header.count > start + 1,
            header[start] == UInt8(ascii: "<")
        else { return false }
        let next = ASCII.lowercase(header[start + 1])
        if ASCII.isAlpha(next) { return next != UInt8(ascii: "r") && next != UInt8(ascii: "f") }
        return header[start...].prefix(14).lazy.map(ASCII.lowercase).elementsEqual(doctype)
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
    private static func rootStart(in text: [UInt8]) -> ArraySlice<UInt8> {
        var rest = text[...]
        while true {
            rest = rest.drop(while: ASCII.isWhitespace)
            let end: [UInt8]
            if rest.starts(with: "<!--".utf8) {
                end = Array("-->".utf8)
            } else if rest.starts(with: "<?".utf8) {
                end = Array("?>".utf8)
            } else if rest.starts(with: "<!doctype".utf8), !rest.starts(with: "<!doctype html".utf8) {
                end = [UInt8(ascii: ">")]
            } else {
                return rest
            }
            var position = rest.startIndex + 2
            while position < rest.endIndex, !rest[position...].starts(with: end) { position += 1 }
            rest = rest[min(position + end.count, rest.endIndex)...]
        }
    }

    /// Returns true if the first tag declares a namespace.
    private static func namesNamespace(_ root: ArraySlice<UInt8>) -> Bool {
        String(decoding: root.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self).contains("xmlns")
    }

    private static func isTag(_ name: [UInt8], at start: ArraySlice<UInt8>) -> Bool {
        guard start.starts(with: name), let next = start.dropFirst(name.count).first else { return false }
        return ASCII.isWhitespace(next) || next == UInt8(ascii: ">")
    }

    /// Returns true if the text starts like a JSON object or an array of objects.
    private static func isJSON(_ start: [UInt8]) -> Bool {
        let tokens = start.lazy.filter { !ASCII.isWhitespace($0) }.prefix(2)
        return ["{\"", "{}", "[{", "[]"].contains(String(decoding: Array(tokens), as: UTF8.self))
    }
}

/// The ASCII text in a document's first bytes, without byte order marks and the zero bytes of UTF-16.
enum ASCIIPrefix {
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
