import Syntax

/// The encoding of a document and the evidence for it.
package struct SniffedEncoding: Sendable, Hashable {
    /// The evidence for an encoding.
    package enum Evidence: Sendable, Hashable {
        /// A byte order mark of this many bytes at the start.
        case byteOrderMark(byteCount: Int)
        /// The `charset` of the HTTP `Content-Type`.
        case contentType
        /// A `<meta>` or an XML declaration in the first 1024 bytes.
        case declaration
        /// A `<meta>` that the parser has read.
        case element
        /// There is no declaration in a local document, and its first character beyond ASCII is valid UTF-8.
        case validUTF8
        /// There is no declaration, so the default is used.
        case fallback
    }

    /// The encoding of the document.
    package var encoding: CharacterEncoding
    /// The evidence for the encoding.
    package var evidence: Evidence

    /// The encoding that a malformed declaration suggests for text beyond ASCII; nil if there is no such declaration.
    ///
    /// It only replaces a fallback.
    var suggestion: CharacterEncoding?

    /// True if a `<meta>` that the parser reads may change the encoding (HTML Standard, 13.2.3.4).
    var isTentative: Bool {
        switch evidence {
        case .validUTF8, .fallback: true
        case .declaration: encoding != .utf16LE && encoding != .utf16BE
        case .byteOrderMark, .contentType, .element: false
        }
    }

    /// The length of the byte order mark; 0 if there is none.
    var byteOrderMarkByteCount: Int {
        if case .byteOrderMark(let byteCount) = evidence { byteCount } else { 0 }
    }

    /// The number of bytes at the start of a document of HTML or XML that determine its encoding.
    ///
    /// The HTML Standard recommends to search so many (13.2.3.2).
    package static let headByteCount = 1024

    /// Detects the encoding of an HTML document (HTML Standard, 13.2.3.2).
    ///
    /// The order is: byte order mark, `Content-Type`, a `<meta>` in the first 1024 bytes, an XML declaration,
    /// windows-1252. A `<meta>` that follows later takes precedence over the last three. Like
    /// browsers, this uses windows-1252 for a page from the network without a declaration, even if its bytes are valid
    /// UTF-8. A file without a declaration is usually UTF-8. A local document is therefore read as UTF-8 if its first
    /// character beyond ASCII is valid UTF-8, or if all characters are ASCII.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - isLocal: True if the document is a file or standard input, false if it comes from the network.
    package init(of bytes: [UInt8], contentType: String?, isLocal: Bool) {
        if let marked = Self.byteOrderMark(of: bytes) {
            self = marked
        } else if let encoding = contentType.flatMap(ContentTypeCharset.encoding(in:)) {
            self.init(encoding: encoding, evidence: .contentType)
        } else {
            let declared = EncodingPrescan.result(for: bytes.prefix(Self.headByteCount))
            if let encoding = declared.encoding {
                self.init(encoding: encoding, evidence: .declaration)
            } else if isLocal && bytes.withUnsafeBufferPointer(Self.beginsLikeUTF8) {
                self.init(encoding: .utf8, evidence: .validUTF8)
            } else {
                self.init(encoding: .windows1252, evidence: .fallback)
            }
            suggestion = declared.suggestion
        }
    }

    /// Detects the encoding of an HTML document that is read in parts.
    ///
    /// - Parameters:
    ///   - head: The document, or a beginning of at least ``headByteCount`` bytes; the bytes after these are ignored.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - isLocal: True if the document is a file or standard input, false if it comes from the network.
    package init(ofHead head: UnsafeBufferPointer<UInt8>, contentType: String?, isLocal: Bool) {
        self.init(of: Array(head.prefix(Self.headByteCount)), contentType: contentType, isLocal: isLocal)
    }

    /// Returns the encoding of a byte order mark (Encoding Standard, 6: "BOM sniff").
    ///
    /// - Parameter bytes: The document as it was received.
    /// - Returns: The encoding; nil if there is no mark.
    static func byteOrderMark(of bytes: [UInt8]) -> SniffedEncoding? {
        let marks: [(mark: [UInt8], encoding: CharacterEncoding)] = [
            ([0xEF, 0xBB, 0xBF], .utf8), ([0xFE, 0xFF], .utf16BE), ([0xFF, 0xFE], .utf16LE),
        ]
        return marks.first { bytes.starts(with: $0.mark) }.map {
            SniffedEncoding(encoding: $0.encoding, evidence: .byteOrderMark(byteCount: $0.mark.count))
        }
    }

    /// Returns true if the first character beyond ASCII is valid UTF-8, or a valid start of UTF-8 at the end of the
    /// bytes.
    ///
    /// - Parameter bytes: The document, or at least its first 1024 bytes.
    /// - Returns: True also if all bytes are ASCII.
    private static func beginsLikeUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        UTF8Decoder.beginsWellFormed(bytes)
            ?? (bytes.count >= Self.headByteCount || UTF8Decoder.firstBeyondASCII(bytes) == nil)
    }

    /// Creates an encoding with its evidence.
    init(encoding: CharacterEncoding, evidence: Evidence) {
        self.encoding = encoding
        self.evidence = evidence
    }

    /// Returns the fallback for text beyond ASCII.
    func fallback() -> SniffedEncoding { SniffedEncoding(encoding: suggestion ?? .windows1252, evidence: .fallback) }
}

extension SniffedEncoding {
    /// Detects the encoding of an XML document (XML 1.0, appendix F; RFC 7303, section 3).
    ///
    /// The order is: byte order mark, `Content-Type`, UTF-16 if zero bytes indicate it, XML declaration, UTF-8.
    ///
    /// - Parameters:
    ///   - head: The document, or a beginning of at least ``headByteCount`` bytes; the bytes after these are ignored.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    package init(ofXML head: UnsafeBufferPointer<UInt8>, contentType: String?) {
        let bytes = Array(head.prefix(Self.headByteCount))
        if let marked = Self.byteOrderMark(of: bytes) {
            self = marked
        } else if let encoding = contentType.flatMap(ContentTypeCharset.encoding(in:)) {
            self.init(encoding: encoding, evidence: .contentType)
        } else if bytes.starts(with: [0x00, 0x3C, 0x00]) {
            self.init(encoding: .utf16BE, evidence: .declaration)
        } else if bytes.count > 3, bytes[0] == 0x3C, bytes[1] == 0, bytes[3] == 0 {
            self.init(encoding: .utf16LE, evidence: .declaration)
        } else if let encoding = XMLDeclarationEncoding.encoding(in: bytes) {
            self.init(encoding: encoding, evidence: .declaration)
        } else {
            self.init(encoding: .utf8, evidence: .fallback)
        }
    }

    /// Detects the encoding of a document that is neither HTML nor XML.
    ///
    /// The order is: byte order mark, `Content-Type`. Without either, the evidence is a fallback, and the characters
    /// beyond ASCII decide.
    ///
    /// - Parameters:
    ///   - head: The document, or its beginning.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    package init(ofText head: UnsafeBufferPointer<UInt8>, contentType: String?) {
        // The length of the longest byte order mark.
        self.init(ofXML: UnsafeBufferPointer(rebasing: head.prefix(3)), contentType: contentType)
    }
}

/// The `charset` parameter of a media type.
private enum ContentTypeCharset {
    /// Returns the encoding that a `Content-Type` names.
    ///
    /// - Parameter contentType: The value of the field, which may be a list.
    /// - Returns: The encoding; nil if none is named, if it is unknown, or if the media type is invalid.
    static func encoding(in contentType: String) -> CharacterEncoding? {
        MediaType.extract(from: [contentType])?["charset"].flatMap { CharacterEncoding(label: $0) }
    }
}

/// The encoding in the XML declaration of an HTML document.
private enum XMLDeclarationEncoding {
    /// Returns the encoding of an XML declaration (HTML Standard, 13.2.3.2).
    ///
    /// - Parameter bytes: The first bytes of the document.
    /// - Returns: The encoding; nil if there is no declaration or it names none.
    static func encoding(in bytes: [UInt8]) -> CharacterEncoding? {
        guard bytes.starts(with: Array("<?xml".utf8)), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
            return nil
        }
        let word = Array("encoding".utf8)
        var position = 5
        while position + word.count <= end, !bytes[position...].starts(with: word) { position += 1 }
        guard position + word.count <= end else { return nil }
        position += word.count
        while position < end, bytes[position] <= 0x20 { position += 1 }
        guard bytes[position] == UInt8(ascii: "=") else { return nil }
        position += 1
        while position < end, bytes[position] <= 0x20 { position += 1 }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        position += 1
        guard position <= end, let valueEnd = bytes[position...].firstIndex(of: quote) else { return nil }
        let value = bytes[position..<valueEnd]
        guard !value.contains(where: { $0 <= 0x20 }) else { return nil }
        switch CharacterEncoding(label: String(decoding: value, as: UTF8.self)) {
        case .utf16BE, .utf16LE: return .utf8
        case let encoding: return encoding
        }
    }
}

/// A search for a declared encoding in the first bytes of a document (HTML Standard, 13.2.3.2, "prescan a byte
/// stream").
struct EncodingPrescan {
    private let bytes: [UInt8]
    private var position = 0
    /// The encoding of the first unknown label that is a known one followed by a slash, as in `<meta charset=utf-8/>`.
    private var suggestion: CharacterEncoding?

    /// Returns the declared encoding.
    ///
    /// - Parameter bytes: The first bytes of the document.
    /// - Returns: The encoding; nil if none is declared.
    static func encoding(in bytes: ArraySlice<UInt8>) -> CharacterEncoding? { result(for: bytes).encoding }

    /// Returns the declared encoding, or the one that a malformed declaration suggests.
    ///
    /// The standard ignores the label of `<meta charset=windows-1251/>`, because the slash is a part of the value.
    /// Browsers then detect the encoding from the text, which nearly always leads to the same result as ignoring the
    /// slash.
    ///
    /// - Parameter bytes: The first bytes of the document.
    /// - Returns: The encoding, which is nil if none is declared, and the suggestion.
    static func result(
        for bytes: ArraySlice<UInt8>
    ) -> (encoding: CharacterEncoding?, suggestion: CharacterEncoding?) {
        if bytes.starts(with: [0x3C, 0x00, 0x3F, 0x00, 0x78, 0x00]) { return (.utf16LE, nil) }
        if bytes.starts(with: [0x00, 0x3C, 0x00, 0x3F, 0x00, 0x78]) { return (.utf16BE, nil) }
        var prescan = EncodingPrescan(bytes: Array(bytes))
        let encoding = prescan.run() ?? XMLDeclarationEncoding.encoding(in: prescan.bytes)
        return (encoding, prescan.suggestion)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func run() -> CharacterEncoding? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                position += 1
                continue
            }
            if matches("<!--") {
                skipComment()
            } else if matches("<meta"), let after = byte(at: position + 5),
                ASCII.isWhitespace(after) || after == UInt8(ascii: "/")
            {
                position += 5
                if let encoding = metaEncoding() { return encoding }
            } else if let next = byte(at: position + 1),
                ASCII.isAlpha(next) || (next == UInt8(ascii: "/") && byte(at: position + 2).map(ASCII.isAlpha) == true)
            {
                skipTag()
            } else if matches("<!") || matches("</") || matches("<?") {
                skip(past: UInt8(ascii: ">"))
            } else {
                position += 1
            }
        }
        return nil
    }

    private func byte(at index: Int) -> UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    /// Returns true if the text is at the position, ignoring case.
    private func matches(_ text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount
        where ASCII.lowercase(bytes[position + offset]) != text.utf8Start[offset] {
            return false
        }
        return true
    }

    private mutating func skip(past byte: UInt8) {
        while position < bytes.count, bytes[position] != byte { position += 1 }
        position += 1
    }

    /// Skips to the first `>` after two hyphens; these may be the hyphens of `<!--`.
    private mutating func skipComment() {
        var index = position + 4
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: ">"), bytes[index - 1] == UInt8(ascii: "-"),
                bytes[index - 2] == UInt8(ascii: "-")
            {
                position = index + 1
                return
            }
            index += 1
        }
        position = bytes.count
    }

    private mutating func skipTag() {
        while position < bytes.count, !ASCII.isWhitespace(bytes[position]), bytes[position] != UInt8(ascii: ">") {
            position += 1
        }
        while nextAttributeRanges() != nil {}
        position += 1
    }

    /// Returns the encoding that a `<meta>` declares.
    ///
    /// The position must be after the tag's name.
    private mutating func metaEncoding() -> CharacterEncoding? {
        var seen: Set<String> = []
        var gotPragma = false
        var needsPragma: Bool?
        var charset: CharacterEncoding?
        // An unknown label in `charset` still takes precedence over `content`.
        var hasCharset = false
        while let ranges = nextAttributeRanges() {
            let (name, value) = (lowercased(ranges.name), lowercased(ranges.value))
            guard seen.insert(name).inserted else { continue }
            switch name {
            case "http-equiv":
                if value == "content-type" { gotPragma = true }
            case "content":
                if !hasCharset, let label = Self.charset(inContent: value),
                    let encoding = CharacterEncoding(label: label)
                {
                    charset = encoding
                    hasCharset = true
                    needsPragma = true
                }
            case "charset":
                charset = CharacterEncoding(label: value)
                if charset == nil, value.hasSuffix("/"), suggestion == nil {
                    suggestion = CharacterEncoding(label: value.dropLast()).flatMap {
                        // Browsers do not detect UTF-8 in a page from the network.
                        $0.extendsASCII && $0 != .utf8 ? $0 : nil
                    }
                }
                hasCharset = true
                needsPragma = false
            default:
                break
            }
        }
        guard position < bytes.count, let needsPragma, let charset, !needsPragma || gotPragma else { return nil }
        switch charset {
        case .utf16LE, .utf16BE: return .utf8
        case .userDefined: return .windows1252
        default: return charset
        }
    }

    /// Parses an attribute (the standard's "get an attribute") and returns the ranges of its name and value.
    private mutating func nextAttributeRanges() -> (name: Range<Int>, value: Range<Int>)? {
        while let byte = byte(at: position), ASCII.isWhitespace(byte) || byte == UInt8(ascii: "/") { position += 1 }
        guard let first = byte(at: position), first != UInt8(ascii: ">") else { return nil }
        let nameStart = position
        while let byte = byte(at: position) {
            if byte == UInt8(ascii: "="), position > nameStart { break }
            if ASCII.isWhitespace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { break }
            position += 1
        }
        let name = nameStart..<position
        while let byte = byte(at: position), ASCII.isWhitespace(byte) { position += 1 }
        guard byte(at: position) == UInt8(ascii: "=") else { return (name, position..<position) }
        position += 1
        while let byte = byte(at: position), ASCII.isWhitespace(byte) { position += 1 }
        guard let first = byte(at: position) else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            position += 1
            let start = position
            while let byte = byte(at: position), byte != first { position += 1 }
            guard position < bytes.count else { return nil }
            position += 1
            return (name, start..<position - 1)
        }
        let start = position
        while let byte = byte(at: position), !ASCII.isWhitespace(byte), byte != UInt8(ascii: ">") { position += 1 }
        return (name, start..<position)
    }

    private func lowercased(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].map(ASCII.lowercase), as: UTF8.self)
    }

    /// Returns the encoding label in the `content` of a meta element (HTML Standard, 2.5.4).
    ///
    /// - Parameter content: The value of `content` in lower case.
    /// - Returns: The label; nil if there is none.
    private static func charset(inContent content: String) -> String? {
        let bytes = Array(content.utf8)
        let word = Array("charset".utf8)
        var position = 0
        while position + word.count <= bytes.count {
            guard bytes[position...].starts(with: word) else {
                position += 1
                continue
            }
            position += word.count
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
            guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { continue }
            position += 1
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
            guard position < bytes.count else { return nil }
            let quote = bytes[position]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                guard let end = bytes[(position + 1)...].firstIndex(of: quote) else { return nil }
                return String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
            }
            let end =
                bytes[position...].firstIndex { ASCII.isWhitespace($0) || $0 == UInt8(ascii: ";") } ?? bytes.endIndex
            return String(decoding: bytes[position..<end], as: UTF8.self)
        }
        return nil
    }
}
