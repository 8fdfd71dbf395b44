/// A document's text in UTF-8 without NUL, with a map to the bytes that it was decoded from.
package final class DecodedText: Sendable {
    /// The maximum length of a document.
    ///
    /// libxml2 counts bytes in 32 bits.
    package static let maximumByteCount = Int(Int32.max) - 1024

    /// The encoding of the document and the evidence for it.
    package let sniffed: SniffedEncoding
    /// The text, followed by one NUL for the parser.
    let terminated: [UInt8]
    /// The document as it was received.
    let source: [UInt8]
    /// True if the text is equal to the source after its byte order mark.
    let isVerbatim: Bool

    /// The length of the text in bytes.
    package var byteCount: Int { terminated.count - 1 }

    /// The encoding of the document.
    package var encoding: CharacterEncoding { sniffed.encoding }

    /// Detects the encoding of a document and decodes it.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - isLocal: True if the document is a file or standard input, false if it comes from the network.
    /// - Throws: ``MarkupError``.
    package convenience init(_ bytes: [UInt8], contentType: String?, isLocal: Bool) throws {
        try self.init(bytes, sniffed: SniffedEncoding(of: bytes, contentType: contentType, isLocal: isLocal))
    }

    /// Decodes a document whose encoding is known.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - sniffed: The encoding and the evidence for it.
    /// - Throws: ``MarkupError``.
    package init(_ bytes: [UInt8], sniffed: SniffedEncoding) throws {
        guard bytes.count <= Self.maximumByteCount else { throw MarkupError.tooLarge(byteCount: bytes.count) }
        self.sniffed = sniffed
        source = bytes
        let start = sniffed.byteOrderMarkByteCount
        var text: [UInt8] = []
        isVerbatim = try bytes.withUnsafeBufferPointer { bytes in
            let content = UnsafeBufferPointer(rebasing: bytes[start...])
            text.reserveCapacity(content.count + 1)
            if sniffed.encoding == .utf8, UTF8Decoder.isWellFormed(content) {
                text.append(contentsOf: content)
                return true
            }
            var decoder = try sniffed.encoding.makeDecoder()
            var position = 0
            decoder.decode(content, from: &position, into: &text, limit: .max, isLast: true)
            return false
        }
        text.append(0)
        terminated = text
        guard byteCount <= Self.maximumByteCount else { throw MarkupError.tooLarge(byteCount: byteCount) }
    }

    /// Creates a document from text that is already UTF-8, such as the value of an attribute; a `<meta>` in it is
    /// ignored.
    ///
    /// - Parameter text: The text, without a byte order mark.
    /// - Throws: ``MarkupError/tooLarge(byteCount:)``.
    package convenience init(_ text: String) throws {
        try self.init(Array(text.utf8), sniffed: SniffedEncoding(encoding: .utf8, evidence: .contentType))
    }

    /// Returns a part of the text.
    package func string(_ range: Range<Int>) -> String {
        String(decoding: terminated[range], as: UTF8.self)
    }
}
