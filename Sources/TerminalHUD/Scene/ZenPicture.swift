package import Motion
import Numbers

/// A renderer that shows the game as cells.
package struct ZenPicture: Sendable {
    /// The last turn of the cube, which stays visible for a moment.
    package struct RecentTurn: Sendable {
        /// The digit that was in front before the turn.
        package var old: Int
        /// The direction in which the front side moved.
        package var turn: Cube<String>.Turn
        /// The start of the turn, in seconds.
        package var begin: MediaTime

        /// Creates a turn.
        package init(old: Int, turn: Cube<String>.Turn, begin: MediaTime) {
            self.old = old
            self.turn = turn
            self.begin = begin
        }
    }

    private let appearance: HUDAppearance

    /// Creates a renderer.
    package init(appearance: HUDAppearance) {
        self.appearance = appearance
    }

    /// The size of the picture.
    package static let size = TerminalSize(columns: 44, rows: 8)
    /// The duration of a turn, in seconds.
    private static let turnDuration: MediaTime = 0.25

    /// Returns the title at a time since its first line started, at most `columns` wide.
    package func title(at time: MediaTime, columns: Int) -> CellGrid {
        let columns = min(Self.size.columns, columns)
        var grid = CellGrid(columns: columns, rows: Self.size.rows)
        let frame = DotRaster.frame(columns: columns, rows: 5)
        let layers = TitleTimeline(text: "ZEN TEN").layers(at: time, in: frame, lineWidth: 1.4)
        grid.draw(
            DotRaster(
                layers, columns: columns, rows: 5, glyphs: appearance.glyphs, blends: appearance.palette.depth.blends),
            palette: appearance.palette)
        let dim = CellStyle(isDim: true)
        if columns < 37 {
            grid.write("Sides that make ten", row: 5, column: 0)
            grid.write("arrows turn, space", row: 6, column: 0, style: dim)
            grid.write("chooses, q quits", row: 7, column: 0, style: dim)
        } else {
            grid.write("Choose sides that add up to ten.", row: 6, column: 0)
            grid.write("Arrows turn, space chooses, q quits.", row: 7, column: 0, style: dim)
        }
        return grid
    }

    /// Returns the picture of a game.
    ///
    /// - Parameters:
    ///   - game: The game to show.
    ///   - turning: The last turn; nil if there was none.
    ///   - best: The best score so far.
    ///   - time: The time, in seconds.
    ///   - columns: The maximum width in cells.
    /// - Returns: The picture.
    package func game(
        _ game: ZenGame, turning: RecentTurn?, best: Int, at time: MediaTime, columns: Int
    ) -> CellGrid {
        let columns = min(Self.size.columns, columns)
        var grid = CellGrid(columns: columns, rows: Self.size.rows)
        let front = game.puzzle.cube.front
        let isChosen = game.puzzle.chosen.contains(front.number)
        var side = CubeTurnTimeline(
            from: String(turning?.old ?? front.digit), to: String(front.digit), turn: turning?.turn ?? .left,
            begin: turning?.begin ?? -1, duration: Self.turnDuration)
        side.tint = isChosen ? .success : .active
        // On a narrow screen there is no space beside a large cube.
        let isNarrow = columns < 39
        let cells = isNarrow ? TerminalSize(columns: 8, rows: 4) : TerminalSize(columns: 16, rows: 8)
        let frame = DotRaster.frame(columns: cells.columns, rows: cells.rows)
        let layers = side.layers(at: time, in: frame, lineWidth: isNarrow ? 1.2 : 2)
        let raster = DotRaster(
            layers, columns: cells.columns, rows: cells.rows, glyphs: appearance.glyphs,
            blends: appearance.palette.depth.blends)
        grid.draw(raster, palette: appearance.palette, row: isNarrow ? 1 : 0)
        let chosen = game.puzzle.cube.sides.filter { game.puzzle.chosen.contains($0.number) }
            .sorted { $0.number < $1.number }.map { String($0.digit) }
        var sum = chosen.isEmpty ? "" : chosen.joined(separator: " + ") + " = \(game.puzzle.sum)"
        sum = sum.replacing("+ -", with: "- ")
        if sum.count > columns { sum = "sum \(game.puzzle.sum)" }
        let left = game.timeLeft(at: time)
        let width = min(columns, 20)
        let bar = Int(clamping: left / ZenGame.limit * Double(width), to: 0...max(width, 0), rounding: .up)
        let mark = appearance.glyphs == .ascii ? "#" : "⠶"
        grid.write(
            String(repeating: mark, count: bar), row: isNarrow ? 0 : 1, column: isNarrow ? 0 : 19,
            style: appearance.style(left < 3 ? .red : .cyan))
        grid.write(sum, row: isNarrow ? 6 : 3, column: isNarrow ? 0 : 19, style: CellStyle(isBold: true))
        let column = isNarrow ? 10 : 19
        grid.write("score \(game.score)", row: isNarrow ? 2 : 5, column: column)
        grid.write(
            "best  \(max(best, game.score))", row: isNarrow ? 3 : 6, column: column, style: CellStyle(isDim: true))
        return grid
    }
}
