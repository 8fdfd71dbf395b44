/// A place in a document.
package struct SourcePosition: Sendable, Hashable {
    /// The line, from 1.
    ///
    /// A line ends at a line feed, a carriage return, or both together.
    package var line: Int
    /// The column in Unicode scalars, from 1.
    package var column: Int
    /// The offset in the document's bytes as they were received, from 0, byte order mark included.
    package var byte: Int

    /// Makes a place of its parts.
    package init(line: Int, column: Int, byte: Int) {
        self.line = line
        self.column = column
        self.byte = byte
    }
}
