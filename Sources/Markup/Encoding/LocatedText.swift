/// The UTF-8 text of a document that is neither HTML nor XML, with a map to the bytes that it was decoded from.
package struct LocatedText {
    /// The text in UTF-8 without byte order mark.
    ///
    /// A NUL is replaced by U+FFFD.
    package let bytes: [UInt8]
    /// The encoding of the document.
    package let encoding: CharacterEncoding

    private var decoder: ChunkDecoder
    private var counted = 0
    private var line = 1
    private var column = 1

    /// Decodes a document.
    ///
    /// The byte order mark determines the encoding, or else `Content-Type`. Without either, the encoding is UTF-8 if
    /// the bytes are valid UTF-8, and windows-1252 if not.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, contentType: String?) throws {
        var sniffed = SniffedEncoding(ofXML: Array(bytes.prefix(3)), contentType: contentType)
        if sniffed.evidence == .fallback, !UTF8Decoder.isWellFormed(bytes) {
            sniffed = Self.isUTF8(bytes) ? sniffed : SniffedEncoding(encoding: .windows1252, evidence: .fallback)
        }
        encoding = sniffed.encoding
        var decoder = try ChunkDecoder(sniffed, precision: .words)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        let start = min(sniffed.byteOrderMarkByteCount, bytes.count)
        decoder.decode(UnsafeBufferPointer(rebasing: bytes[start...]), isLast: true, into: &text)
        self.bytes = text
        self.decoder = decoder
    }

    /// Returns the position in the document of an offset in the text.
    ///
    /// - Parameter offset: An offset in the text, not less than that of the previous call.
    /// - Returns: The position.
    package mutating func position(at offset: Int) -> SourcePosition {
        for index in counted..<max(counted, min(offset, bytes.count)) {
            let byte = bytes[index]
            if byte == 0x0A || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)) {
                line += 1
                column = 1
            } else {
                column += byte & 0xC0 != 0x80 ? 1 : 0
            }
        }
        counted = max(counted, offset)
        return SourcePosition(line: line, column: column, byte: decoder.sourceOffset(of: offset))
    }

    /// Returns true if bytes are valid UTF-8, with or without NUL.
    private static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.split(separator: 0).allSatisfy { UTF8Decoder.isWellFormed(UnsafeBufferPointer(rebasing: $0)) }
    }
}
