/// A map from offsets in decoded text to offsets in its source, which it finds by decoding the source a second time.
final class SourceMap {
    private let encoding: CharacterEncoding
    private var decoder: any SourceDecoder
    /// The bytes from `sourceStart` on, which may still be needed.
    private var source: [UInt8] = []
    private var sourceStart = 0
    /// The starts of the decoded parts.
    ///
    /// A stateless decoder can start at any of them.
    private var beginnings: [(text: Int, source: Int)] = []
    /// The offset in the text up to which the source has been decoded.
    private var text = 0
    private var position = 0
    private var scratch: [UInt8] = []

    /// Creates a map.
    ///
    /// - Parameters:
    ///   - encoding: The document's encoding.
    ///   - start: The offset of the first byte that has to be decoded; the text before it equals the source.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    init(_ encoding: CharacterEncoding, from start: Int = 0) throws {
        self.encoding = encoding
        sourceStart = start
        text = start
        position = start
        decoder = try encoding.makeDecoder()
    }

    /// Appends a part of the source.
    ///
    /// - Parameters:
    ///   - part: The bytes as they were received.
    ///   - text: The offset at which their text begins.
    func append(_ part: UnsafeBufferPointer<UInt8>, text: Int) {
        if encoding != .iso2022JP { beginnings.append((text, sourceStart + source.count)) }
        source.append(contentsOf: part)
    }

    /// Discards all data before an offset of the text.
    func forget(before offset: Int) {
        if encoding == .iso2022JP {
            decode(to: offset)
        } else if let last = beginnings.lastIndex(where: { $0.text <= offset }), last > 0 {
            beginnings.removeFirst(last)
        }
        let start = beginnings.first?.source ?? position
        guard start > sourceStart else { return }
        source.removeFirst(start - sourceStart)
        sourceStart = start
        if position < start, let first = beginnings.first { (text, position) = first }
    }

    /// Returns the offset in the source of an offset in the text.
    ///
    /// - Parameter offset: An offset in the text, not less than that of the previous call.
    /// - Returns: The offset in the source.
    func byte(of offset: Int) -> Int {
        if let beginning = beginnings.last(where: { $0.text <= offset }), beginning.text > text {
            (text, position) = beginning
        }
        decode(to: offset)
        guard encoding == .iso2022JP else { return position }
        // An escape sequence before a tag is part of neither the tag nor the text before it.
        var byte = position
        while byte - sourceStart + 3 < source.count, source[byte - sourceStart] == 0x1B { byte += 3 }
        return byte
    }

    private func decode(to offset: Int) {
        source.withUnsafeBufferPointer { source in
            var index = position - sourceStart
            while text < offset, index < source.count {
                scratch.removeAll(keepingCapacity: true)
                decoder.decode(source, from: &index, into: &scratch, limit: min(offset - text, 1 << 14), isLast: true)
                text += scratch.count
            }
            position = sourceStart + index
        }
    }
}
