/// A writer of cells that uses as few bytes as possible, starting from the current position of the cursor.
///
/// Rows and columns count from the top left corner of the region.
struct CellWriter: Sendable {
    /// A part of a row to write, optionally erasing the rest of the row.
    struct Span: Sendable {
        var row: Int
        var columns: Range<Int>
        var erasesRest = false
    }

    /// The bytes to send.
    var output = ""
    /// The terminal's current style.
    var style = CellStyle.plain
    /// The row of the cursor.
    private(set) var row = 0
    /// The column of the cursor.
    private(set) var column = 0

    static let saveCursor = "\u{1B}7"
    static let restoreCursor = "\u{1B}8"
    /// The maximum width of a narrow region, in columns.
    ///
    /// A display of this width has no ring; see ``HUDLayout``.
    private static let narrow = 18

    /// Switches the terminal's style.
    mutating func set(_ new: CellStyle) {
        output += new.sequence(from: style)
        style = new
    }

    /// Begins a new line.
    mutating func nextLine() {
        output += "\r\n"
        row += 1
        column = 0
    }

    /// Moves the cursor to the top left corner of the region.
    mutating func moveToCorner() {
        if column > 0 {
            output += "\r"
            column = 0
        }
        moveUp(row)
    }

    /// Makes the position of the cursor the top left corner of a region.
    mutating func beginRegion() {
        row = 0
        column = 0
    }

    /// Writes a part of a row.
    mutating func write(_ span: Span, of grid: CellGrid) {
        if !span.columns.isEmpty { moveCursor(to: span.row, span.columns.lowerBound, in: grid) }
        for column in span.columns {
            let cell = grid[span.row, column]
            if cell.text.isEmpty { continue }
            // A blank cell looks the same in every style without a background.
            if cell != .blank || style.background != nil { set(cell.style) }
            output += cell.text
        }
        if !span.columns.isEmpty { column = span.columns.upperBound }
        guard span.erasesRest else { return }
        moveCursor(to: span.row, span.columns.upperBound, in: grid)
        // Erased cells get the current background.
        if style.background != nil { set(.plain) }
        output += "\u{1B}[K"
    }

    /// Moves the cursor to a position where it can stay between frames.
    ///
    /// If a screen becomes narrower, its lines wrap. If a line before the cursor wrapped, the position of the region
    /// would be lost. Therefore the cursor is moved to the left half of the first row. In a narrow region on a much
    /// wider screen, it can stay where it is.
    ///
    /// - Parameters:
    ///   - grid: The cells of the region.
    ///   - width: The width of the screen in cells.
    mutating func park(in grid: CellGrid, width: Int) {
        let isNarrow = grid.columns <= Self.narrow
        if isNarrow && width > 2 * Self.narrow { return }
        if column > (isNarrow ? 0 : max(Self.narrow, grid.columns / 2 - 1)) {
            output += "\r"
            column = 0
        }
        moveUp(row)
    }

    private mutating func moveUp(_ distance: Int) {
        guard distance > 0 else { return }
        // A reverse index (ESC M) is shorter, and does not scroll within the region.
        output += distance == 1 ? "\u{1B}M" : "\u{1B}[\(distance)A"
        row -= distance
    }

    private mutating func moveCursor(to newRow: Int, _ newColumn: Int, in grid: CellGrid) {
        if newRow > row {
            let distance = newRow - row
            // A vertical tab is one byte, keeps the column, and does not scroll within the region.
            output += distance < 4 ? String(repeating: "\u{B}", count: distance) : "\u{1B}[\(distance)B"
            row = newRow
        } else {
            moveUp(row - newRow)
        }
        if newColumn < column {
            let back = column - newColumn
            let backward = back < 4 ? String(repeating: "\u{8}", count: back) : "\u{1B}[\(back)D"
            let fromBegin = "\r" + forward(from: 0, to: newColumn, in: grid)
            output += fromBegin.utf8.count <= backward.utf8.count ? fromBegin : backward
        } else {
            output += forward(from: column, to: newColumn, in: grid)
        }
        column = newColumn
    }

    /// Returns the bytes that move the cursor over cells, or write them again if that is shorter.
    private func forward(from start: Int, to end: Int, in grid: CellGrid) -> String {
        guard end > start else { return "" }
        let gap = end - start
        let between = grid.row(row).dropFirst(start).prefix(gap)
        if gap <= 3, between.allSatisfy({ $0.style == style && $0.text.utf8.count == 1 }) {
            return between.map(\.text).joined()
        }
        return gap == 1 ? "\u{1B}[C" : "\u{1B}[\(gap)C"
    }
}
