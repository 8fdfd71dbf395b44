import Markup

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
        if pageStarts.contains(where: { isTag($0, at: root) }) { return .html }
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
    /// - Returns: At most ``DocumentKind/sniffedByteCount`` bytes, in lower case.
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
                return rest.prefix(DocumentKind.sniffedByteCount).map(ASCII.lowercase)[...]
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
