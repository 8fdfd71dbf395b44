/// Plain text that is decoded to UTF-8 part by part, with a map to the bytes that it was decoded from.
package struct LocatedTextStream {
    /// The decoded text that has not been discarded, without byte order mark.
    package private(set) var bytes: [UInt8] = []

    private let contentType: String?
    /// The bytes received before the encoding was known.
    private var beginning: [UInt8] = []
    private var decoder: ChunkDecoder?
    /// The number of ASCII bytes before the encoding was known, which need no decoding.
    private var verbatimCount = 0
    /// The offset of the first byte of ``bytes`` in the whole text.
    private var offset = 0
    private var lines = LineCounter()
    /// The number of bytes of ``bytes`` whose lines have been counted.
    private var counted = 0

    /// Creates a stream at the start of a document.
    ///
    /// - Parameter contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    package init(contentType: String?) {
        self.contentType = contentType
    }

    /// Decodes the next part.
    ///
    /// The byte order mark determines the encoding, or else `Content-Type`. Without either, the encoding is UTF-8 if
    /// the first character beyond ASCII is valid UTF-8, and windows-1252 if not.
    ///
    /// - Parameters:
    ///   - part: The bytes as they were received.
    ///   - isLast: True if the document ends with this part.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    package mutating func append(_ part: UnsafeBufferPointer<UInt8>, isLast: Bool) throws {
        guard decoder == nil else {
            decoder?.decode(part, isLast: isLast, into: &bytes)
            return
        }
        beginning.append(contentsOf: part)
        // The length of the longest byte order mark.
        guard beginning.count >= 3 || isLast else { return }
        let waiting = beginning
        beginning = []
        try waiting.withUnsafeBufferPointer { try begin($0, isLast: isLast) }
    }

    private mutating func begin(_ part: UnsafeBufferPointer<UInt8>, isLast: Bool) throws {
        let sniffed = SniffedEncoding(ofXML: Array(part.prefix(3)), contentType: contentType)
        if verbatimCount == 0, sniffed.evidence != .fallback {
            decoder = try ChunkDecoder(sniffed, precision: .words)
            let start = min(sniffed.byteOrderMarkByteCount, part.count)
            decoder?.decode(UnsafeBufferPointer(rebasing: part[start...]), isLast: isLast, into: &bytes)
            return
        }
        let first = UTF8Decoder.firstBeyondASCII(part)
        if first == nil, !part.contains(0) {
            appendVerbatim(part)
            return
        }
        var encoding = CharacterEncoding.utf8
        switch UTF8Decoder.beginsWellFormed(part) {
        case true?: break
        case false?: encoding = .windows1252
        case nil:
            guard let first else { break }
            guard isLast else {
                // The remaining bytes of the character determine the encoding.
                appendVerbatim(UnsafeBufferPointer(rebasing: part[..<first]))
                beginning = Array(part[first...])
                return
            }
            encoding = .windows1252
        }
        decoder = try ChunkDecoder(SniffedEncoding(encoding: encoding, evidence: .fallback), precision: .words)
        decoder?.decode(part, isLast: isLast, into: &bytes)
    }

    private mutating func appendVerbatim(_ part: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: part)
        verbatimCount += part.count
    }

    /// Returns the position in the document of an index in ``bytes``.
    ///
    /// - Parameter index: An index not less than that of the previous call.
    /// - Returns: The position.
    package mutating func position(at index: Int) -> SourcePosition {
        count(to: index)
        let textOffset = offset + index
        let decodedOffset = textOffset - verbatimCount
        let byte =
            decodedOffset < 0 ? textOffset : verbatimCount + (decoder?.sourceOffset(of: decodedOffset) ?? decodedOffset)
        return SourcePosition(line: lines.line, column: lines.column, byte: byte)
    }

    /// Discards the first bytes of ``bytes``.
    ///
    /// - Parameter count: The number of bytes.
    package mutating func forget(_ count: Int) {
        self.count(to: count)
        bytes.removeFirst(count)
        offset += count
        counted = 0
    }

    private mutating func count(to index: Int) {
        guard index > counted else { return }
        bytes.withUnsafeBufferPointer { lines.advance(over: UnsafeBufferPointer(rebasing: $0[counted..<index])) }
        counted = index
    }
}
