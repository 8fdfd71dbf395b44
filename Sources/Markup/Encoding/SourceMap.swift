/// Finds where the bytes stand that a place in a decoded text came from, by decoding them once more.
final class SourceMap {
    private let encoding: CharacterEncoding
    private var decoder: any SourceDecoder
    /// The bytes from `sourceStart` on that places may still be asked in.
    private var source: [UInt8] = []
    private var sourceStart = 0
    /// Where parts began that were decoded at once: a decoder without a state can begin there.
    private var beginnings: [(text: Int, source: Int)] = []
    /// How far the decoding has come.
    private var text = 0
    private var position = 0
    private var scratch: [UInt8] = []

    /// Makes a map.
    ///
    /// - Parameters:
    ///   - encoding: The document's encoding.
    ///   - start: The offset of the first byte; the text before it is those bytes themselves.
    /// - Throws: ``MarkupError/converterUnavailable(encoding:)``.
    init(_ encoding: CharacterEncoding, from start: Int = 0) throws {
        self.encoding = encoding
        sourceStart = start
        text = start
        position = start
        decoder = try encoding.makeDecoder()
    }

    /// Takes a part of the source.
    ///
    /// - Parameters:
    ///   - part: The bytes.
    ///   - text: The offset at which their text begins.
    func append(_ part: UnsafeBufferPointer<UInt8>, text: Int) {
        if encoding != .iso2022JP { beginnings.append((text, sourceStart + source.count)) }
        source.append(contentsOf: part)
    }

    /// Forgets what lies before an offset of the text.
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

    /// Finds the bytes of a place.
    ///
    /// - Parameter offset: An offset in the text, not before the last one.
    /// - Returns: The offset of the bytes in the source.
    func byte(of offset: Int) -> Int {
        if let beginning = beginnings.last(where: { $0.text <= offset }), beginning.text > text {
            (text, position) = beginning
        }
        decode(to: offset)
        guard encoding == .iso2022JP else { return position }
        // The escape sequence before a tag belongs to the tag as little as to the text before.
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
