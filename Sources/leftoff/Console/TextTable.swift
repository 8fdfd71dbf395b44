import TerminalHUD

/// Rows of text set in columns, for people.
struct TextTable {
    /// The rows; each has as many cells as the others.
    var rows: [[String]]
    /// The widest a cell may be, in terminal columns; longer text is cut with an ellipsis.
    var maximumCellWidth = 60

    /// The lines: columns two spaces apart, control characters taken out, the last column not padded.
    var lines: [String] {
        let cells = rows.map { $0.map { TerminalText.cut(TerminalText.sanitized($0), to: maximumCellWidth) } }
        guard let columnCount = cells.map(\.count).max() else { return [] }
        let widths = (0..<columnCount).map { column in
            cells.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
        }
        return cells.map { row in
            row.enumerated().map { column, cell in
                let padding = column == row.count - 1 ? 0 : widths[column] - DisplayWidth.of(cell) + 2
                return cell + String(repeating: " ", count: padding)
            }.joined()
        }
    }
}
