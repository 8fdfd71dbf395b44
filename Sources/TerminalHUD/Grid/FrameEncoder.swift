/// An encoder of frames: it returns the bytes that change the previous grid on the screen to the next one.
///
/// The region is a part of the normal screen. Between frames, the cursor stays inside the region, usually in its first
/// row. All movements are therefore relative to the cursor. A resize of the screen leaves the cursor at the start of
/// the region, and scrolling moves both.
struct FrameEncoder: Sendable {
    /// The grid on the screen; nil if there is none.
    private(set) var shown: CellGrid?
    /// The offsets in the bytes of the last frame at which the lines above the region are complete.
    private(set) var lineEnds: [Int] = []
    /// True if frames are enclosed in synchronized updates (mode 2026), which the terminal must support.
    var usesSynchronizedUpdates: Bool {
        get { update != .unsupported }
        set { if newValue != usesSynchronizedUpdates { update = newValue ? .ended : .unsupported } }
    }
    private static let beginUpdate = "\u{1B}[?2026h"
    private static let endUpdate = "\u{1B}[?2026l"
    private static let lineBelow = "\r\n\u{1B}[J"

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
    init(usesSynchronizedUpdates: Bool = false) {
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
            let overwrites = stale > 0 && grid != nil && !isResized && fits
            if overwrites { writer.moveToCorner() } else { erase() }
            stale = overwrites ? max(stale - lines.count, 0) : 0
            for line in lines {
                writer.output += line + (overwrites ? "\u{1B}[K" : "") + "\r\n"
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
    mutating func forget(isCursorHidden: Bool = false) {
        shown = nil
        shownProgress = nil
        if update == .open { update = .ended }
        self.isCursorHidden = isCursorHidden
        writer = CellWriter()
    }

    /// Leaves the last frame, of which the terminal may have received only a part, and begins a line below it.
    ///
    /// The cursor may be anywhere in that frame, so erasing it could erase the lines above it.
    mutating func leaveIncompleteFrame() {
        let lineBelow = endOfFrame + Self.lineBelow
        forget(isCursorHidden: true)
        writer.output = lineBelow
    }

    /// The sequences that end what a frame has begun.
    private var endOfFrame: String {
        (usesSynchronizedUpdates ? Self.endUpdate : "") + "\u{1B}[m"
            + (shownProgress == nil ? "" : TaskbarProgress.clear)
    }

    /// Returns the bytes that restore the terminal if the process ends now.
    ///
    /// - Returns: The bytes to write after a complete frame (`parked`), which remove it, and after an incomplete one
    ///   (`torn`), which leave it and go to the next line.
    func restoreBytes() -> (parked: [UInt8], torn: [UInt8]) {
        let end = endOfFrame
        var copy = self
        copy.writer.output = ""
        copy.erase()
        return (
            // The echo of a key such as Ctrl-C has moved the cursor from the first column.
            Array((end + "\r" + copy.writer.output + "\u{1B}[?25h").utf8),
            Array((end + Self.lineBelow + "\u{1B}[?25h").utf8)
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
        var target = start
        // The first style is selected before the cursor is saved, so that it is restored too and the next frame can use
        // it.
        target.set(firstStyle(spans, of: grid) ?? start.style)
        let saved = target
        target.output = ""
        for span in spans { target.write(span, of: grid) }
        var parked = target
        parked.park(in: grid, width: width)
        let isShorter = parked.output.utf8.count < target.output.utf8.count + 4
        var result = isShorter ? parked : saved
        result.output =
            saved.output
            + (isShorter ? parked.output : CellWriter.saveCursor + target.output + CellWriter.restoreCursor)
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

/// A writer of cells that uses as few bytes as possible, starting from the current position of the cursor.
///
/// Rows and columns count from the top left corner of the region.
private struct CellWriter: Sendable {
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

/// The progress in the taskbar (OSC 9;4).
package enum TaskbarProgress: Sendable, Hashable {
    /// A percentage.
    case percent(Int)
    /// Work in progress whose extent is unknown.
    case busy

    /// The control sequence that shows the progress.
    var sequence: String {
        switch self {
        case .percent(let number): "\u{1B}]9;4;1;\(min(max(number, 0), 100))\u{1B}\\"
        case .busy: "\u{1B}]9;4;3\u{1B}\\"
        }
    }

    /// The control sequence that removes the progress.
    static let clear = "\u{1B}]9;4;0\u{1B}\\"
}
