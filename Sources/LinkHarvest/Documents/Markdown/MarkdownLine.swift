/// A line of Markdown, and the position up to which its markers have been read.
///
/// A tab extends to the next multiple of four columns.
struct MarkdownLine {
    let bytes: UnsafeBufferPointer<UInt8>
    let end: Int
    private(set) var position: Int
    private var column = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// The number of columns of white space at the position.
    var indent: Int {
        var (index, column) = (position, column)
        while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 {
            column += bytes[index] == 0x09 ? 4 - column % 4 : 1
            index += 1
        }
        return column - self.column
    }

    /// The offset of the next byte that is not white space.
    var textStart: Int {
        var index = position
        while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        return index
    }

    var isBlank: Bool { textStart == end }

    /// The text after the white space.
    var text: Slice<UnsafeBufferPointer<UInt8>> { bytes[textStart..<end] }

    /// Skips white space, up to a number of columns.
    mutating func skip(columns: Int) {
        var left = columns
        while left > 0, position < end, bytes[position] == 0x20 || bytes[position] == 0x09 {
            let width = bytes[position] == 0x09 ? 4 - column % 4 : 1
            column += min(width, left)
            if width <= left { position += 1 }
            left -= width
        }
    }

    /// Skips a number of bytes, none of which may be a tab: each is one column wide.
    mutating func skip(bytes count: Int) {
        position += count
        column += count
    }
}
