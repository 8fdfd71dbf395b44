/// The size of a terminal in cells.
package struct TerminalSize: Sendable, Hashable {
    /// The number of cells in a line.
    package var columns: Int
    /// The number of lines.
    package var rows: Int

    /// Creates a size.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}
