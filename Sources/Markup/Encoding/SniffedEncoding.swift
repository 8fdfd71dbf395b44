/// The encoding of a document, and what told it.
package struct SniffedEncoding: Sendable, Hashable {
    /// What told the encoding.
    package enum Evidence: Sendable, Hashable {
        /// A byte order mark of so many bytes at the start.
        case byteOrderMark(byteCount: Int)
        /// The `charset` of the HTTP `Content-Type`.
        case contentType
        /// A `<meta>` or an XML declaration among the first 1024 bytes.
        case declaration
        /// Nothing: a local document that is valid UTF-8 is taken for it.
        case validUTF8
        /// Nothing: the default.
        case fallback
    }

    /// The encoding.
    package var encoding: CharacterEncoding
    /// What told it.
    package var evidence: Evidence

    /// Whether a later `<meta>` may tell better.
    package var isTentative: Bool { evidence == .validUTF8 || evidence == .fallback }

    /// How many bytes at the start are a byte order mark.
    package var byteOrderMarkByteCount: Int {
        if case .byteOrderMark(let byteCount) = evidence { byteCount } else { 0 }
    }

    /// Determines the encoding of an HTML document (HTML Standard, 13.2.3.2).
    ///
    /// The order is: byte order mark, `Content-Type`, the first 1024 bytes, windows-1252. A browser takes
    /// windows-1252 for a page from the network that says nothing, even if its bytes are valid UTF-8; so does this. A
    /// file without any declaration is more often UTF-8 than not, so a local document that is valid UTF-8 is taken
    /// for it.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - contentType: The value of the HTTP `Content-Type` field, if there was one.
    ///   - isLocal: Whether the document is a file or standard input rather than from the network.
    package init(of bytes: [UInt8], contentType: String?, isLocal: Bool) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            self.init(encoding: .utf8, evidence: .byteOrderMark(byteCount: 3))
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            self.init(encoding: .utf16BE, evidence: .byteOrderMark(byteCount: 2))
        } else if bytes.starts(with: [0xFF, 0xFE]) {
            self.init(encoding: .utf16LE, evidence: .byteOrderMark(byteCount: 2))
        } else if let encoding = contentType.flatMap(ContentTypeCharset.encoding(in:)) {
            self.init(encoding: encoding, evidence: .contentType)
        } else if let encoding = EncodingPrescan.encoding(in: bytes.prefix(EncodingPrescan.byteCount)) {
            self.init(encoding: encoding, evidence: .declaration)
        } else if isLocal && bytes.withUnsafeBufferPointer({ UTF8Decoder.isWellFormed($0) }) {
            self.init(encoding: .utf8, evidence: .validUTF8)
        } else {
            self.init(encoding: .windows1252, evidence: .fallback)
        }
    }

    /// Makes an encoding of its parts.
    package init(encoding: CharacterEncoding, evidence: Evidence) {
        self.encoding = encoding
        self.evidence = evidence
    }
}
