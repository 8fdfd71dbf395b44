/// A decoder of UTF-16 (Encoding Standard, 14.2), which replaces unpaired surrogates and an odd byte at the end.
struct UTF16Decoder: SourceDecoder {
    /// True if the first byte of a code unit is the more significant one.
    let bigEndian: Bool

    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int,
        isLast: Bool
    ) {
        while position < source.count, output.count < limit {
            if !isLast, source.count - position < 4 {
                // Fewer bytes than a surrogate pair: they are sufficient only for a code unit that is not the first
                // half of a pair.
                guard source.count - position >= 2, unit(source, position) & 0xFC00 != 0xD800 else { return }
            }
            guard position + 1 < source.count else {
                position = source.count
                appendReplacement(to: &output)
                return
            }
            let unit = unit(source, position)
            position += 2
            guard unit & 0xF800 == 0xD800 else {
                append(unit, to: &output)
                continue
            }
            guard unit < 0xDC00, position + 1 < source.count else {
                appendReplacement(to: &output)
                continue
            }
            let low = self.unit(source, position)
            guard low & 0xFC00 == 0xDC00 else {
                appendReplacement(to: &output)
                continue
            }
            position += 2
            append(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF), to: &output)
        }
    }

    @inline(__always)
    private func unit(_ source: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32 {
        let (high, low) = bigEndian ? (source[index], source[index + 1]) : (source[index + 1], source[index])
        return UInt32(high) << 8 | UInt32(low)
    }
}
