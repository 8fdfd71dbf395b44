import Glibc

/// Decodes an East Asian encoding by the C library's converter.
///
/// The converters differ from the Encoding Standard's tables in rare characters: seven private-use ones of gb18030, 142 of
/// Big5 that they refuse, JIS rows 89 to 92 in EUC-JP, and these, row 13 and six symbols in ISO-2022-JP.
struct MultiByteDecoder: SourceDecoder {
    /// The converter, at the state behind the last byte read.
    let converter: Converter

    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int
    ) {
        while position < source.count, output.count < limit {
            if source[position] == 0 {
                position += 1
                appendReplacement(to: &output)
                continue
            }
            let end = nextNUL(in: source, from: position)
            let part = UnsafeBufferPointer(rebasing: source[position..<end])
            // Room for one character more than asked for, since the converter writes whole ones.
            let stop = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: min(limit - output.count, 1 << 14) + 3) {
                chunk in
                let room = UnsafeMutableBufferPointer(rebasing: chunk[..<(chunk.count - 3)])
                var result = converter.convert(part, into: room)
                if result.stop == .outputFull, result.written == 0 { result = converter.convert(part, into: chunk) }
                position += result.read
                output.append(contentsOf: chunk[..<result.written])
                return result.stop
            }
            switch stop {
            case .finished, .outputFull: break
            case .incomplete:
                position = end
                appendReplacement(to: &output)
            case .invalid: replace(source, from: &position, before: end, in: &output)
            }
        }
    }

    /// Replaces a malformed character.
    ///
    /// Its second byte is kept if it is ASCII, for it may be the `<` of a tag.
    private func replace(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, before end: Int, in output: inout [UInt8]
    ) {
        let lead = source[position]
        position += 1
        // gb18030 in the standard: the euro sign of code page 936.
        if lead == 0x80 {
            append(0x20AC, to: &output)
            return
        }
        if 0x81...0xFE ~= lead, position < end, source[position] >= 0x80 { position += 1 }
        appendReplacement(to: &output)
    }

    private func nextNUL(in source: UnsafeBufferPointer<UInt8>, from position: Int) -> Int {
        guard let base = source.baseAddress,
            let found = memchr(base + position, 0, source.count - position)
        else { return source.count }
        return UnsafeRawPointer(base).distance(to: found)
    }
}
