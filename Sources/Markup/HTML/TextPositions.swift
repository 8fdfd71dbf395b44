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
