/// Turns grids into the bytes that change one into the next on a terminal.
///
/// The region stands in the normal screen. Between frames the cursor stands in it, mostly in its first row, so all movement is
/// relative, a resize leaves it where the region begins, and whatever scrolls takes both along.
package struct FrameEncoder: Sendable {
    /// What is on the screen; nil if nothing is.
    package private(set) var shown: CellGrid?
    /// Where, in the bytes of the last frame, each line above the region ends.
    package private(set) var lineEnds: [Int] = []
    /// Whether frames are bracketed by mode 2026, which the terminal must know.
    package var usesSynchronizedUpdates: Bool
    private static let beginUpdate = "\u{1B}[?2026h"
    private var shownProgress: TaskbarProgress?
    private var isCursorHidden = false
    /// Whether the last frame has left its update open.
    private var isHeld = false
    /// How wide the screen is.
    private var width = Int.max
    /// Where the cursor stands, and in which style, so that a ring that turns in one colour names it once.
    private var writer = CellWriter()

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
    ///   - width: How wide the screen is; nil for unknown, and then it is taken for a wide one.
    ///   - isResized: Whether the screen has another size than at the last frame, so that nothing is known of it.
    ///   - progress: What the window's icon shows; nil for nothing.
    ///   - holds: Whether the terminal, if it can, shows this only together with the next frame: others write in between.
    /// - Returns: The bytes; none if nothing changes.
    package mutating func encode(
        _ grid: CellGrid?, above lines: [String] = [], width: Int? = nil, isResized: Bool = false,
        progress: TaskbarProgress? = nil, holds: Bool = false
    ) -> [UInt8] {
        self.width = width ?? .max
        var stale = shown?.rows ?? 0
        defer {
            shown = grid
            writer.output = ""
        }
        lineEnds = []
        if !lines.isEmpty {
            writer.set(.plain)
            // What is written over at once need not become blank before, which is to be seen where frames are not bracketed.
            // A line that fills the screen to its edge leaves nothing to erase behind it.
            let fits = width.map { width in lines.allSatisfy { DisplayWidth.of($0) < width } } ?? false
            let isOver = stale > 0 && grid != nil && !isResized && fits
            if isOver { writer.moveToCorner() } else { erase() }
            stale = isOver ? max(stale - lines.count, 0) : 0
            for line in lines {
                writer.output += line + (isOver ? "\u{1B}[K" : "") + "\r\n"
                lineEnds.append(writer.output.utf8.count + (usesSynchronizedUpdates ? Self.beginUpdate.utf8.count : 0))
            }
            writer.beginRegion()
            shown = nil
        }
        if let grid {
            if !isCursorHidden { writer.output += "\u{1B}[?25l" }
            isCursorHidden = true
            if let shown, shown.columns == grid.columns, shown.rows == grid.rows, !isResized {
                change(shown, into: grid)
            } else {
                draw(grid, isResized: isResized, over: stale)
            }
        } else {
            writer.set(.plain)
            erase()
            if isCursorHidden { writer.output += "\u{1B}[?25h" }
            isCursorHidden = false
        }
        if progress != shownProgress { writer.output += progress?.sequence ?? TaskbarProgress.clear }
        shownProgress = progress
        guard usesSynchronizedUpdates else { return Array(writer.output.utf8) }
        if writer.output.isEmpty && (!isHeld || holds) { return [] }
        isHeld = holds
        return Array((Self.beginUpdate + writer.output + (holds ? "" : "\u{1B}[?2026l")).utf8)
    }

    /// Forgets what is on the screen, since the terminal was restored: the next frame is drawn whole, from where the cursor
    /// stands.
    ///
    /// - Parameter isCursorHidden: Whether the cursor may be hidden all the same, so that it is shown again at the end.
    package mutating func forget(isCursorHidden: Bool = false) {
        shown = nil
        shownProgress = nil
        isHeld = false
        self.isCursorHidden = isCursorHidden
        writer = CellWriter()
    }

    /// The bytes that give the terminal back if the process ends now.
    ///
    /// - Returns: Those for a cursor that is parked, which leave no trace, and those for a frame that was cut off, which leave
    ///   what was drawn and go to the next line.
    package func restoreBytes() -> (parked: [UInt8], torn: [UInt8]) {
        let end =
            (usesSynchronizedUpdates ? "\u{1B}[?2026l" : "") + "\u{1B}[m"
            + (shownProgress == nil ? "" : TaskbarProgress.clear)
        var copy = self
        copy.writer.output = ""
        copy.erase()
        return (
            // Where a key like Ctrl-C was echoed, the cursor is no longer in the first column.
            Array((end + "\r" + copy.writer.output + "\u{1B}[?25h").utf8), Array((end + "\r\n\u{1B}[J\u{1B}[?25h").utf8)
        )
    }

    private mutating func erase() {
        guard let shown, shown.rows > 0 else { return }
        writer.moveToCorner()
        writer.output += CellWriter.save + "\u{1B}[K"
        for _ in 1..<shown.rows { writer.output += "\u{1B}[B\u{1B}[K" }
        writer.output += CellWriter.bringBack
    }

    /// Draws every row; line feeds make the room where the region reaches beyond the screen's end.
    ///
    /// So many rows from the corner on show something old.
    private mutating func draw(_ grid: CellGrid, isResized: Bool, over stale: Int) {
        let surplus = isResized ? 0 : max(stale - grid.rows, 0)
        // What was typed may have been echoed.
        if writer.column == 0 { writer.output += "\r" }
        writer.moveToCorner()
        for index in 0..<grid.rows {
            if index > 0 { writer.nextLine() }
            writer.write(CellWriter.Span(row: index, columns: 0..<usedColumns(grid, index)), of: grid)
            // What is erased takes the background on.
            if writer.style.background != nil { writer.set(.plain) }
            if stale > 0 { writer.output += "\u{1B}[K" }
        }
        // Lines that were wider than the screen now is have been wrapped below. The cursor is not in the screen's corner,
        // where this sequence would push the screen into the history of some terminals.
        if isResized { writer.output += "\u{1B}[J" }
        for _ in 0..<surplus {
            writer.nextLine()
            writer.output += "\u{1B}[K"
        }
        // These rows have just been made, perhaps by scrolling, so only the way back by rows is right.
        writer.moveToCorner()
    }

    private mutating func change(_ old: CellGrid, into new: CellGrid) {
        let spans = spans(old, new)
        if spans.isEmpty { return }
        // The nearer end first. Among many parts the way to the first one is not worth a second try.
        guard (2...6).contains(spans.count) else {
            writer = written(spans, of: new)
            return
        }
        let (down, up) = (written(spans, of: new), written(spans.reversed(), of: new))
        writer = up.output.utf8.count < down.output.utf8.count ? up : down
    }

    /// The parts of rows that differ.
    private func spans(_ old: CellGrid, _ new: CellGrid) -> [CellWriter.Span] {
        var spans: [CellWriter.Span] = []
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
                    spans.append(CellWriter.Span(row: index, columns: at..<max(at, used), erasesRest: true))
                    break
                }
                spans.append(CellWriter.Span(row: index, columns: at..<end))
                at = end
            }
        }
        return spans
    }

    /// Writes parts of rows, and leaves the cursor where it may stand.
    private func written(_ spans: [CellWriter.Span], of grid: CellGrid) -> CellWriter {
        let start = writer
        var there = start
        // The first style goes before the cursor is saved, so that it comes back with it and stays for the next frame.
        there.set(firstStyle(spans, of: grid) ?? start.style)
        let saved = there
        there.output = ""
        for span in spans { there.write(span, of: grid) }
        var parked = there
        parked.park(in: grid, width: width)
        let isNear = parked.output.utf8.count < there.output.utf8.count + 4
        var result = isNear ? parked : saved
        result.output = saved.output + (isNear ? parked.output : CellWriter.save + there.output + CellWriter.bringBack)
        return result
    }

    /// The style of the first cell that is written and shows it; nil if none does.
    private func firstStyle(_ spans: [CellWriter.Span], of grid: CellGrid) -> CellStyle? {
        for span in spans {
            if let column = span.columns.first(where: { grid[span.row, $0] != .blank }) {
                return grid[span.row, column].style
            }
        }
        return nil
    }

    private func usedColumns(_ grid: CellGrid, _ index: Int) -> Int {
        (grid.row(index).lastIndex { $0 != .blank }).map { $0 - grid.row(index).startIndex + 1 } ?? 0
    }
}
