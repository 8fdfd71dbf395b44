/// The part of a text that a parser has not consumed, with the line and column of its start.
struct TextWindow {
    private var bytes: [UInt8] = []
    /// The offset of the first byte in the window.
    private var start = 0
    /// The number of bytes that `line` and `column` include.
    private var counted = 0
    private var line = 1
    private var column = 1
    private var endsInReturn = false

    /// The number of bytes in the window.
    var byteCount: Int { bytes.count }

    /// Appends the next part of the text.
    ///
    /// - Parameter part: UTF-8, split anywhere.
    mutating func append(_ part: [UInt8]) {
        bytes.append(contentsOf: part)
    }

    /// Discards everything before an offset.
    ///
    /// - Parameter offset: An offset in the whole text.
    mutating func forget(before offset: Int) {
        let done = min(max(offset - start, 0), bytes.count)
        count(upTo: start + done)
        // Removing a few bytes from a large array again and again would be slow.
        guard done >= bytes.count / 2 else { return }
        bytes.removeFirst(done)
        start += done
    }

    /// Returns the last offset of a byte before an offset.
    ///
    /// - Parameters:
    ///   - byte: The byte to find.
    ///   - offset: The exclusive end of the search.
    /// - Returns: The offset in the whole text; nil if the byte is not there.
    func last(_ byte: UInt8, before offset: Int) -> Int? {
        let end = min(max(offset - start, 0), bytes.count)
        return bytes[..<end].lastIndex(of: byte).map { start + $0 }
    }

    /// Returns the line and column of an offset, starting from 1.
    ///
    /// - Parameter offset: An offset in the whole text. If it precedes the counted part, the result is the start of
    ///   that part.
    /// - Returns: The position and its offset.
    mutating func position(of offset: Int) -> (line: Int, column: Int, offset: Int) {
        count(upTo: offset)
        return (line, column, max(offset, counted))
    }

    private mutating func count(upTo offset: Int) {
        let end = min(offset - start, bytes.count)
        guard counted - start < end else { return }
        var (line, column, endsInReturn) = (line, column, endsInReturn)
        bytes.withUnsafeBufferPointer { bytes in
            for index in (counted - start)..<end {
                let byte = bytes[index]
                if byte == 0x0A || byte == 0x0D {
                    // A line ends at a line feed, a carriage return, or both together.
                    if !(byte == 0x0A && endsInReturn) { line += 1 }
                    column = 1
                    endsInReturn = byte == 0x0D
                } else {
                    if byte & 0xC0 != 0x80 { column += 1 }
                    endsInReturn = false
                }
            }
        }
        (self.line, self.column, self.endsInReturn) = (line, column, endsInReturn)
        counted = start + end
    }
}
