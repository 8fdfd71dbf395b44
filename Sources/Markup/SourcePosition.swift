import CPlatform

/// A position in a document.
package struct SourcePosition: Sendable, Hashable {
    /// The line, starting from 1.
    ///
    /// A line ends at a line feed, a carriage return, or both together.
    package var line: Int
    /// The column in Unicode scalars, starting from 1.
    package var column: Int
    /// The offset in the document's bytes as received, starting from 0 and including the byte order mark.
    package var byte: Int

    /// Creates a position.
    package init(line: Int, column: Int, byte: Int) {
        self.line = line
        self.column = column
        self.byte = byte
    }
}

/// A counter of lines and columns in a text that arrives in parts.
struct LineCounter {
    /// The line, starting from 1.
    private(set) var line: Int
    /// The column in Unicode scalars, starting from 1.
    private(set) var column: Int
    private var endsWithReturn = false

    /// Creates a counter at a position, by default at the start of a text.
    init(line: Int = 1, column: Int = 1) {
        self.line = line
        self.column = column
    }

    /// Counts the next part of the text.
    ///
    /// - Parameter part: UTF-8, which may end within a character. Continuation bytes without a start are not counted.
    mutating func advance(over part: UnsafeBufferPointer<UInt8>) {
        guard let base = part.baseAddress, !part.isEmpty else { return }
        var start = 0
        if endsWithReturn, base[0] == 0x0A { start = 1 }
        let breaks = leftoff_count_bytes(base + start, part.count - start, 0x0A, 0x0D)
        let (feeds, returns) = (breaks.first, breaks.second)
        endsWithReturn = base[part.count - 1] == 0x0D
        guard feeds + returns > 0 else {
            column += Self.scalars(base + start, part.count - start)
            return
        }
        var lastBreak = part.count - 1
        while base[lastBreak] != 0x0A, base[lastBreak] != 0x0D { lastBreak -= 1 }
        line += feeds + returns
        if returns > 0 {
            for index in start..<part.count - 1 where base[index] == 0x0D && base[index + 1] == 0x0A { line -= 1 }
        }
        column = 1 + Self.scalars(base + lastBreak + 1, part.count - lastBreak - 1)
    }

    /// Returns the number of scalars in a text, which is the number of bytes that are not continuation bytes.
    private static func scalars(_ base: UnsafePointer<UInt8>, _ count: Int) -> Int {
        leftoff_count_scalars(base, count)
    }
}

/// A converter of offsets in a document's text to positions in the document.
///
/// The offsets must not decrease, so that the work stays linear.
final class TextPositions {
    private var source: SourceMap?
    private let byteOrderMarkByteCount: Int
    private let countsLines: Bool
    private var lines = LineCounter()
    /// The offset up to which lines are counted.
    private var counted = 0
    private var window = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var windowOffset = 0

    /// Creates a converter that starts at the beginning of a document.
    ///
    /// - Parameters:
    ///   - byteOrderMarkByteCount: The number of bytes before the text.
    ///   - source: The map to the bytes that the text was decoded from; nil if both are equal.
    ///   - countsLines: True if lines and columns will be requested.
    init(byteOrderMarkByteCount: Int, source: SourceMap?, countsLines: Bool = true) {
        self.countsLines = countsLines
        self.byteOrderMarkByteCount = byteOrderMarkByteCount
        self.source = source
    }

    /// Creates a converter that returns the same position for every offset.
    ///
    /// - Parameter position: The position to return.
    init(at position: SourcePosition) {
        source = nil
        countsLines = false
        byteOrderMarkByteCount = position.byte
        lines = LineCounter(line: position.line, column: position.column)
    }

    /// Sets the map for the rest of the text, which differs from the source.
    ///
    /// - Parameter source: The map to the bytes that the text was decoded from.
    func decodes(by source: SourceMap) { self.source = source }

    /// Sets the current window of the text.
    ///
    /// - Parameters:
    ///   - window: The text from `offset` on.
    ///   - offset: The offset of its first byte.
    func begin(_ window: UnsafeBufferPointer<UInt8>, at offset: Int) {
        self.window = window
        windowOffset = offset
    }

    /// Ends the current window.
    ///
    /// - Parameter offset: The offset up to which the text has been consumed and is no longer needed.
    func end(at offset: Int) {
        if countsLines { count(to: offset) }
        window = UnsafeBufferPointer(start: nil, count: 0)
        source?.forget(before: offset)
    }

    /// Returns the position of an offset.
    ///
    /// - Parameter offset: An offset in the window, not less than that of the previous call.
    /// - Returns: The position.
    func position(at offset: Int) -> SourcePosition {
        count(to: offset)
        return SourcePosition(
            line: lines.line, column: lines.column,
            byte: byteOrderMarkByteCount + (source?.byte(of: offset) ?? offset))
    }

    private func count(to offset: Int) {
        guard offset > counted else { return }
        lines.advance(
            over: UnsafeBufferPointer(rebasing: window[counted - windowOffset..<offset - windowOffset]))
        counted = offset
    }
}

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
