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

    /// Creates a decoder that starts after the byte order mark.
    ///
    /// - Parameters:
    ///   - sniffed: The encoding and the evidence for it.
    ///   - precision: The positions that must be mapped exactly.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    init(_ sniffed: SniffedEncoding, precision: Precision = .tags) throws {
        self.precision = precision
        encoding = sniffed.encoding
        decoder = try encoding.makeDecoder()
        sourceCount = sniffed.byteOrderMarkByteCount
    }

    /// Decodes the next part.
    ///
    /// - Parameters:
    ///   - bytes: The part, without the byte order mark.
    ///   - isLast: True if the document ends with this part.
    ///   - text: Receives the UTF-8.
    mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into text: inout [UInt8]) {
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
