/// A decoder for encodings that are unsafe to decode (Encoding Standard, 14.1); its result is one U+FFFD for the whole
/// document.
struct ReplacementDecoder: SourceDecoder {
    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int,
        isLast: Bool
    ) {
        guard position < source.count, output.count < limit else { return }
        position = source.count
        appendReplacement(to: &output)
    }
}
