import TerminalHUD

/// Rows of text set in columns, for people.
struct TextTable {
    /// The narrowest that a column is made to fit a terminal.
    private static let leastWidth = 16
    /// The narrowest that a column other than the first, which names the row, is made to fit a narrow one.
    private static let scantWidth = 6
    private static let gap = 2

    /// The rows; each has as many cells as the others.
    var rows: [[String]]
    /// The widest a cell may be, in terminal columns; longer text is cut with an ellipsis.
    var maximumCellWidth = 60
    /// The columns whose text stands at their right, as numbers do.
    var rightAligned: Set<Int> = []
    /// The width of the terminal, for which the widest columns are cut until the rows fit, and then the rows.
    ///
    /// nil cuts none for that.
    var width: Int?

    /// The lines: columns two spaces apart, control characters taken out, the last column not padded.
    var lines: [String] {
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

    /// Narrows the widest columns until all fit.
    private func fitted(_ widths: [Int]) -> [Int] {
        guard let width else { return widths }
        var widths = widths
        var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - width
        for (columns, least) in [(widths.indices, Self.leastWidth), (widths.indices.dropFirst(), Self.scantWidth)] {
            while excess > 0, let widest = columns.max(by: { widths[$0] < widths[$1] }), widths[widest] > least {
                widths[widest] -= 1
                excess -= 1
            }
        }
        return widths
    }
}
