/// Finds the places of offsets in a document's text.
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

    /// Starts at the beginning of a document.
    ///
    /// - Parameters:
    ///   - byteOrderMarkByteCount: The bytes before its text.
    ///   - source: Finds the bytes that the text was decoded from; nil when they are the text.
    ///   - countsLines: Whether lines and columns will be asked for.
    init(byteOrderMarkByteCount: Int, source: SourceMap?, countsLines: Bool = true) {
        self.countsLines = countsLines
        self.byteOrderMarkByteCount = byteOrderMarkByteCount
        self.source = source
    }

    /// Stands at one place.
    ///
    /// - Parameter position: The place.
    init(at position: SourcePosition) {
        source = nil
        countsLines = false
        byteOrderMarkByteCount = position.byte
        lines = LineCounter(line: position.line, column: position.column)
    }

    /// From here on the text is decoded.
    ///
    /// - Parameter source: Finds the bytes that it was decoded from.
    func decodes(by source: SourceMap) { self.source = source }

    /// Begins a window of the text.
    ///
    /// - Parameters:
    ///   - window: The text from `offset` on.
    ///   - offset: The offset of its first byte.
    func begin(_ window: UnsafeBufferPointer<UInt8>, at offset: Int) {
        self.window = window
        windowOffset = offset
    }

    /// Ends a window.
    ///
    /// - Parameter offset: Up to where the text is done with and will not be seen again.
    func end(at offset: Int) {
        if countsLines { count(to: offset) }
        window = UnsafeBufferPointer(start: nil, count: 0)
        source?.forget(before: offset)
    }

    /// Finds the place of an offset.
    ///
    /// - Parameter offset: An offset in the window, not before the last one.
    /// - Returns: The place.
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
