/// A rectangle of cells.
package struct CellGrid: Sendable, Hashable {
    /// How many cells a row has.
    package let columns: Int
    /// How many rows there are.
    package let rows: Int
    private var cells: [Cell]

    /// Makes a blank grid.
    ///
    /// - Parameters:
    ///   - columns: How many cells a row has.
    ///   - rows: How many rows there are.
    package init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// A cell of the grid.
    package subscript(row: Int, column: Int) -> Cell {
        get { cells[row * columns + column] }
        set { cells[row * columns + column] = newValue }
    }

    /// Writes text into one row; what does not fit is left out.
    ///
    /// - Parameters:
    ///   - text: The sanitised text.
    ///   - row: The row.
    ///   - column: Where the first grapheme stands.
    ///   - style: How it looks.
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

    /// The cells of one row.
    ///
    /// - Parameter row: The row.
    /// - Returns: Its cells from left to right.
    package func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * columns..<(row + 1) * columns]
    }

    /// The first rows.
    ///
    /// - Parameter rows: How many at most.
    /// - Returns: A grid of them.
    package func prefix(rows: Int) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: min(max(rows, 1), self.rows))
        grid.cells = Array(cells.prefix(columns * grid.rows))
        return grid
    }

    /// The rows as text, without the spaces at their ends.
    package var lines: [String] {
        (0..<rows).map { index in
            var text = row(index).map(\.text).joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }
}
