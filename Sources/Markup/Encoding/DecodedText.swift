/// A document's text in UTF-8 without NUL, with a map to the bytes that it was decoded from.
final class DecodedText: Sendable {
    /// The maximum length of a document.
    ///
    /// libxml2 counts bytes in 32 bits.
    package static let maximumByteCount = Int(Int32.max) - 1024

    /// The encoding of the document and the evidence for it.
    let sniffed: SniffedEncoding
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
    convenience init(_ bytes: [UInt8], contentType: String?, isLocal: Bool) throws {
        try self.init(bytes, sniffed: SniffedEncoding(of: bytes, contentType: contentType, isLocal: isLocal))
    }

    /// Decodes a document whose encoding is known.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - sniffed: The encoding and the evidence for it.
    /// - Throws: ``MarkupError``.
    init(_ bytes: [UInt8], sniffed: SniffedEncoding) throws {
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

    /// Returns a part of the text.
    package func string(_ range: Range<Int>) -> String {
        String(decoding: terminated[range], as: UTF8.self)
    }
}

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
        var sniffed = SniffedEncoding(ofText: bytes, contentType: contentType)
        if sniffed.evidence == .fallback, !UTF8Decoder.isWellFormed(bytes) {
            sniffed = Self.isUTF8(bytes) ? sniffed : SniffedEncoding(encoding: .windows1252, evidence: .fallback)
        }
        encoding = sniffed.encoding
        var decoder = try ChunkDecoder(sniffed, precision: .words)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        decoder.decode(bytes, isLast: true, into: &text)
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

/// Plain text that is decoded to UTF-8 part by part, with a map to the bytes that it was decoded from.
package struct LocatedTextStream {
    /// The decoded text that has not been discarded, without byte order mark.
    package private(set) var bytes: [UInt8] = []

    private let sniffed: SniffedEncoding
    /// The bytes of an incomplete character at the end of the last part, whose remaining bytes determine the encoding.
    private var undecided: [UInt8] = []
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
    /// - Parameter encoding: The encoding that the document's head determines. If it is a fallback, the encoding is
    ///   UTF-8 if the first character beyond ASCII is valid UTF-8, and windows-1252 if not.
    package init(encoding: SniffedEncoding) {
        sniffed = encoding
    }

    /// Decodes the next part.
    ///
    /// - Parameters:
    ///   - part: The bytes as they were received.
    ///   - isLast: True if the document ends with this part.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    package mutating func append(_ part: UnsafeBufferPointer<UInt8>, isLast: Bool) throws {
        if decoder == nil, sniffed.evidence != .fallback { decoder = try ChunkDecoder(sniffed, precision: .words) }
        guard decoder == nil else {
            decoder?.decode(part, isLast: isLast, into: &bytes)
            return
        }
        guard !undecided.isEmpty else { return try decide(part, isLast: isLast) }
        let whole = undecided + part
        undecided = []
        try whole.withUnsafeBufferPointer { try decide($0, isLast: isLast) }
    }

    /// Processes a part that follows only ASCII, and chooses the encoding if the part contains anything else.
    private mutating func decide(_ part: UnsafeBufferPointer<UInt8>, isLast: Bool) throws {
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
                appendVerbatim(UnsafeBufferPointer(rebasing: part[..<first]))
                undecided = Array(part[first...])
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

/// A decoder of a document that arrives in parts, with a map from each `<` in the text to its offset in the source.
struct ChunkDecoder {
    /// A pair of corresponding offsets in the text and the source.
    private struct Mark {
        var text: Int
        var source: Int
    }

    /// The positions that are mapped exactly.
    enum Precision {
        /// The positions of `<`.
        case tags
        /// The positions of white space, quotation marks and similar characters too, which takes more time and memory.
        case words
    }

    private let precision: Precision
    private var decoder: any SourceDecoder
    private let encoding: CharacterEncoding
    /// The number of bytes of the byte order mark that have not been skipped.
    private var markRest: Int
    /// The bytes at the end of a part that may be the start of a character.
    private var held: [UInt8] = []
    /// The lengths of the text produced (`textCount`) and of the source consumed (`sourceCount`).
    private var textCount = 0
    private var sourceCount: Int
    /// The corresponding offsets, in ascending order.
    ///
    /// A part of the text that is equal to its source has a single mark. Otherwise, there is a mark for each `<`.
    private var marks: [Mark] = []
    private var firstMark = 0

    /// Creates a decoder of a document, whose byte order mark it skips.
    ///
    /// - Parameters:
    ///   - sniffed: The encoding and the evidence for it.
    ///   - precision: The positions that must be mapped exactly.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    init(_ sniffed: SniffedEncoding, precision: Precision = .tags) throws {
        self.precision = precision
        encoding = sniffed.encoding
        decoder = try encoding.makeDecoder()
        markRest = sniffed.byteOrderMarkByteCount
        sourceCount = markRest
    }

    /// Decodes the next part.
    ///
    /// - Parameters:
    ///   - bytes: The part as it was received.
    ///   - isLast: True if the document ends with this part.
    ///   - text: Receives the UTF-8.
    mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into text: inout [UInt8]) {
        let skipped = min(markRest, bytes.count)
        markRest -= skipped
        let bytes = UnsafeBufferPointer(rebasing: bytes[skipped...])
        if held.isEmpty {
            decodeWhole(bytes, isLast: isLast, into: &text)
        } else {
            let joined = held + bytes
            held.removeAll()
            joined.withUnsafeBufferPointer { decodeWhole($0, isLast: isLast, into: &text) }
        }
    }

    /// Returns the offset in the source of an offset in the text.
    ///
    /// - Parameter offset: The offset of a `<` in the text, not less than that of the previous call.
    /// - Returns: The offset in the source.
    mutating func sourceOffset(of offset: Int) -> Int {
        while firstMark + 1 < marks.count, marks[firstMark + 1].text <= offset { firstMark += 1 }
        if firstMark > 1024 {
            marks.removeFirst(firstMark)
            firstMark = 0
        }
        guard firstMark < marks.count else { return offset }
        return marks[firstMark].source + max(0, offset - marks[firstMark].text)
    }

    private mutating func decodeWhole(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into text: inout [UInt8]) {
        let end = isLast ? bytes.count : wholeCharacters(of: bytes)
        held.append(contentsOf: bytes[end...])
        let whole = UnsafeBufferPointer(rebasing: bytes[..<end])
        guard !whole.isEmpty else { return }
        if encoding == .utf8, UTF8Decoder.isWellFormed(whole) {
            marks.append(Mark(text: textCount, source: sourceCount))
            text.append(contentsOf: whole)
            textCount += end
            sourceCount += end
            return
        }
        var start = 0
        while start < end {
            let next = nextTag(in: whole, from: start + unitByteCount)
            marks.append(Mark(text: textCount, source: sourceCount))
            let before = text.count
            var position = 0
            let part = UnsafeBufferPointer(rebasing: whole[start..<next])
            decoder.decode(part, from: &position, into: &text, limit: .max, isLast: true)
            textCount += text.count - before
            sourceCount += next - start
            start = next
        }
    }

    private var unitByteCount: Int { encoding == .utf16BE || encoding == .utf16LE ? 2 : 1 }

    /// Returns the offset of the next `<`, or of another byte at which the text can be split.
    ///
    /// `<` is never the second byte of a character, except in ISO-2022-JP, which is split at white space instead.
    private func nextTag(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        if encoding == .iso2022JP {
            while index < bytes.count, bytes[index - 1] > 0x20 { index += 1 }
            return min(index, bytes.count)
        }
        let highest: UInt8 = precision == .words ? 0x2F : 0
        let (unit, low, high) = encoding == .utf16BE ? (2, 1, 0) : encoding == .utf16LE ? (2, 0, 1) : (1, 0, 0)
        while index + unit <= bytes.count {
            let byte = bytes[index + low]
            if byte == UInt8(ascii: "<") || byte <= highest, unit == 1 || bytes[index + high] == 0 { return index }
            index += unit
        }
        return bytes.count
    }

    /// Returns the number of bytes that certainly form whole characters.
    private func wholeCharacters(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        switch encoding {
        case .utf8:
            var end = bytes.count
            for back in 1...3 where back <= bytes.count {
                let byte = bytes[bytes.count - back]
                if byte >= 0xC0 {
                    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
                    if length > back { end = bytes.count - back }
                    break
                }
                if byte < 0x80 { break }
            }
            return end
        case .utf16BE, .utf16LE:
            let end = bytes.count & ~1
            guard end >= 2 else { return 0 }
            let high = bytes[encoding == .utf16BE ? end - 2 : end - 1]
            return high & 0xFC == 0xD8 ? end - 2 : end
        default:
            guard encoding.scheme == .multiByte || encoding == .iso2022JP else { return bytes.count }
            // White space is never a part of a longer character. If there has been none for a long time, splitting a
            // character is the lesser evil.
            for back in 1...min(4096, max(1, bytes.count)) where back <= bytes.count {
                if bytes[bytes.count - back] <= 0x20 { return bytes.count - back + 1 }
            }
            return bytes.count > 4096 ? bytes.count : 0
        }
    }
}
