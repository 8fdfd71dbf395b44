/// Finds the places of offsets in a decoded text.
///
/// The offsets must not decrease, so that the work stays linear.
struct PositionTracker {
    private let text: DecodedText
    private var offset = 0
    private var line = 1
    private var column = 1
    private var decoder: (any SourceDecoder)?
    private var decodedCount = 0
    private var sourcePosition = 0

    /// Starts at the beginning of a text.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    init(_ text: DecodedText) throws {
        self.text = text
        decoder = text.isVerbatim ? nil : try text.encoding.makeDecoder()
    }

    /// The place of an offset.
    ///
    /// - Parameter target: An offset in the text, not before the last one.
    /// - Returns: The place.
    mutating func position(at target: Int) -> SourcePosition {
        text.terminated.withUnsafeBufferPointer { bytes in
            var (line, column) = (line, column)
            for index in offset..<max(offset, target) {
                let byte = bytes[index]
                if byte < 0x0E, byte == 0x0A || (byte == 0x0D && bytes[index + 1] != 0x0A) {
                    line += 1
                    column = 1
                } else {
                    column += byte & 0xC0 != 0x80 ? 1 : 0
                }
            }
            (self.line, self.column) = (line, column)
            offset = max(offset, target)
        }
        return SourcePosition(line: line, column: column, byte: sourceByte(of: target))
    }

    /// Decodes once more up to the offset, to see how much of the source that takes.
    private mutating func sourceByte(of target: Int) -> Int {
        let start = text.sniffed.byteOrderMarkByteCount
        guard var decoder else { return start + target }
        text.source.withUnsafeBufferPointer { source in
            let content = UnsafeBufferPointer(rebasing: source[start...])
            var scratch: [UInt8] = []
            while decodedCount < target, sourcePosition < content.count {
                scratch.removeAll(keepingCapacity: true)
                let limit = min(target - decodedCount, 1 << 14)
                decoder.decode(content, from: &sourcePosition, into: &scratch, limit: limit)
                decodedCount += scratch.count
            }
        }
        self.decoder = decoder
        guard text.encoding == .iso2022JP else { return start + sourcePosition }
        // The escape sequence before a tag belongs to the tag as little as to the text before.
        var byte = start + sourcePosition
        while byte + 3 < text.source.count, text.source[byte] == 0x1B { byte += 3 }
        return byte
    }
}
