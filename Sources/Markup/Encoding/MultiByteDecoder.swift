import Glibc

/// A decoder of East Asian encodings that uses the C library's converter.
///
/// The converters differ from the Encoding Standard's tables in rare characters: seven private-use characters of
/// gb18030, 142 characters of Big5 that they reject, and C1 control characters and JIS rows 89 to 92 in EUC-JP. In
/// ISO-2022-JP, they differ in the same characters as in EUC-JP, in row 13 and in six symbols.
struct MultiByteDecoder: SourceDecoder {
    /// The converter, in the state after the last byte read.
    let converter: Converter
    /// The encoding that is decoded.
    let encoding: CharacterEncoding

    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int,
        isLast: Bool
    ) {
        var needsMore = false
        while position < source.count, output.count < limit {
            if source[position] == 0 {
                position += 1
                appendReplacement(to: &output)
                continue
            }
            // The converter reads all of its input, even if little output is wanted. No character has more than twice
            // as many bytes as its text.
            let wanted = needsMore || encoding == .iso2022JP ? .max : min(limit - output.count, 1 << 14) * 2 + 8
            let stretch = wanted < source.count - position ? position + wanted : source.count
            needsMore = false
            let end = nextNUL(in: source, from: position, to: stretch)
            let isCutShort = end == stretch && stretch < source.count
            let part = UnsafeBufferPointer(rebasing: source[position..<end])
            // The memory has room for one more character than wanted, because the converter writes only whole
            // characters.
            let stop = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: min(limit - output.count, 1 << 14) + 3) {
                chunk in
                let space = UnsafeMutableBufferPointer(rebasing: chunk[..<(chunk.count - 3)])
                var result = converter.convert(part, into: space)
                if result.stop == .outputFull, result.written == 0 { result = converter.convert(part, into: chunk) }
                position += result.read
                output.append(contentsOf: chunk[..<result.written])
                return result.stop
            }
            switch stop {
            case .finished, .outputFull: break
            case .incomplete where isCutShort: needsMore = true
            case .incomplete where !isLast && end == source.count: return
            case .incomplete:
                position = end
                appendReplacement(to: &output)
            // A malformed character may continue in the next part.
            case .invalid where !isLast && position + 1 == source.count && leads(source[position]): return
            case .invalid: replace(source, from: &position, before: isCutShort ? source.count : end, in: &output)
            }
        }
    }

    /// Replaces a malformed character.
    ///
    /// If its second byte is ASCII, that byte is kept, because it may be the `<` of a tag.
    private func replace(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, before end: Int, in output: inout [UInt8]
    ) {
        let lead = source[position]
        position += 1
        switch (lead, encoding) {
        // These characters are in the standard's tables: the euro sign of code page 936, and the characters of code
        // page 932.
        case (0x80, .gbk), (0x80, .gb18030): return append(0x20AC, to: &output)
        case (0x80, .shiftJIS): return append(0x80, to: &output)
        default: break
        }
        if leads(lead), position < end, source[position] >= 0x80 { position += 1 }
        appendReplacement(to: &output)
    }

    /// Returns true if a byte may be the first byte of a two-byte character (Encoding Standard, 10 to 13).
    private func leads(_ byte: UInt8) -> Bool {
        switch encoding {
        case .shiftJIS: 0x81...0x9F ~= byte || 0xE0...0xFC ~= byte
        case .eucJP: 0xA1...0xFE ~= byte || byte == 0x8E || byte == 0x8F
        default: 0x81...0xFE ~= byte
        }
    }

    /// Returns the offset of the first NUL; `end` if there is none.
    private func nextNUL(in source: UnsafeBufferPointer<UInt8>, from position: Int, to end: Int) -> Int {
        guard let base = source.baseAddress, let found = memchr(base + position, 0, end - position) else { return end }
        return UnsafeRawPointer(base).distance(to: found)
    }
}
