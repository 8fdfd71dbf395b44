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
    package var isTentative: Bool {
        switch evidence {
        case .validUTF8, .fallback: true
        case .declaration: encoding != .utf16LE && encoding != .utf16BE
        case .byteOrderMark, .contentType, .element: false
        }
    }

    /// The length of the byte order mark; 0 if there is none.
    package var byteOrderMarkByteCount: Int {
        if case .byteOrderMark(let byteCount) = evidence { byteCount } else { 0 }
    }

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
            let declared = EncodingPrescan.result(for: bytes.prefix(EncodingPrescan.byteCount))
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
            ?? (bytes.count >= EncodingPrescan.byteCount || UTF8Decoder.firstBeyondASCII(bytes) == nil)
    }

    /// Creates an encoding with its evidence.
    package init(encoding: CharacterEncoding, evidence: Evidence) {
        self.encoding = encoding
        self.evidence = evidence
    }

    /// Returns the fallback for text beyond ASCII.
    func fallback() -> SniffedEncoding { SniffedEncoding(encoding: suggestion ?? .windows1252, evidence: .fallback) }
}
