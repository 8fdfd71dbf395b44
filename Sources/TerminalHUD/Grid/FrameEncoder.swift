/// Turns grids into the bytes that change one into the next on a terminal.
///
/// The region stands in the normal screen. Between frames the cursor is parked in its top left corner, so all movement is
/// relative, a resize leaves it where the region begins, and whatever scrolls takes both along.
package struct FrameEncoder: Sendable {
    /// What is on the screen; nil if nothing is.
    package private(set) var shown: CellGrid?
    private let usesSynchronizedUpdates: Bool
    private var isCursorHidden = false
    private var output = ""
    private var style = CellStyle.plain
    private var row = 0
    private var column = 0

    /// Makes an encoder for a screen that shows nothing yet.
    ///
    /// - Parameter usesSynchronizedUpdates: Whether frames are bracketed by mode 2026, which the terminal must know.
    package init(usesSynchronizedUpdates: Bool = false) {
        self.usesSynchronizedUpdates = usesSynchronizedUpdates
    }

    /// Encodes the next frame.
    ///
    /// - Parameters:
    ///   - grid: What to show; never as wide as the screen, nor as high. Nil to show nothing any more.
    ///   - lines: Sanitised text that stays above it.
    ///   - isResized: Whether the screen has another size than at the last frame, so that nothing is known of it.
    /// - Returns: The bytes; none if nothing changes.
    package mutating func encode(_ grid: CellGrid?, above lines: [String] = [], isResized: Bool = false) -> [UInt8] {
        defer { shown = grid }
        output = ""
        style = .plain
        row = 0
        column = 0
        if !lines.isEmpty {
            erase()
            for line in lines { output += line + "\r\n" }
            shown = nil
        }
        if let grid {
            if !isCursorHidden { output += "\u{1B}[?25l" }
            isCursorHidden = true
            if let shown, shown.columns == grid.columns, shown.rows == grid.rows, !isResized {
                change(shown, into: grid)
            } else {
                draw(grid, isResized: isResized)
            }
        } else {
            erase()
            if isCursorHidden { output += "\u{1B}[?25h" }
            isCursorHidden = false
        }
        guard !output.isEmpty else { return [] }
        if usesSynchronizedUpdates { output = "\u{1B}[?2026h" + output + "\u{1B}[?2026l" }
        return Array(output.utf8)
    }

    /// Forgets what is on the screen, since the terminal was restored: the next frame is drawn whole, from where the cursor
    /// stands.
    package mutating func forget() {
        shown = nil
        isCursorHidden = false
    }

    /// The bytes that give the terminal back if the process ends now.
    ///
    /// - Returns: Those for a cursor that is parked, which leave no trace, and those for a frame that was cut off, which leave
    ///   what was drawn and go to the next line.
    package func restoreBytes() -> (parked: [UInt8], torn: [UInt8]) {
        let end = (usesSynchronizedUpdates ? "\u{1B}[?2026l" : "") + "\u{1B}[m"
        var copy = self
        copy.output = ""
        copy.erase()
        return (
            Array((end + copy.output + "\u{1B}[?25h").utf8), Array((end + "\r\n\u{1B}[J\u{1B}[?25h").utf8)
        )
    }

    private mutating func erase() {
        guard let shown, shown.rows > 0 else { return }
        output += Self.save + "\u{1B}[K"
        for _ in 1..<shown.rows { output += "\u{1B}[B\u{1B}[K" }
        output += Self.park
    }

    /// Saves the parked cursor, and brings it back there.
    ///
    /// Going up as many rows as down would end elsewhere on a screen that
    /// has shrunk already without our being told.
    private static let save = "\u{1B}7"
    private static let park = "\u{1B}8"

    /// Draws every row; line feeds make the room where the region reaches beyond the screen's end.
    private mutating func draw(_ grid: CellGrid, isResized: Bool) {
        let surplus = isResized ? 0 : max((shown?.rows ?? 0) - grid.rows, 0)
        output += "\r"
        for index in 0..<grid.rows {
            if index > 0 { output += "\r\n" }
            row = index
            column = 0
            let used = usedColumns(grid, index)
            write(grid, index, 0..<used)
            set(.plain)
            if shown != nil { output += "\u{1B}[K" }
        }
        // Lines that were wider than the screen now is have been wrapped below. The cursor is not in the screen's corner,
        // where this sequence would push the screen into the history of some terminals.
        if isResized { output += "\u{1B}[J" }
        for _ in 0..<surplus { output += "\r\n\u{1B}[K" }
        row += surplus
        // These rows have just been made, perhaps by scrolling, so only the way back by rows is right.
        output += "\r"
        if row > 0 { output += row == 1 ? "\u{1B}[A" : "\u{1B}[\(row)A" }
    }

    private mutating func change(_ old: CellGrid, into new: CellGrid) {
        let start = output.utf8.count
        for index in 0..<new.rows where old.row(index) != new.row(index) {
            let used = usedColumns(new, index)
            let oldUsed = usedColumns(old, index)
            var at = 0
            while at < new.columns {
                guard old[index, at] != new[index, at] else {
                    at += 1
                    continue
                }
                // A wide grapheme is written from its first cell.
                while at > 0 && new[index, at].text.isEmpty { at -= 1 }
                var end = at + 1
                while end < new.columns && (old[index, end] != new[index, end] || new[index, end].text.isEmpty) {
                    end += 1
                }
                if end > used && oldUsed - max(at, used) > 3 {
                    // Blank to the end: erasing is shorter than spaces.
                    if at < used { write(new, index, at..<used) }
                    moveCursor(to: index, max(at, used), in: new)
                    set(.plain)
                    output += "\u{1B}[K"
                    break
                }
                write(new, index, at..<end)
                at = end
            }
        }
        guard output.utf8.count > start else { return }
        set(.plain)
        output.insert(contentsOf: Self.save, at: output.startIndex)
        output += Self.park
    }

    private mutating func write(_ grid: CellGrid, _ index: Int, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        moveCursor(to: index, range.lowerBound, in: grid)
        for column in range {
            let cell = grid[index, column]
            if cell.text.isEmpty { continue }
            // A space looks the same in every style.
            if cell != .blank { set(cell.style) }
            output += cell.text
        }
        column = range.upperBound
    }

    private mutating func moveCursor(to newRow: Int, _ newColumn: Int, in grid: CellGrid) {
        if newRow != row {
            output += "\u{1B}[\(abs(newRow - row) == 1 ? "" : String(abs(newRow - row)))\(newRow > row ? "B" : "A")"
            row = newRow
        }
        if newColumn < column {
            output += "\r"
            column = 0
        }
        guard newColumn > column else { return }
        let gap = newColumn - column
        let between = grid.row(row).dropFirst(column).prefix(gap)
        // Writing a few cells anew is shorter than stepping over them.
        if between.allSatisfy({ $0.style == style && $0.text.utf8.count == 1 }) && gap <= 3 {
            for cell in between { output += cell.text }
        } else {
            output += gap == 1 ? "\u{1B}[C" : "\u{1B}[\(gap)C"
        }
        column = newColumn
    }

    private mutating func set(_ new: CellStyle) {
        guard new != style else { return }
        output += new.sequence
        style = new
    }

    private func usedColumns(_ grid: CellGrid, _ index: Int) -> Int {
        (grid.row(index).lastIndex { $0 != .blank }).map { $0 - grid.row(index).startIndex + 1 } ?? 0
    }
}
