/// Writes cells in as few bytes as it can, from wherever the cursor stands.
///
/// Rows and columns count from the region's top left corner.
struct CellWriter: Sendable {
    /// A part of a row that is to be written, and whether all after it becomes blank.
    struct Span: Sendable {
        var row: Int
        var columns: Range<Int>
        var erasesRest = false
    }

    /// What is to be sent.
    var output = ""
    /// The style in which the next character appears.
    var style = CellStyle.plain
    /// The cursor's row.
    private(set) var row = 0
    /// The cursor's column.
    private(set) var column = 0

    static let save = "\u{1B}7"
    static let bringBack = "\u{1B}8"
    /// The narrowest screen on which a region is laid out for its width has this many columns, the last one not counted.
    private static let narrow = 18

    /// Switches the style.
    mutating func set(_ new: CellStyle) {
        output += new.sequence(from: style)
        style = new
    }

    /// Makes a line of its own, at the begin of which the cursor stands then.
    mutating func nextLine() {
        output += "\r\n"
        row += 1
        column = 0
    }

    /// Goes to the region's top left corner.
    mutating func moveToCorner() {
        if column > 0 {
            output += "\r"
            column = 0
        }
        moveUp(row)
    }

    /// Takes where the cursor stands for the corner of a region.
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
            // A space looks the same in every style without a background.
            if cell != .blank || style.background != nil { set(cell.style) }
            output += cell.text
        }
        if !span.columns.isEmpty { column = span.columns.upperBound }
        guard span.erasesRest else { return }
        moveCursor(to: span.row, span.columns.upperBound, in: grid)
        // What is erased takes the background on.
        if style.background != nil { set(.plain) }
        output += "\u{1B}[K"
    }

    /// Goes where the cursor may stand between frames.
    ///
    /// A screen that becomes narrower wraps its lines. Where that may happen before the cursor, nobody would know any more
    /// where the region begins: so it stays in the first row, in its left half. Only a narrow region on a screen that is much
    /// wider is left as it is.
    ///
    /// - Parameters:
    ///   - grid: The region.
    ///   - width: How wide the screen is.
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
        // A reverse index is the shorter; within the region it does not scroll.
        output += distance == 1 ? "\u{1B}M" : "\u{1B}[\(distance)A"
        row -= distance
    }

    private mutating func moveCursor(to newRow: Int, _ newColumn: Int, in grid: CellGrid) {
        if newRow > row {
            let distance = newRow - row
            // A vertical tab goes down and keeps the column, by one byte; within the region nothing scrolls.
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

    /// Steps over cells, or writes them anew where that is shorter.
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
