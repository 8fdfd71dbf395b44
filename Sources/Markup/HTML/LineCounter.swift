import CBytes

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
