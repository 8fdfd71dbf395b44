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
        /// Nothing: a local document whose first character beyond ASCII is valid UTF-8 is taken for it.
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
    /// file without any declaration is more often UTF-8 than not, so a local document is taken for it if its first
    /// character beyond ASCII is valid UTF-8, or if it has none.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - contentType: The value of the HTTP `Content-Type` field, if there was one.
    ///   - isLocal: Whether the document is a file or standard input rather than from the network.
    package init(of bytes: [UInt8], contentType: String?, isLocal: Bool) {
        if let marked = Self.byteOrderMark(of: bytes) {
            self = marked
        } else if let encoding = contentType.flatMap(ContentTypeCharset.encoding(in:)) {
            self.init(encoding: encoding, evidence: .contentType)
        } else if let encoding = EncodingPrescan.encoding(in: bytes.prefix(EncodingPrescan.byteCount)) {
            self.init(encoding: encoding, evidence: .declaration)
        } else if isLocal && bytes.withUnsafeBufferPointer(Self.beginsLikeUTF8) {
            self.init(encoding: .utf8, evidence: .validUTF8)
        } else {
            self.init(encoding: .windows1252, evidence: .fallback)
        }
    }

    /// What a byte order mark tells (Encoding Standard, 6: "BOM sniff").
    ///
    /// - Parameter bytes: The document.
    /// - Returns: Its encoding; nil if it has no mark.
    static func byteOrderMark(of bytes: [UInt8]) -> SniffedEncoding? {
        let marks: [(mark: [UInt8], encoding: CharacterEncoding)] = [
            ([0xEF, 0xBB, 0xBF], .utf8), ([0xFE, 0xFF], .utf16BE), ([0xFF, 0xFE], .utf16LE),
        ]
        return marks.first { bytes.starts(with: $0.mark) }.map {
            SniffedEncoding(encoding: $0.encoding, evidence: .byteOrderMark(byteCount: $0.mark.count))
        }
    }

    /// Whether the first character beyond ASCII is UTF-8 as far as it is there.
    ///
    /// - Parameter bytes: The document, or at least its first 1024 bytes.
    /// - Returns: True too if all are ASCII.
    private static func beginsLikeUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        UTF8Decoder.beginsWellFormed(bytes)
            ?? (bytes.count >= EncodingPrescan.byteCount || UTF8Decoder.firstBeyondASCII(bytes) == nil)
    }

    /// Makes an encoding of its parts.
    package init(encoding: CharacterEncoding, evidence: Evidence) {
        self.encoding = encoding
        self.evidence = evidence
    }
}
