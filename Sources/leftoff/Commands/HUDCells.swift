import ArgumentParser
import TerminalHUD

/// A size in terminal cells, written `8x4`.
struct HUDCells: ExpressibleByArgument {
    /// The width, 1 to 1000.
    var columns: Int
    /// The height, 1 to 500.
    var rows: Int

    /// Parses a size.
    ///
    /// - Parameter argument: The columns, `x` and the rows, such as `8x4`.
    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...1000).contains(columns),
            (1...500).contains(rows)
        else { return nil }
        self.columns = columns
        self.rows = rows
    }

    /// The size as the display's type.
    var size: TerminalSize { TerminalSize(columns: columns, rows: rows) }
}
