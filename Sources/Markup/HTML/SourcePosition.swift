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
