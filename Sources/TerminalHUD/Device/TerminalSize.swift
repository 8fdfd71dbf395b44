/// A terminal's size in cells.
package struct TerminalSize: Sendable, Hashable {
    /// How many cells a line has.
    package var columns: Int
    /// How many lines there are.
    package var rows: Int

    /// Makes a size.
    ///
    /// - Parameters:
    ///   - columns: How many cells a line has.
    ///   - rows: How many lines there are.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}
