/// A table of text with aligned columns.
package struct TextTable {
    /// The width to which all columns are narrowed first, if the rows do not fit.
    private static let minimumWidth = 16
    /// The width to which all columns except the first are narrowed if the rows still do not fit.
    ///
    /// The first column identifies the row.
    private static let narrowWidth = 6
    private static let gap = 2

    /// The rows, all with the same number of cells.
    package var rows: [[String]]
    /// The maximum width of a cell in terminal columns; longer text is truncated with an ellipsis.
    package var maximumCellWidth = 60
    /// The indices of right-aligned columns.
    package var rightAligned: Set<Int> = []
    /// The width of the terminal.
    ///
    /// If the rows are wider, the widest columns are narrowed, and then the rows are truncated. Nil for no limit.
    package var width: Int?

    /// Creates a table of left-aligned columns.
    ///
    /// - Parameter rows: The rows, all with the same number of cells.
    package init(rows: [[String]]) {
        self.rows = rows
    }

    /// The lines of the table.
    ///
    /// Columns are two spaces apart, control characters are replaced, and the last column is not padded.
    package var lines: [String] {
        let clean = rows.map { $0.map(TerminalText.sanitized) }
        guard let columnCount = clean.map(\.count).max() else { return [] }
        let widths = fitted(
            (0..<columnCount).map { column in
                min(maximumCellWidth, clean.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0)
            })
        return clean.map { row in
            let line = row.enumerated().map { column, text in
                let cell = TerminalText.cut(text, to: widths[column])
                let padding = String(repeating: " ", count: max(0, widths[column] - DisplayWidth.of(cell)))
                let isLast = column == row.count - 1
                let set = rightAligned.contains(column) ? padding + cell : isLast ? cell : cell + padding
                return isLast ? set : set + String(repeating: " ", count: Self.gap)
            }.joined()
            return width.map { TerminalText.cut(line, to: $0) } ?? line
        }
    }

    /// Returns the widths after narrowing the widest columns until the rows fit.
    private func fitted(_ widths: [Int]) -> [Int] {
        guard let width else { return widths }
        var widths = widths
        var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - width
        for (columns, least) in [(widths.indices, Self.minimumWidth), (widths.indices.dropFirst(), Self.narrowWidth)] {
            while excess > 0, let widest = columns.max(by: { widths[$0] < widths[$1] }), widths[widest] > least {
                widths[widest] -= 1
                excess -= 1
            }
        }
        return widths
    }
}
