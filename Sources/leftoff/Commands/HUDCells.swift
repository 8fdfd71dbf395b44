import ArgumentParser
import TerminalHUD

/// A size in terminal cells, written `8x4`.
struct HUDCells: ExpressibleByArgument {
    /// Cells in a line, 1 to 1000.
    var columns: Int
    /// Lines, 1 to 500.
    var rows: Int

    /// Reads a size.
    ///
    /// - Parameter argument: Columns, `x`, rows.
    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...1000).contains(columns),
            (1...500).contains(rows)
        else { return nil }
        self.columns = columns
        self.rows = rows
    }

    /// The same for the display.
    var size: TerminalSize { TerminalSize(columns: columns, rows: rows) }
}
