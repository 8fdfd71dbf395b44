/// An encoder of frames: it returns the bytes that change the previous grid on the screen to the next one.
///
/// The region is a part of the normal screen. Between frames, the cursor stays inside the region, usually in its first
/// row. All movements are therefore relative to the cursor. A resize of the screen leaves the cursor at the start of
/// the region, and scrolling moves both.
package struct FrameEncoder: Sendable {
    /// The grid on the screen; nil if there is none.
    package private(set) var shown: CellGrid?
    /// The offsets in the bytes of the last frame at which the lines above the region are complete.
    package private(set) var lineEnds: [Int] = []
    /// True if frames are enclosed in synchronized updates (mode 2026), which the terminal must support.
    package var usesSynchronizedUpdates: Bool {
        get { update != .unsupported }
        set { if newValue != usesSynchronizedUpdates { update = newValue ? .ended : .unsupported } }
    }
    private static let beginUpdate = "\u{1B}[?2026h"
    private static let endUpdate = "\u{1B}[?2026l"

    /// The state of the terminal's synchronized update.
    private enum Update: Sendable {
        case unsupported
        /// The last frame has ended its update.
        case ended
        /// The last frame has left its update open.
        case open
    }

    private var update: Update
    private var shownProgress: TaskbarProgress?
    private var isCursorHidden = false
    /// The width of the screen in cells.
    private var width = Int.max
    /// The writer, which keeps the cursor's position and the terminal's style, so that consecutive frames in one color
    /// select it only once.
    private var writer = CellWriter()

    /// Creates an encoder for a screen that shows nothing yet.
    package init(usesSynchronizedUpdates: Bool = false) {
        update = usesSynchronizedUpdates ? .ended : .unsupported
    }

    /// Encodes the next frame.
    ///
    /// - Parameters:
    ///   - grid: The grid to show, smaller than the screen in both directions; nil to remove the region.
    ///   - lines: The sanitized lines to print above the region.
    ///   - width: The width of the screen; nil if it is unknown, which is treated as very wide.
    ///   - isResized: True if the size of the screen has changed since the last frame, so that its contents are
    ///     unknown.
    ///   - progress: The progress for the taskbar; nil for none.
    ///   - leavesUpdateOpen: True if the terminal should show this only together with the next frame, because other
    ///     output follows.
    /// - Returns: The bytes; empty if nothing changes.
    package mutating func encode(
        _ grid: CellGrid?, above lines: [String] = [], width: Int? = nil, isResized: Bool = false,
        progress: TaskbarProgress? = nil, leavesUpdateOpen: Bool = false
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
            // Rows that are overwritten immediately are not erased first, because that would flicker without
            // synchronized updates. After a line as wide as the screen, no erase sequence may follow.
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
        if writer.output.isEmpty && (update != .open || leavesUpdateOpen) { return [] }
        update = leavesUpdateOpen ? .open : .ended
        return Array((Self.beginUpdate + writer.output + (leavesUpdateOpen ? "" : Self.endUpdate)).utf8)
    }

    /// Discards the state of the screen after the terminal was restored.
    ///
    /// The next frame is drawn completely, at the cursor's position.
    ///
    /// - Parameter isCursorHidden: True if the cursor may still be hidden, so that it is shown again at the end.
    package mutating func forget(isCursorHidden: Bool = false) {
        shown = nil
        shownProgress = nil
        if update == .open { update = .ended }
        self.isCursorHidden = isCursorHidden
        writer = CellWriter()
    }

    /// Returns the bytes that restore the terminal if the process ends now.
    ///
    /// - Returns: The bytes to write after a complete frame (`parked`), which remove it, and after an incomplete one
    ///   (`torn`), which leave it and go to the next line.
    package func restoreBytes() -> (parked: [UInt8], torn: [UInt8]) {
        let end =
            (usesSynchronizedUpdates ? Self.endUpdate : "") + "\u{1B}[m"
            + (shownProgress == nil ? "" : TaskbarProgress.clear)
        var copy = self
        copy.writer.output = ""
        copy.erase()
        return (
            // The echo of a key such as Ctrl-C has moved the cursor from the first column.
            Array((end + "\r" + copy.writer.output + "\u{1B}[?25h").utf8), Array((end + "\r\n\u{1B}[J\u{1B}[?25h").utf8)
        )
    }

    private mutating func erase() {
        guard let shown, shown.rows > 0 else { return }
        writer.moveToCorner()
        writer.output += CellWriter.saveCursor + "\u{1B}[K"
        for _ in 1..<shown.rows { writer.output += "\u{1B}[B\u{1B}[K" }
        writer.output += CellWriter.restoreCursor
    }

    /// Draws every row.
    ///
    /// Line feeds scroll the screen if the region would extend below it.
    ///
    /// The first `stale` rows from the corner contain old contents.
    private mutating func draw(_ grid: CellGrid, isResized: Bool, over stale: Int) {
        let surplus = isResized ? 0 : max(stale - grid.rows, 0)
        // Typed text may have been echoed.
        if writer.column == 0 { writer.output += "\r" }
        writer.moveToCorner()
        for index in 0..<grid.rows {
            if index > 0 { writer.nextLine() }
            writer.write(CellWriter.Span(row: index, columns: 0..<usedColumns(grid, index)), of: grid)
            // Erased cells get the current background.
            if writer.style.background != nil { writer.set(.plain) }
            if stale > 0 { writer.output += "\u{1B}[K" }
        }
        // Lines that were wider than the resized screen have wrapped to the rows below. In the corner of the screen,
        // this sequence would make some terminals scroll the screen into their history, but the cursor is never there.
        if isResized { writer.output += "\u{1B}[J" }
        for _ in 0..<surplus {
            writer.nextLine()
            writer.output += "\u{1B}[K"
        }
        // The new rows may have scrolled the screen, so only a relative movement returns to the corner.
        writer.moveToCorner()
    }

    private mutating func change(_ old: CellGrid, into new: CellGrid) {
        let spans = spans(old, new)
        if spans.isEmpty { return }
        // Starts at the nearer end if there are few spans. With more spans, the way to the first one is too short to
        // justify encoding both orders.
        guard (2...6).contains(spans.count) else {
            writer = written(spans, of: new)
            return
        }
        let (down, up) = (written(spans, of: new), written(spans.reversed(), of: new))
        writer = up.output.utf8.count < down.output.utf8.count ? up : down
    }

    /// Returns the parts of rows that differ.
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
                // A wide grapheme is written from its first cell on.
                while at > 0 && new[index, at].text.isEmpty { at -= 1 }
                var end = at + 1
                while end < new.columns && (old[index, end] != new[index, end] || new[index, end].text.isEmpty) {
                    end += 1
                }
                if end > used && oldUsed - max(at, used) > 3 {
                    // Blank to the end of the row: an erase sequence is shorter than spaces.
                    spans.append(CellWriter.Span(row: index, columns: at..<max(at, used), erasesRest: true))
                    break
                }
                spans.append(CellWriter.Span(row: index, columns: at..<end))
                at = end
            }
        }
        return spans
    }

    /// Returns a copy of the writer that has written parts of rows and moved the cursor to where it can stay.
    private func written(_ spans: [CellWriter.Span], of grid: CellGrid) -> CellWriter {
        let start = writer
        var there = start
        // The first style is selected before the cursor is saved, so that it is restored too and the next frame can use
        // it.
        there.set(firstStyle(spans, of: grid) ?? start.style)
        let saved = there
        there.output = ""
        for span in spans { there.write(span, of: grid) }
        var parked = there
        parked.park(in: grid, width: width)
        let isNear = parked.output.utf8.count < there.output.utf8.count + 4
        var result = isNear ? parked : saved
        result.output =
            saved.output + (isNear ? parked.output : CellWriter.saveCursor + there.output + CellWriter.restoreCursor)
        return result
    }

    /// Returns the style of the first visible cell of the spans; nil if there is none.
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
