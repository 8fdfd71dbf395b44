/// A rectangle of cells.
package struct CellGrid: Sendable, Hashable {
    /// The number of cells in a row.
    package let columns: Int
    /// The number of rows.
    package let rows: Int
    private var cells: [Cell]

    /// Creates a blank grid.
    package init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// The cell at a row and column.
    package subscript(row: Int, column: Int) -> Cell {
        get { cells[row * columns + column] }
        set { cells[row * columns + column] = newValue }
    }

    /// Writes text into one row, as far as it fits.
    ///
    /// - Parameters:
    ///   - text: The sanitized text.
    ///   - row: The row; ignored if the grid has no such row.
    ///   - column: The column of the first grapheme.
    ///   - style: The style of the text.
    /// - Returns: The column after the text.
    @discardableResult
    package mutating func write(_ text: String, row: Int, column: Int, style: CellStyle = .plain) -> Int {
        guard (0..<rows).contains(row), column >= 0 else { return column }
        var column = column
        for character in text {
            let width = DisplayWidth.of(character)
            if width == 0 { continue }
            guard column + width <= columns else { break }
            self[row, column] = character == " " ? .blank : Cell(String(character), style: style)
            if width == 2 { self[row, column + 1] = Cell("", style: style) }
            column += width
        }
        return column
    }

    /// Returns the cells of one row from left to right.
    package func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * columns..<(row + 1) * columns]
    }

    /// Returns a grid of the first rows, at least one and at most `rows`.
    package func prefix(rows: Int) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: min(max(rows, 1), self.rows))
        grid.cells = Array(cells.prefix(columns * grid.rows))
        return grid
    }

    /// The rows as text, without trailing spaces.
    package var lines: [String] {
        (0..<rows).map { index in
            var text = row(index).map(\.text).joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }
}
